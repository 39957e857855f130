import type { PermisoDinero, Rol } from './access.ts'

/**
 * Money permissions, stored and sent apart from the seven (docs/contract/permissions.md). Id 10 is reserved.
 */
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
] as const satisfies readonly { id: number; nombre_permiso: PermisoDinero; descripcion: string }[]

/** Returns the effective money permissions: all for an administrador, none for a piloto. */
export const effectivePermisosDinero = (rol: Rol, stored: readonly number[]): PermisoDinero[] =>
  permisosDinero
    .filter(({ id }) => rol === 'administrador' || (rol === 'usuario' && stored.includes(id)))
    .map(({ nombre_permiso }) => nombre_permiso)
