import { lazy, Suspense } from 'react'
import { useConfig } from '../../../api/config.ts'
import { type ListProps, listWithForm } from '../../../list/listWithForm.tsx'
import { ScreenSkeleton } from '../../../shell/ScreenSkeleton.tsx'
import { CorreoPanel } from './CorreoPanel.tsx'
import { RestriccionesList } from './RestriccionesList.tsx'

// Lazy, because the form loads zod.
const AjustesForm = lazy(async () => ({ default: (await import('./form/AjustesForm.tsx')).AjustesForm }))

export const AjustesPage = listWithForm(
  'restriccion',
  AjustesWithRestricciones,
  async () => (await import('./form/RestriccionForm.tsx')).RestriccionForm,
)

function AjustesWithRestricciones({ formOf }: ListProps) {
  const version = useConfig()?.version
  return (
    <div className="grid grid-cols-1 gap-8">
      {/* The minimum height keeps the content below in place while the form loads. */}
      <div className="has-[.animate-pulse]:min-h-240">
        <Suspense fallback={<ScreenSkeleton />}>
          <AjustesForm />
        </Suspense>
      </div>
      <RestriccionesList formOf={formOf} />
      <CorreoPanel />
      <p className="text-muted text-sm">{version && `Versión ${version}`}</p>
    </div>
  )
}
