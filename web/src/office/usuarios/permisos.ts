import { type Permiso, permisos, type Rol } from '@flota/contract/access.ts'

/** Of an existing user of role usuario only these are switched (contract.md section 3). */
const switchable: readonly Permiso[] = ['generar_reportes', 'gestionar_catalogos']

export function lockedFor(rol: Rol, existing: boolean, id: number): boolean {
  if (rol === 'administrador') return true
  if (rol === 'piloto' || !existing) return false
  return !permisos.some((permiso) => permiso.id === id && switchable.includes(permiso.nombre_permiso))
}

/** Why some are locked, or how to use the others; null where nothing needs saying. */
export function noteFor(rol: Rol, existing: boolean): string | null {
  if (rol === 'administrador') return 'Un administrador tiene todos los permisos.'
  if (rol === 'piloto') return null
  return existing
    ? 'Los permisos de rutas se asignan al crear el usuario.'
    : 'Elige lo que este usuario puede hacer.'
}
