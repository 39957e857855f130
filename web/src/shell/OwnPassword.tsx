import { lazy, Suspense } from 'react'

// Seldom wanted: its form is no weight of every page.
const OwnPasswordModal = lazy(async () => ({
  default: (await import('./OwnPasswordModal.tsx')).OwnPasswordModal,
}))

/** The dialog to change the own password, which comes when it is opened. */
export function OwnPassword({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <OwnPasswordModal onClose={onClose} />
    </Suspense>
  )
}
