import '@flota/contract/zodConfig.ts'
import { type Usuario, usuarios } from '@flota/contract/usuarios.ts'
import type { z } from 'zod'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import type { FieldSpec, Fields } from '../../../../form/FieldSpec.ts'
import { valuesOf } from '../../../../form/validate.ts'
import type { UsuarioFila } from '../permisos.ts'
import { permisosDineroField, permisosField } from './fields.tsx'
import { PermisosField } from './PermisosField.tsx'
import { password } from './passwordField.tsx'

export interface ModalAsked {
  what: 'password' | 'permisos'
  usuario: UsuarioFila
}

interface Props {
  usuario: UsuarioFila
  onClose: () => void
}

export function UsuarioModal({ what, ...props }: ModalAsked & Props) {
  const Modal = what === 'password' ? PasswordModal : PermisosModal
  return <Modal {...props} />
}

/** What a dialog over the list changes of a user: only its fields are sent. */
function useChange(usuario: UsuarioFila, fields: Fields) {
  const update = useSave('PUT /api/usuarios/:id')
  const params = { id: usuario.id }
  const storedOf = (row: UsuarioFila) => ({ ...row, values: valuesOf(fields, row) })
  return {
    fields,
    schema: usuarios.update.body,
    stored: storedOf(usuario),
    save: (body: z.output<typeof usuarios.update.body>) => update({ params, body }),
    reload: async () => storedOf((await call('GET /api/usuarios/:id', { params })).data),
    told: 'edit' as const,
  }
}

const newPassword = {
  ...password('Contraseña nueva', {
    hint: 'Al menos 8 caracteres, y que no sea una contraseña común. Sus sesiones abiertas se cierran.',
  }),
  wrong: (typed: string) => (typed ? undefined : 'Por favor ingresa una contraseña'),
}

function PasswordModal({ usuario, onClose }: Props) {
  return (
    <DialogForm
      {...useChange(usuario, { password: newPassword })}
      title={`Cambiar la contraseña de ${usuario.username}`}
      failed={(cause) => ({ title: `Error actualizando contraseña: ${cause}` })}
      onClose={onClose}
    />
  )
}

/** What the list does not tell is read first. */
function PermisosModal({ usuario: { id, username }, onClose }: Props) {
  const title = `Permisos de ${username}`
  const answer = useEndpoint('GET /api/usuarios/:id', { params: { id } })
  if (!answer.data)
    return <DialogLoading title={title} failed="Error cargando usuarios" of={answer} onClose={onClose} />
  return <PermisosForm title={title} usuario={answer.data.data} onClose={onClose} />
}

interface PermisosProps {
  title: string
  usuario: Usuario
  onClose: () => void
}

function PermisosForm({ title, usuario, onClose }: PermisosProps) {
  const permisos: FieldSpec<readonly number[], number[]> = {
    ...permisosField,
    Input: ({ error, hint, ...field }) => (
      <PermisosField {...field} existing titled rol={usuario.rol_nombre} hint={error ?? hint} />
    ),
  }
  return (
    <DialogForm
      {...useChange(usuario, {
        permisos,
        ...(usuario.rol_nombre === 'usuario' && { permisos_dinero: permisosDineroField }),
      })}
      title={title}
      failed="Error actualizando permisos"
      className="max-w-2xl!"
      onClose={onClose}
    />
  )
}
