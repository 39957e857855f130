import { movimientoEstadoTexto, saldoDelPiloto, tipoWords } from '@flota/contract/dinero.ts'
import { fecha, quetzales, sinRuta } from '@flota/contract/format.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { patience } from '../../api/requestTimeout.ts'
import { Button } from '../../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useCola } from '../outbox/outbox.ts'
import { Reading } from './AsyncContent.tsx'
import { useReading } from './useAsyncData.ts'

type MiDinero = AnswerOf<'GET /api/piloto/mi-dinero'>['data']

/** 'Mi dinero': on top what has not left the phone; what is owed, what was given and paid. */
export function MiDineroDialog({ onClose }: { onClose: () => void }) {
  const waiting = useCola().items.filter((item) => item.clase === 'gasto')
  // What waited is among the others once it has left.
  const reading = useReading(
    async () => (await call('GET /api/piloto/mi-dinero', { signal: patience() })).data,
    waiting.length,
  )
  return (
    <Modal title="Mi dinero" onClose={onClose} className={footedSheetClass}>
      <div className="mt-4 grid min-h-40 content-start gap-4">
        {waiting.length > 0 && (
          <ul className="grid gap-2" aria-label="Por enviar">
            {waiting.map(({ id, no_ruta, datos }) => (
              <li
                key={id}
                className="rounded-ui bg-notice-soft px-3 py-2 font-semibold text-notice wrap-anywhere"
              >
                {datos.concepto} · {quetzales(datos.monto)} · Ruta {sinRuta(no_ruta)} · por enviar
              </li>
            ))}
          </ul>
        )}
        <Reading reading={reading} failed="Error al cargar tu dinero" waiting={<Waiting />}>
          {(dinero) => <Dinero dinero={dinero} />}
        </Reading>
      </div>
      <div className={sheetFooterClass}>
        <Button onClick={onClose} className="w-full py-4 text-base">
          Cerrar
        </Button>
      </div>
    </Modal>
  )
}

const Dinero = ({ dinero: { saldo, comisiones, movimientos } }: { dinero: MiDinero }) => (
  <>
    <p className="text-2xl font-bold">{saldoDelPiloto(saldo)}</p>
    {comisiones > 0 && <p>Comisiones: {quetzales(comisiones)}</p>}
    {movimientos.length === 0 && <p className="text-muted">Todavía no hay movimientos.</p>}
    <ul className="grid gap-3">
      {movimientos.map((each) => (
        <Line key={each.id} movimiento={each} />
      ))}
    </ul>
  </>
)

function Line({ movimiento }: { movimiento: MiDinero['movimientos'][number] }) {
  const { tipo, concepto, monto, no_ruta, motivo, descripcion } = movimiento
  const where = no_ruta === null ? [] : [`Ruta ${sinRuta(no_ruta)}`]
  return (
    <li className="border-b border-line pb-3">
      <p className="flex items-center justify-between gap-3 font-semibold">
        <span className="wrap-anywhere">{concepto ?? tipoWords[tipo]}</span>
        <span>{quetzales(monto)}</span>
      </p>
      <p className="text-muted">
        {[fecha(movimiento.fecha), ...where, movimientoEstadoTexto(movimiento)].join(' · ')}
      </p>
      {descripcion && <p className="wrap-anywhere">{descripcion}</p>}
      {motivo && <p className="wrap-anywhere text-danger">{motivo}</p>}
    </li>
  )
}

const Waiting = () => (
  <>
    <Loading label="Cargando tu dinero…" />
    <Skeleton className="h-7 w-4/5" />
    <Skeleton className="w-2/5" />
  </>
)
