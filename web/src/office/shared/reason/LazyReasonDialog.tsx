import { footedSheetClass, Modal } from '../../../ui/Modal.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { useLazyModule } from '../../../ui/useLazyModule.ts'
import type { ReasonRequest } from './ReasonDialog.tsx'

/** Loads the dialog when first opened; a placeholder dialog catches the keys meanwhile. */
export function LazyReasonDialog({ request }: { request: ReasonRequest | null }) {
  const loaded = useLazyModule(
    request !== null,
    'la pregunta',
    () => import('./ReasonDialog.tsx'),
    () => request?.onClose(),
  )
  if (!request) return null
  if (loaded) return <loaded.ReasonDialog {...request} />
  return (
    <Modal title={request.title} onClose={request.onClose} className={footedSheetClass}>
      <div className="h-44">
        <Loading label="Cargando…" />
      </div>
    </Modal>
  )
}
