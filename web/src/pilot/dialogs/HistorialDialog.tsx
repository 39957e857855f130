import { formatMomento } from '@flota/contract/core/format.ts'
import { useState } from 'react'
import { type AnswerOf, asList, call } from '../../api/call.ts'
import { useConfig } from '../../api/config.ts'
import { requestTimeout } from '../../api/connection.ts'
import { useAsyncData } from '../../api/useAsyncData.ts'
import { EstadoBadge } from '../../trip/EstadoBadge.tsx'
import { cx } from '../../ui/cx.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { OlderPages } from '../../ui/OlderPages.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { InfoDialog } from '../InfoDialog.tsx'
import type { MiRuta } from '../misRutas.ts'

type HistorialEntries = AnswerOf<'GET /api/piloto/ruta/:id/historial'>['data']

export function HistorialDialog({ ruta, onClose }: { ruta: MiRuta; onClose: () => void }) {
  const zona = useConfig()?.zona
  const [pagina, setPagina] = useState(1)
  const query = useAsyncData(
    async () =>
      asList(
        await call('GET /api/piloto/ruta/:id/historial', {
          params: { id: ruta.id },
          query: { pagina },
          signal: requestTimeout(),
        }),
      ),
    `${ruta.id} ${pagina}`,
  )
  return (
    <InfoDialog title="Historial" ruta={ruta} onClose={onClose}>
      <div className="mt-4 min-h-40">
        <LoadError title="Error al cargar el historial" query={query} buttonClass="py-3" />
        {!query.error &&
          (query.data ? (
            <>
              <HistorialTimeline cambios={query.data.data} zona={zona} />
              <OlderPages pagina={pagina} total={query.data.paginacion.total} onPage={setPagina} />
            </>
          ) : (
            <HistorialSkeleton />
          ))}
      </div>
    </InfoDialog>
  )
}

function HistorialTimeline({ cambios, zona }: { cambios: HistorialEntries; zona: string | undefined }) {
  return (
    <ol className="ml-1.5 border-l-2 border-field">
      {cambios.map((cambio, index) => (
        <li key={cambio.id} className="relative grid gap-1.5 pb-6 pl-5">
          <span
            aria-hidden="true"
            className={cx(
              'absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-field',
              index === 0 ? 'bg-ink' : 'bg-card',
            )}
          />
          <p className="text-muted">
            {zona && formatMomento(cambio.fecha, zona)} · {cambio.usuario}
          </p>
          <p className="flex flex-wrap items-center gap-2">
            {cambio.estado_anterior === null ? (
              'Creada como'
            ) : (
              <>
                <EstadoBadge estado={cambio.estado_anterior} />
                <span role="img" aria-label="cambió a">
                  →
                </span>
              </>
            )}
            <EstadoBadge estado={cambio.estado_nuevo} />
          </p>
          {cambio.comentario && <p className="wrap-anywhere whitespace-pre-line">«{cambio.comentario}»</p>}
        </li>
      ))}
    </ol>
  )
}

function HistorialSkeleton() {
  return (
    <>
      <Loading label="Cargando historial…" />
      <div className="grid gap-4">
        {[0, 1].map((row) => (
          <div key={row} className="grid gap-3">
            <Skeleton className="w-2/5" />
            <Skeleton className="h-7 w-4/5" />
          </div>
        ))}
      </div>
    </>
  )
}
