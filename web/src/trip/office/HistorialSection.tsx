import { formatHechoYRecibido, formatMomento } from '@flota/contract/core/format.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/cache/queries.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { OlderPages } from '../../ui/OlderPages.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EstadoBadge } from '../EstadoBadge.tsx'

interface Props {
  id: number
  /** The company's time zone; undefined until loaded. */
  zona: string | undefined
}

interface HechoYRecibidoProps {
  /** Null if unknown. */
  hecho: string | null
  recibido: string | null
  dudosa: boolean
  zona: string | undefined
}

/** Shows when something happened and when the server received it, if they differ, and a doubtful phone clock. */
export function HechoYRecibido({ hecho, recibido, dudosa, zona }: HechoYRecibidoProps) {
  const hours = hecho && recibido && zona && formatHechoYRecibido(hecho, recibido, zona)
  const parts = [hours, dudosa && 'hora del teléfono dudosa'].filter(Boolean)
  return parts.length > 0 && <p className="mt-0.5 text-sm text-muted">{parts.join(' · ')}</p>
}

export function HistorialSection({ id, zona }: Props) {
  const [pagina, setPagina] = useState(1)
  const answer = useEndpoint('GET /api/rutas/:id/historial', { params: { id }, query: { pagina } })
  const { data, error } = answer
  return (
    <section
      aria-labelledby="historial"
      className="mt-5 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6"
    >
      <h2 id="historial" className="mb-4 text-lg font-bold">
        Historial de estados
      </h2>
      <LoadError title="Error al cargar el historial" query={answer} />
      {!data && !error && (
        <div className="grid gap-4">
          <Loading label="Cargando historial…" />
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
        </div>
      )}
      <ol className="ml-2 grid gap-5 border-l-2 border-line">
        {data?.data.map((change) => (
          <li key={change.id} className="relative pl-5">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[7px] size-3 rounded-full border-2 border-card bg-field"
            />
            <p className="flex flex-wrap items-center gap-2">
              <EstadoBadge estado={change.estado_nuevo} />
              <span className="text-sm text-muted">
                {change.estado_anterior === null
                  ? 'Ruta creada'
                  : change.estado_anterior === change.estado_nuevo
                    ? 'Nota'
                    : `antes ${change.estado_anterior}`}
              </span>
            </p>
            {change.comentario && (
              <p className="mt-1 wrap-anywhere whitespace-pre-line">{change.comentario}</p>
            )}
            <p className="mt-0.5 text-sm text-muted">
              {zona && formatMomento(change.fecha, zona)} · {change.usuario}
            </p>
            <HechoYRecibido
              hecho={change.hecho_en}
              recibido={change.fecha}
              dudosa={change.dudosa}
              zona={zona}
            />
          </li>
        ))}
      </ol>
      {data && <OlderPages pagina={pagina} total={data.paginacion.total} onPage={setPagina} />}
    </section>
  )
}
