import { formatFecha, formatQuetzales, stripRutaPrefix } from '@flota/contract/core/format.ts'
import { movimientoEstadoText, saldoTextForPiloto, tipoWords } from '@flota/contract/records/dinero.ts'
import { useState } from 'react'
import { type AnswerOf, call } from '../../api/call.ts'
import { requestTimeout } from '../../api/connection.ts'
import { useAsyncData } from '../../api/useAsyncData.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { OlderPages } from '../../ui/OlderPages.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { InfoDialog } from '../InfoDialog.tsx'
import { useOutbox } from '../outbox/outbox.ts'

type MiDinero = AnswerOf<'GET /api/piloto/mi-dinero'>['data']

export function MiDineroDialog({ onClose }: { onClose: () => void }) {
  const unsent = useOutbox().items.filter((item) => item.clase === 'gasto')
  const [pagina, setPagina] = useState(1)
  // Reads again when an expense has been sent.
  const query = useAsyncData(
    async () =>
      (await call('GET /api/piloto/mi-dinero', { query: { pagina }, signal: requestTimeout() })).data,
    `${unsent.length} ${pagina}`,
  )
  return (
    <InfoDialog title="Mi dinero" onClose={onClose}>
      <div className="mt-4 grid min-h-40 content-start gap-4">
        {unsent.length > 0 && (
          <ul className="grid gap-2" aria-label="Por enviar">
            {unsent.map(({ id, no_ruta, datos }) => (
              <li
                key={id}
                className="rounded-ui bg-notice-soft px-3 py-2 font-semibold text-notice wrap-anywhere"
              >
                {datos.concepto} · {formatQuetzales(datos.monto)} · Ruta {stripRutaPrefix(no_ruta)} · por
                enviar
              </li>
            ))}
          </ul>
        )}
        <LoadError title="Error al cargar tu dinero" query={query} buttonClass="py-3" />
        {!query.error &&
          (query.data ? (
            <>
              <DineroSummary dinero={query.data} />
              <OlderPages pagina={pagina} total={query.data.total} onPage={setPagina} />
            </>
          ) : (
            <MiDineroSkeleton />
          ))}
      </div>
    </InfoDialog>
  )
}

const DineroSummary = ({ dinero: { saldo, comisiones, movimientos } }: { dinero: MiDinero }) => (
  <>
    <p className="text-2xl font-bold">{saldoTextForPiloto(saldo)}</p>
    {comisiones > 0 && <p>Comisiones: {formatQuetzales(comisiones)}</p>}
    {movimientos.length === 0 && <p className="text-muted">Todavía no hay movimientos.</p>}
    <ul className="grid gap-3">
      {movimientos.map((each) => (
        <MovimientoLine key={each.id} movimiento={each} />
      ))}
    </ul>
  </>
)

function MovimientoLine({ movimiento }: { movimiento: MiDinero['movimientos'][number] }) {
  const { tipo, concepto, monto, no_ruta, motivo, descripcion } = movimiento
  const where = no_ruta === null ? [] : [`Ruta ${stripRutaPrefix(no_ruta)}`]
  return (
    <li className="border-b border-line pb-3">
      <p className="flex items-center justify-between gap-3 font-semibold">
        <span className="wrap-anywhere">{concepto ?? tipoWords[tipo]}</span>
        <span>{formatQuetzales(monto)}</span>
      </p>
      <p className="text-muted">
        {[formatFecha(movimiento.fecha), ...where, movimientoEstadoText(movimiento)].join(' · ')}
      </p>
      {descripcion && <p className="wrap-anywhere">{descripcion}</p>}
      {motivo && <p className="wrap-anywhere text-danger">{motivo}</p>}
    </li>
  )
}

const MiDineroSkeleton = () => (
  <>
    <Loading label="Cargando tu dinero…" />
    <Skeleton className="h-7 w-4/5" />
    <Skeleton className="w-2/5" />
  </>
)
