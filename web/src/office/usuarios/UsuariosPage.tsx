import { lazy, Suspense } from 'react'
import { UsuariosList } from './UsuariosList.tsx'
import { useUsuariosAddress } from './useUsuariosAddress.ts'

const loadForm = async () => ({ default: (await import('./form/UsuarioForm.tsx')).UsuarioForm })
const UsuarioForm = lazy(loadForm)

/** The list, and in its place the form while one is open: contract.md section 7 gives both one address. */
export function UsuariosPage() {
  const address = useUsuariosAddress()
  if (address.open === null) return <UsuariosList address={address} />
  return (
    <Suspense>
      <UsuarioForm which={address.open} onClose={address.closeForm} />
    </Suspense>
  )
}
