import { quetzales, sinRuta } from '@flota/contract/format.ts'
import { EstadoBadge } from '../trip/EstadoBadge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ask } from '../ui/ConfirmDialog.tsx'
import { discard, sendAgain, settle, useCola } from './outbox/outbox.ts'
import { type DeArchivo, estadosOf, type Item, isHeld } from './outbox/outboxItems.ts'

interface Props {
  /** What of this route was held has left the phone without reaching the office. */
  onDropped: (rutaId: number) => void
}

/** What does not leave by itself, above everything until its pilot has said what becomes of it. */
export function HeldItems({ onDropped }: Props) {
  const { items, at } = useCola()
  return items
    .filter((item) => isHeld(item, at))
    .map((item) =>
      item.clase === 'estado' && item.conflicto !== null ? (
        <Conflict key={item.id} item={item} office={item.conflicto} items={items} onDropped={onDropped} />
      ) : (
        <Held key={item.id} item={item} onDropped={onDropped} />
      ),
    )
}

interface ConflictProps extends Props {
  item: Item
  office: string
  items: readonly Item[]
}

/** Asked once for all states of a route that wait. */
function Conflict({ item: { ruta_id, no_ruta }, office, items, onDropped }: ConflictProps) {
  const mine = estadosOf(items, ruta_id).at(-1)?.datos.nuevoEstado
  const leave = () => {
    onDropped(ruta_id)
    void settle(ruta_id, false)
  }
  return (
    <Banner kind="notice" title={`Ruta ${sinRuta(no_ruta)}`}>
      <p className="mb-2">
        En la oficina: {office} · En tu teléfono: {mine}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void settle(ruta_id, true)} className="grow py-4 text-base">
          Enviar el mío
        </Button>
        <Button onClick={leave} className="grow py-4 text-base">
          Dejar el de la oficina
        </Button>
      </div>
    </Banner>
  )
}

function Held({ item, onDropped }: Props & { item: Item }) {
  const { rechazo, clase } = item
  const number = sinRuta(item.no_ruta)
  const drop = async () => {
    if (!(await ask(`¿Deseas descartar el cambio de la ruta ${number}? La oficina no lo ha recibido.`)))
      return
    onDropped(item.ruta_id)
    await discard(item)
  }
  return (
    <Banner
      kind={rechazo ? 'error' : 'notice'}
      title={rechazo?.mensaje ?? 'Este cambio tiene más de 29 días. Revisa si la oficina lo tiene.'}
    >
      {rechazo?.status === 404 && !(clase === 'archivo' && item.gasto) && (
        <p>Esta ruta ya no está asignada a ti. Contacta al administrador.</p>
      )}
      <p className="my-2 flex flex-wrap items-center gap-2">
        Ruta {number} →{' '}
        {clase === 'estado' ? <EstadoBadge estado={item.datos.nuevoEstado} /> : whatIsIt(item)}
      </p>
      {clase === 'estado' && item.datos.comentario && (
        <p className="mb-2 wrap-anywhere whitespace-pre-line">«{item.datos.comentario}»</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void sendAgain(item)} className="grow py-4 text-base">
          Enviar de nuevo
        </Button>
        <Button look="quiet" onClick={() => void drop()} className="py-4 text-base">
          Descartar
        </Button>
      </div>
    </Banner>
  )
}

function whatIsIt(item: Item): string {
  if (item.clase === 'archivo') return pictureInWords(item)
  if (item.clase === 'gasto') return `Gasto: ${item.datos.concepto} ${quetzales(item.datos.monto)}`
  return item.clase === 'tiempos' ? 'Horas' : 'Entrega'
}

const pictures = { foto: 'Foto', firma: 'Firma', comprobante: 'Comprobante' }

/** 'Firma', 'Foto: una.png'. */
function pictureInWords({ datos: { clase, nombre }, tipo }: DeArchivo): string {
  if (clase === 'firma') return pictures.firma
  const word = clase ? pictures[clase] : tipo.startsWith('image/') ? pictures.foto : 'Documento'
  return nombre ? `${word}: ${nombre}` : word
}
