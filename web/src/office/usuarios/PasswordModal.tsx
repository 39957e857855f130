import type { Usuario } from '@flota/contract/usuarios.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { type Failure, FormShell } from '../../ui/FormShell.tsx'
import { mayLeave } from '../../ui/leaving.ts'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { tell } from '../../ui/ResultPopup.tsx'

interface Props {
  usuario: Usuario
  onClose: () => void
}

/** A new password for somebody who has forgotten the old one. */
export function PasswordModal({ usuario: { id, username, version }, onClose }: Props) {
  const update = useSave('PUT /api/usuarios/:id')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const close = async () => (await mayLeave()) && onClose()

  const save = async () => {
    setFailure(null)
    setWrong(password ? undefined : 'Por favor ingresa una contraseña')
    if (!password) return null
    try {
      const { message } = await update({ params: { id }, body: { password, version } })
      return async () => {
        onClose()
        await tell('edit', message)
      }
    } catch (error) {
      const told = error instanceof ApiError ? error.campos.password : undefined
      setWrong(told)
      if (!told) setFailure({ title: `Error actualizando contraseña: ${messageOf(error)}` })
      return null
    }
  }
  return (
    <Modal title={`Cambiar la contraseña de ${username}`} onClose={() => void close()}>
      <FormShell
        narrow
        onSave={save}
        onClose={() => void close()}
        failure={failure}
        changed={password !== ''}
      >
        <PasswordField
          label="Contraseña nueva"
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          hint="Al menos 8 caracteres, y que no sea una contraseña común. Sus sesiones abiertas se cierran."
          error={wrong}
        />
      </FormShell>
    </Modal>
  )
}
