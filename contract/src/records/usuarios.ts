import { roles } from '../core/access.ts'
import { choice, defineFields, required, served, text, unlabelled } from '../core/fields.ts'
import { permisos, permisosDinero } from '../core/permisos.ts'
import { usuarioEstados } from './estados.ts'

const describeIds = (known: readonly { id: number; descripcion: string }[]) => (value: unknown) =>
  [value]
    .flat()
    .map((id) => known.find((each) => each.id === id)?.descripcion ?? String(id))
    .join(', ')

/** A user. `permisos` and `permisos_dinero` are the stored ids, ascending. */
export const usuarioFields = defineFields({
  username: text('Usuario', {
    required,
    max: 60,
    example: 'ana.morales',
    description: 'Nombre con que se entra; único sin distinguir mayúsculas.',
  }),
  rol_id: unlabelled('id', { required, description: 'Id del rol: 1 administrador, 2 piloto, 3 usuario.' }),
  rol_nombre: served('choice', {
    choices: roles,
    required,
    description: 'Nombre del rol; null si un piloto no tiene usuario.',
  }),
  estado: choice('Estado', {
    choices: usuarioEstados,
    required,
    description: 'Si puede entrar (`activo`) o no (`inactivo`).',
  }),
  piloto_id: unlabelled('id', { description: 'Id del piloto de este usuario; null si no hay.' }),
  permisos: {
    label: 'Permisos',
    type: 'list',
    required,
    format: describeIds(permisos),
    description: 'Ids de los permisos, de `GET /api/usuarios/permissions/available`.',
  },
  permisos_dinero: {
    label: 'Permisos de dinero',
    type: 'list',
    required,
    format: describeIds(permisosDinero),
    description: 'Ids de los permisos sobre dinero.',
  },
  segundo_factor: served('boolean', { required, description: 'Si al entrar se le pide un código.' }),
})
