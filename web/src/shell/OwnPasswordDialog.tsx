import { useLazyModule } from '../ui/useLazyModule.ts'

/** Seldom used, so its form is loaded on demand. */
export function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const loaded = useLazyModule(true, 'el formulario', () => import('./OwnPasswordModal.tsx'), onClose)
  return loaded && <loaded.OwnPasswordModal onClose={onClose} />
}
