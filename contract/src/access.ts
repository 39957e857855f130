/** Roles, permissions and who may do what (contract.md section 3). No zod: the login loads it. */

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

/** Every named condition must hold; `{}` asks for a session only. */
export interface Access {
  readonly role?: Rol
  readonly anyOf?: readonly Permiso[]
  readonly except?: Rol
}

export interface Caller {
  readonly rol_nombre: Rol
  readonly permissions: Permiso[]
}

/** One rule for the call, the page and the menu entry. */
export const can = (caller: Caller, access: Access): boolean =>
  (access.role === undefined || access.role === caller.rol_nombre) &&
  access.except !== caller.rol_nombre &&
  (access.anyOf === undefined || access.anyOf.some((p) => caller.permissions.includes(p)))

export const anyRoutePermiso = [
  'ver_rutas',
  'crear_rutas',
  'editar_rutas',
  'eliminar_rutas',
] as const satisfies readonly Permiso[]
