/** Roles, permissions and access rules (docs/contract/permissions.md). No zod: the login page imports it. */

export const roles = ['administrador', 'piloto', 'usuario'] as const
export type Rol = (typeof roles)[number]

export const permisoNames = [
  'gestionar_catalogos',
  'generar_reportes',
  'crear_rutas',
  'ver_rutas',
  'actualizar_estado',
  'editar_rutas',
  'eliminar_rutas',
] as const
export type Permiso = (typeof permisoNames)[number]
/** Stored and sent apart from the seven: see `permisosDinero` in permisos.ts. */
export type PermisoDinero = 'ver_dinero' | 'gestionar_dinero' | 'gestionar_cobros'

/** Access rule: all conditions must hold. `{}` requires only a session. */
export interface Access {
  readonly role?: Rol
  readonly anyOf?: readonly (Permiso | PermisoDinero)[]
  readonly except?: Rol
  /** Permission that a piloto needs instead of `anyOf`. */
  readonly pilotoPermiso?: Permiso
}

export interface Caller {
  readonly rol_nombre: Rol
  readonly permissions: Permiso[]
  /** Missing in sessions that the browser stored before this field existed. */
  readonly permissions_dinero?: PermisoDinero[]
}

/** Returns whether the caller meets the rule. Calls, pages and menu entries all use it. */
export const can = (caller: Caller, { role, except, anyOf, pilotoPermiso }: Access): boolean => {
  const { rol_nombre, permissions, permissions_dinero = [] } = caller
  const callerPermissions: string[] = [...permissions, ...permissions_dinero]
  const needed = pilotoPermiso && rol_nombre === 'piloto' ? [pilotoPermiso] : anyOf
  return (
    (role ?? rol_nombre) === rol_nombre &&
    except !== rol_nombre &&
    (needed?.some((each) => callerPermissions.includes(each)) ?? true)
  )
}

export const anyRoutePermiso = [
  'ver_rutas',
  'crear_rutas',
  'editar_rutas',
  'eliminar_rutas',
] as const satisfies readonly Permiso[]
