import { lazy, Suspense } from 'react'
import { useFormOver } from '../../list/useOver.ts'
import { UsuariosList } from './UsuariosList.tsx'

const UsuarioForm = lazy(async () => ({ default: (await import('./form/UsuarioForm.tsx')).UsuarioForm }))

/** List and form share one address (contract.md section 7). */
export function UsuariosPage() {
  const form = useFormOver('usuario')
  if (form.which === null) return <UsuariosList onOpen={form.open} />
  return (
    <Suspense>
      <UsuarioForm which={form.which} onClose={form.close} />
    </Suspense>
  )
}
