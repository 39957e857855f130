import { useLazyModule } from '../ui/useLazyModule.ts'
import { useOutbox } from './outbox/outbox.ts'
import { isBlocked } from './outbox/outboxItems.ts'

interface Props {
  onDropped: (rutaId: number) => void
}

export const loadBlockedItems = () => import('./dialogs/BlockedItems.tsx')

/** Loads the list of what cannot be sent once there is something. */
export function LazyBlockedItems({ onDropped }: Props) {
  const { items, shownAtMs } = useOutbox()
  const isNeeded = items.some((item) => isBlocked(item, shownAtMs))
  const loaded = useLazyModule(isNeeded, 'los cambios sin enviar', loadBlockedItems, () => undefined)
  return isNeeded && loaded && <loaded.BlockedItems onDropped={onDropped} />
}
