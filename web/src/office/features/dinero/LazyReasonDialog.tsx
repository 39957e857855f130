import { footedSheetClass, Modal } from '../../../ui/Modal.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { useOnDemand } from '../../../ui/useLazyModule.ts'
import type { Asked } from './useMovementActions.ts'

/** The question for a reason where it is seldom asked: until it is there a dialog holds the keys. */
export function MotivoDialog({ asked }: { asked: Asked | null }) {
  const loaded = useOnDemand(
    asked !== null,
    'la pregunta',
    () => import('./ReasonDialog.tsx'),
    () => asked?.onClose(),
  )
  if (!asked) return null
  if (loaded) return <loaded.MotivoModal {...asked} />
  return (
    <Modal title={asked.title} onClose={asked.onClose} className={footedSheetClass}>
      <div className="h-44">
        <Loading label="Cargando…" />
      </div>
    </Modal>
  )
}
