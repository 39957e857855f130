import { lazy, Suspense } from 'react'

// Seldom used, so its form is loaded on demand.
const OwnPasswordModal = lazy(async () => ({
  default: (await import('./OwnPasswordModal.tsx')).OwnPasswordModal,
}))

export function OwnPassword({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <OwnPasswordModal onClose={onClose} />
    </Suspense>
  )
}
