import type { Usuario } from '@flota/contract/account/usuarios.ts'
import type { Permiso, Rol } from '@flota/contract/core/access.ts'
import { permisos } from '@flota/contract/core/permisos.ts'

/** A user as listed. */
export type UsuarioRow = Omit<Usuario, 'permisos_dinero' | 'segundo_factor'>

/** Permissions that can be changed for an existing user of role usuario (docs/contract/permissions.md). */
const switchablePermisos: readonly Permiso[] = ['generar_reportes', 'gestionar_catalogos']

export function isPermisoLocked(rol: Rol, existing: boolean, id: number): boolean {
  if (rol === 'administrador') return true
  if (rol === 'piloto' || !existing) return false
  return !permisos.some((permiso) => permiso.id === id && switchablePermisos.includes(permiso.nombre_permiso))
}

/** Returns the reason for locked permissions or a hint, null if neither is needed. */
export function permisosNote(rol: Rol, existing: boolean): string | null {
  if (rol === 'administrador') return 'Un administrador tiene todos los permisos.'
  if (rol === 'piloto') return null
  return existing
    ? 'Los permisos de rutas se asignan al crear el usuario.'
    : 'Elige lo que este usuario puede hacer.'
}
