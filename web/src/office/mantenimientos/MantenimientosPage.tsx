import { lazy, Suspense } from 'react'
import { useFormOver } from '../../list/useOver.ts'
import { MantenimientosList } from './MantenimientosList.tsx'

const loadForm = async () => ({ default: (await import('./form/MantenimientoForm.tsx')).MantenimientoForm })
const MantenimientoForm = lazy(loadForm)

/** The list, and in its place the form while one is open: contract.md section 7 gives maintenance one address. */
export function MantenimientosPage() {
  const form = useFormOver('registro')
  if (form.which === null) return <MantenimientosList onOpen={form.open} />
  return (
    <Suspense>
      <MantenimientoForm which={form.which} onClose={form.close} />
    </Suspense>
  )
}
