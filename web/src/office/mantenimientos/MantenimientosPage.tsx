import { lazy, Suspense } from 'react'
import { useFormOver } from '../../list/useOver.ts'
import { MantenimientosList } from './MantenimientosList.tsx'

const loadForm = async () => ({ default: (await import('./form/MantenimientoForm.tsx')).MantenimientoForm })
const MantenimientoForm = lazy(loadForm)

/** List and form share one address (contract.md section 7). */
export function MantenimientosPage() {
  const form = useFormOver('registro')
  if (form.which === null) return <MantenimientosList onOpen={form.open} />
  return (
    <Suspense>
      <MantenimientoForm which={form.which} onClose={form.close} />
    </Suspense>
  )
}
