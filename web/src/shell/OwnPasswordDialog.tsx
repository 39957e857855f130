import { useOnDemand } from '../ui/useLazyModule.ts'

/** Seldom used, so its form is loaded on demand. */
export function OwnPassword({ onClose }: { onClose: () => void }) {
  const loaded = useOnDemand(true, 'el formulario', () => import('./OwnPasswordModal.tsx'), onClose)
  return loaded && <loaded.OwnPasswordModal onClose={onClose} />
}
