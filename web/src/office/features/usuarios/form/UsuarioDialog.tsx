import '@flota/contract/core/zodConfig.ts'
import { type Usuario, usuarios } from '@flota/contract/account/usuarios.ts'
import type { z } from 'zod'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import type { FieldSpec, Fields } from '../../../../form/FieldSpec.ts'
import { valuesOf } from '../../../../form/validate.ts'
import type { UsuarioRow } from '../permisos.ts'
import { passwordField, permisosDineroField, permisosField } from './fields.tsx'
import { PermisosField } from './PermisosField.tsx'

export interface UsuarioDialogRequest {
  what: 'password' | 'permisos'
  usuario: UsuarioRow
}

interface Props {
  usuario: UsuarioRow
  onClose: () => void
}

export function UsuarioDialog({ what, ...props }: UsuarioDialogRequest & Props) {
  const Modal = what === 'password' ? PasswordDialog : PermisosDialog
  return <Modal {...props} />
}

/** Returns the form props of a dialog that changes some fields of a user. */
function useUsuarioChange(usuario: UsuarioRow, fields: Fields) {
  const update = useSave('PUT /api/usuarios/:id')
  const params = { id: usuario.id }
  const storedOf = (row: UsuarioRow) => ({ ...row, values: valuesOf(fields, row) })
  return {
    fields,
    schema: usuarios.update.body,
    stored: storedOf(usuario),
    save: (body: z.output<typeof usuarios.update.body>) => update({ params, body }),
    reload: async () => storedOf((await call('GET /api/usuarios/:id', { params })).data),
    resultType: 'edit' as const,
  }
}

const newPasswordField = {
  ...passwordField('Contraseña nueva', {
    hint: 'Al menos 8 caracteres, y que no sea una contraseña común. Sus sesiones abiertas se cierran.',
  }),
  validate: (typed: string) => (typed ? undefined : 'Por favor ingresa una contraseña'),
}

function PasswordDialog({ usuario, onClose }: Props) {
  return (
    <DialogForm
      {...useUsuarioChange(usuario, { password: newPasswordField })}
      title={`Cambiar la contraseña de ${usuario.username}`}
      errorTitle={(cause) => ({ title: `Error actualizando contraseña: ${cause}` })}
      onClose={onClose}
    />
  )
}

/** Loads the user's permissions first, which the list lacks. */
function PermisosDialog({ usuario: { id, username }, onClose }: Props) {
  const title = `Permisos de ${username}`
  const answer = useEndpoint('GET /api/usuarios/:id', { params: { id } })
  if (!answer.data)
    return (
      <DialogLoading title={title} errorTitle="Error cargando usuarios" query={answer} onClose={onClose} />
    )
  return <PermisosForm title={title} usuario={answer.data.data} onClose={onClose} />
}

function PermisosForm({ title, usuario, onClose }: { title: string; usuario: Usuario; onClose: () => void }) {
  const permisos: FieldSpec<readonly number[], number[]> = {
    ...permisosField,
    Input: ({ error, hint, ...field }) => (
      <PermisosField {...field} existing hidesTitle rol={usuario.rol_nombre} hint={error ?? hint} />
    ),
  }
  return (
    <DialogForm
      {...useUsuarioChange(usuario, {
        permisos,
        ...(usuario.rol_nombre === 'usuario' && { permisos_dinero: permisosDineroField }),
      })}
      title={title}
      errorTitle="Error actualizando permisos"
      className="max-w-2xl!"
      onClose={onClose}
    />
  )
}
