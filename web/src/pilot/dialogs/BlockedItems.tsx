import { formatQuetzales, stripRutaPrefix } from '@flota/contract/core/format.ts'
import { EstadoBadge } from '../../trip/EstadoBadge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/ConfirmDialog.tsx'
import { useOutbox } from '../outbox/outbox.ts'
import { type ArchivoItem, isBlocked, type OutboxItem, pendingEstados } from '../outbox/outboxItems.ts'
import { discardItem, resolveConflict, retryItem } from '../outbox/sending/decisions.ts'

interface Props {
  /** An item of this trip was removed without reaching the office. */
  onDropped: (rutaId: number) => void
}

/** Items that the outbox cannot send, each with the choices of the pilot. */
export function BlockedItems({ onDropped }: Props) {
  const { items, shownAtMs } = useOutbox()
  return items
    .filter((item) => isBlocked(item, shownAtMs))
    .map((item) =>
      item.clase === 'estado' && item.conflicto !== null ? (
        <ConflictItem key={item.id} item={item} office={item.conflicto} items={items} onDropped={onDropped} />
      ) : (
        <BlockedItem key={item.id} item={item} onDropped={onDropped} />
      ),
    )
}

interface ConflictItemProps extends Props {
  item: OutboxItem
  office: string
  items: readonly OutboxItem[]
}

/** One question for all pending states of a trip. */
function ConflictItem({ item: { ruta_id, no_ruta }, office, items, onDropped }: ConflictItemProps) {
  const mine = pendingEstados(items, ruta_id).at(-1)?.datos.nuevoEstado
  const keepOffice = () => {
    onDropped(ruta_id)
    void resolveConflict(items, ruta_id, false)
  }
  return (
    <Banner kind="notice" title={`Ruta ${stripRutaPrefix(no_ruta)}`}>
      <p className="mb-2">
        En la oficina: {office} · En tu teléfono: {mine}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void resolveConflict(items, ruta_id, true)} className="grow py-4 text-base">
          Enviar el mío
        </Button>
        <Button onClick={keepOffice} className="grow py-4 text-base">
          Dejar el de la oficina
        </Button>
      </div>
    </Banner>
  )
}

function BlockedItem({ item, onDropped }: Props & { item: OutboxItem }) {
  const { rechazo, clase } = item
  const number = stripRutaPrefix(item.no_ruta)
  const drop = async () => {
    if (!(await confirm(`¿Deseas descartar el cambio de la ruta ${number}? La oficina no lo ha recibido.`)))
      return
    onDropped(item.ruta_id)
    await discardItem(item)
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
        {clase === 'estado' ? <EstadoBadge estado={item.datos.nuevoEstado} /> : itemText(item)}
      </p>
      {clase === 'estado' && item.datos.comentario && (
        <p className="mb-2 wrap-anywhere whitespace-pre-line">«{item.datos.comentario}»</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void retryItem(item)} className="grow py-4 text-base">
          Enviar de nuevo
        </Button>
        <Button look="quiet" onClick={() => void drop()} className="py-4 text-base">
          Descartar
        </Button>
      </div>
    </Banner>
  )
}

function itemText(item: OutboxItem): string {
  if (item.clase === 'archivo') return pictureText(item)
  if (item.clase === 'gasto') return `Gasto: ${item.datos.concepto} ${formatQuetzales(item.datos.monto)}`
  return item.clase === 'tiempos' ? 'Horas' : 'Entrega'
}

const pictureWords = { foto: 'Foto', firma: 'Firma', comprobante: 'Comprobante' }

function pictureText({ datos: { clase, nombre }, tipo }: ArchivoItem): string {
  if (clase === 'firma') return pictureWords.firma
  const word = clase ? pictureWords[clase] : tipo.startsWith('image/') ? pictureWords.foto : 'Documento'
  return nombre ? `${word}: ${nombre}` : word
}
