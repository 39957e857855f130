import { formatMomento } from '@flota/contract/core/format.ts'
import { useEffect, useState } from 'react'
import { useConfig } from '../../api/config.ts'
import { isMarkedInactive } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { findLeftovers, type Leftovers } from './findLeftovers.ts'
import { inOutbox, type UnsentItem } from './inOutbox.ts'
import { unsentText } from './unsentText.ts'

/** Whether a service worker controls this page. After its removal the next pages would keep it alive, without its files. */
export const isControlled = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

interface Props {
  userId: number
  /** Every question is answered. */
  onDone: () => void
}

// Only pilot/outbox/store.ts writes these rows.
const readAll = (tx: IDBTransaction) => tx.objectStore('cola').getAll() as IDBRequest<UnsentItem[]>

/** After a login: asks about each other user's old unsent items, and an inactive user's, whether to delete them. */
export function LeftoversDialog({ userId, onDone }: Props) {
  const [left, setLeft] = useState<readonly Leftovers[] | null>(null)
  useEffect(() => {
    inOutbox(readAll)
      .then((stored = []) => setLeft(findLeftovers(stored, userId, Date.now(), isMarkedInactive)))
      .catch(() => setLeft([]))
  }, [userId])
  useEffect(() => {
    if (left?.length !== 0) return
    if (isControlled()) location.reload()
    else onDone()
  }, [left, onDone])
  const [first, ...rest] = left ?? []
  if (!first) return <LoadingScreen text="Redirigiendo..." late />
  return <Question key={first.items[0]?.id} leftovers={first} onAnswered={() => setLeft(rest)} />
}

/** Deletes items, and the receipts of expenses among them. */
const deleteItems = (items: readonly UnsentItem[]) =>
  inOutbox((tx) => {
    const [queue, bytes] = [tx.objectStore('cola'), tx.objectStore('bytes')]
    const ids = new Set(items.map(({ id }) => id))
    const all = readAll(tx)
    all.onsuccess = () => {
      for (const { id, de } of all.result) {
        if (!ids.has(id) && !(typeof de === 'number' && ids.has(de))) continue
        queue.delete(id)
        bytes.delete(id)
      }
    }
    return all
  })

function Question({ leftovers, onAnswered }: { leftovers: Leftovers; onAnswered: () => void }) {
  const { usuario, isInactive, items, desde, hasta } = leftovers
  const [busy, setBusy] = useState(false)
  const zona = useConfig()?.zona ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const [from, to] = [desde, hasta].map((time) => time && formatMomento(time, zona).split(' ')[0])
  const days = from === to ? `del ${from}` : `del ${from} al ${to}`
  const drop = () => {
    setBusy(true)
    // What cannot be deleted now is asked about at the next login.
    void deleteItems(items)
      .catch(() => undefined)
      .then(onAnswered)
  }
  return (
    <Modal
      alert
      title={`¿Borrar lo que ${usuario} dejó sin enviar en este teléfono?`}
      onClose={() => !busy && onAnswered()}
    >
      <p className="mt-2">
        {unsentText(items)}
        {from && `, ${days}`}. La oficina no lo ha recibido.
        {isInactive && ' Este usuario fue dado de baja.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={() => !busy && onAnswered()} className="py-3">
          Conservar
        </Button>
        <Button look="danger" busy={busy} onClick={drop} className="py-3">
          Borrar
        </Button>
      </div>
    </Modal>
  )
}
