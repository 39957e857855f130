import type { Usuario } from '@flota/contract/usuarios.ts'
import { useState } from 'react'
import { ApiError } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { FormModal } from '../../shell/FormModal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PermisosField } from './PermisosField.tsx'

interface Props {
  usuario: Usuario
  onClose: () => void
}

export function PasswordModal({ usuario: { id, username, version }, onClose }: Props) {
  const update = useSave('PUT /api/usuarios/:id')
  const [password, setPassword] = useState('')
  return (
    <FormModal
      title={`Cambiar la contraseña de ${username}`}
      onClose={onClose}
      changed={password !== ''}
      check={() => (password ? {} : { password: 'Por favor ingresa una contraseña' })}
      save={() => update({ params: { id }, body: { password, version } })}
      failureOf={(cause) => ({ title: `Error actualizando contraseña: ${cause}` })}
    >
      {(campos) => (
        <PasswordField
          label="Contraseña nueva"
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          hint="Al menos 8 caracteres, y que no sea una contraseña común. Sus sesiones abiertas se cierran."
          error={campos.password}
        />
      )}
    </FormModal>
  )
}

export function PermisosModal({ usuario, onClose }: Props) {
  const { id, username, rol_nombre } = usuario
  // The list below is read again at any time: only who was told of somebody else's change may write over it.
  const [opened, setOpened] = useState<number | null>(usuario.version)
  const update = useSave('PUT /api/usuarios/:id')
  const [permisos, setPermisos] = useState<readonly number[]>(usuario.permisos)
  return (
    <FormModal
      title={`Permisos de ${username}`}
      onClose={onClose}
      changed={permisos.join() !== usuario.permisos.join()}
      save={() =>
        update({ params: { id }, body: { permisos, version: opened ?? usuario.version } }).catch(
          (error: unknown) => {
            if (error instanceof ApiError && error.status === 409) setOpened(null)
            throw error
          },
        )
      }
      failureOf={(detail) => ({ title: 'Error actualizando permisos', detail })}
      className="max-w-2xl!"
    >
      {({ permisos: wrong }) => (
        <PermisosField
          existing
          titled
          rol={rol_nombre}
          value={permisos}
          onChange={setPermisos}
          hint={wrong}
        />
      )}
    </FormModal>
  )
}
