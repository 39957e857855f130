import { lazy, Suspense } from 'react'
import { MantenimientosList } from './MantenimientosList.tsx'
import { useMantenimientosAddress } from './useMantenimientosAddress.ts'

const loadForm = async () => ({ default: (await import('./form/MantenimientoForm.tsx')).MantenimientoForm })
const MantenimientoForm = lazy(loadForm)

/** The list, and in its place the form while one is open: contract.md section 7 gives maintenance one address. */
export function MantenimientosPage() {
  const address = useMantenimientosAddress()
  if (address.open === null) return <MantenimientosList address={address} />
  return (
    <Suspense>
      <MantenimientoForm which={address.open} onClose={address.closeForm} />
    </Suspense>
  )
}
