import { type Permiso, permisoNames } from '@flota/contract/access.ts'

/** Permissions may stand as strings or as objects with nombre_permiso (docs/contract/sessions.md). */
export const parsePermissions = (stored: unknown): Permiso[] => {
  const names = (Array.isArray(stored) ? stored : []).map((each: unknown) =>
    typeof each === 'object' && each !== null && 'nombre_permiso' in each ? each.nombre_permiso : each,
  )
  return permisoNames.filter((name) => names.includes(name))
}
