/** Roles, permissions and who may do what (docs/contract/permissions.md). No zod: the login loads it. */

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
/** Beside the seven, with keys of their own: permisosDinero.ts. */
export type PermisoDinero = 'ver_dinero' | 'gestionar_dinero'

/** Every named condition must hold; `{}` asks for a session only. */
export interface Access {
  readonly role?: Rol
  readonly anyOf?: readonly (Permiso | PermisoDinero)[]
  readonly except?: Rol
  /** What a piloto needs in place of `anyOf`. */
  readonly ofPiloto?: Permiso
}

export interface Caller {
  readonly rol_nombre: Rol
  readonly permissions: Permiso[]
  /** A session that an earlier release kept has none. */
  readonly permissions_dinero?: PermisoDinero[]
}

/** One rule for the call, the page and the menu entry. */
export const can = (caller: Caller, { role, except, anyOf, ofPiloto }: Access): boolean => {
  const { rol_nombre, permissions, permissions_dinero = [] } = caller
  const callerPermissions: string[] = [...permissions, ...permissions_dinero]
  const needed = ofPiloto && rol_nombre === 'piloto' ? [ofPiloto] : anyOf
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
