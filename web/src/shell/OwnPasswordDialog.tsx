import { useLazyModule } from '../ui/useLazyModule.ts'

/** Loads its form on demand: users rarely change the password. */
export function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const loaded = useLazyModule(true, 'el formulario', () => import('./OwnPasswordModal.tsx'), onClose)
  return loaded && <loaded.OwnPasswordModal onClose={onClose} />
}
