import { type Permiso, type PermisoDinero, type Rol, roles } from './access.ts'

export const rolId = { administrador: 1, piloto: 2, usuario: 3 } as const satisfies Record<Rol, number>

export const rolById = (id: number): Rol | undefined => roles.find((rol) => rolId[rol] === id)

/** The ids are stored. A pilot's default is 4 and 5. */
export const permisos = [
  {
    id: 1,
    nombre_permiso: 'gestionar_catalogos',
    descripcion: 'Gestionar pilotos, ayudantes, clientes, camiones y mantenimientos',
  },
  { id: 2, nombre_permiso: 'generar_reportes', descripcion: 'Generar y exportar reportes' },
  { id: 3, nombre_permiso: 'crear_rutas', descripcion: 'Crear rutas' },
  { id: 4, nombre_permiso: 'ver_rutas', descripcion: 'Ver rutas' },
  { id: 5, nombre_permiso: 'actualizar_estado', descripcion: 'Cambiar el estado de las rutas propias' },
  { id: 6, nombre_permiso: 'editar_rutas', descripcion: 'Editar rutas' },
  { id: 7, nombre_permiso: 'eliminar_rutas', descripcion: 'Eliminar rutas' },
] as const satisfies { id: number; nombre_permiso: Permiso; descripcion: string }[]

const countingForPiloto: readonly Permiso[] = ['ver_rutas', 'actualizar_estado']

export const permisosAssignable = (rol: Rol) =>
  permisos.filter((p) => rol !== 'piloto' || countingForPiloto.includes(p.nombre_permiso))

/** Returns the ids that a new user of the role gets by default (docs/contract/permissions.md). */
export const defaultPermisos = (rol: Rol): number[] =>
  rol === 'usuario' ? [] : permisosAssignable(rol).map((p) => p.id)

/** Returns the effective permissions: all for an administrador, at most two for a piloto. */
export const effectivePermisos = (rol: Rol, stored: readonly number[]): Permiso[] =>
  permisosAssignable(rol)
    .filter((p) => rol === 'administrador' || stored.includes(p.id))
    .map((p) => p.nombre_permiso)

/** Money permissions, stored apart from the seven (docs/contract/permissions.md). */
export const permisosDinero = [
  {
    id: 8,
    nombre_permiso: 'ver_dinero',
    descripcion: 'Ver anticipos, gastos, saldos y márgenes',
  },
  {
    id: 9,
    nombre_permiso: 'gestionar_dinero',
    descripcion: 'Registrar anticipos y gastos, y liquidar',
  },
  {
    id: 10,
    nombre_permiso: 'gestionar_cobros',
    descripcion: 'Registrar facturas y cobros',
  },
] as const satisfies readonly { id: number; nombre_permiso: PermisoDinero; descripcion: string }[]

/** Returns the effective money permissions: all for an administrador, none for a piloto. */
export const effectivePermisosDinero = (rol: Rol, stored: readonly number[]): PermisoDinero[] =>
  permisosDinero
    .filter(({ id }) => rol === 'administrador' || (rol === 'usuario' && stored.includes(id)))
    .map(({ nombre_permiso }) => nombre_permiso)
