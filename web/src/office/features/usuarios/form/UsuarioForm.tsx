import '@flota/contract/core/zodConfig.ts'
import { type Usuario, usuarios } from '@flota/contract/account/usuarios.ts'
import { effectivePermisos, effectivePermisosDinero } from '@flota/contract/core/permisos.ts'
import { useState } from 'react'
import { getSession, saveSession } from '../../../../api/session.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { RecordSkeleton } from '../../../../form/RecordLoader.tsx'
import type { OverlayFormProps } from '../../../../list/listWithForm.tsx'
import { pilotosFailed, usePilotoNames } from '../usePilotos.ts'
import { usuarioFields } from './fields.tsx'

const words = {
  create: 'Ingresar Usuario',
  edit: 'Editar Usuario',
  singular: 'Usuario',
  loadOne: 'Error cargando usuarios',
}

/** Shows a user's form once the pilots' names are loaded. */
export function UsuarioForm({ id, onClose }: OverlayFormProps) {
  const { loaded, error, refetch, nameOf } = usePilotoNames()
  if (id === null || loaded)
    return <LoadedUsuarioForm id={id} onClose={onClose} pilotoOf={(piloto) => nameOf(piloto) ?? ''} />
  return (
    <RecordSkeleton
      title={words.edit}
      loading="Cargando usuario…"
      fields={4}
      errorTitle={pilotosFailed}
      query={{ error, refetch }}
      onBack={onClose}
    />
  )
}

function LoadedUsuarioForm(props: OverlayFormProps & { pilotoOf: (id: number | null) => string }) {
  const { id, onClose, pilotoOf } = props
  const [fields] = useState(() => usuarioFields(pilotoOf))
  return (
    <RecordForm
      calls={usuarios}
      id={id}
      fields={fields}
      words={words}
      nameOf={({ username }) => username}
      refusal={({ message }) => ({ title: `Error guardando usuario: ${message}` })}
      onClose={onClose}
      layout="gap-x-6 md:grid-cols-2 xl:grid-cols-4"
      onChanged={updateOwnSession}
    />
  )
}

/** Updates the session if users edit their own record, as the next login would. */
function updateOwnSession(row: Usuario) {
  const { id, username, rol_id, rol_nombre, estado, piloto_id } = row
  const session = getSession()
  if (session?.user.id !== id) return
  const user = { ...session.user, username, rol_id, rol_nombre, estado, piloto_id }
  saveSession(session.token, {
    user,
    permissions: effectivePermisos(rol_nombre, row.permisos),
    permissions_dinero: effectivePermisosDinero(rol_nombre, row.permisos_dinero),
  })
}
