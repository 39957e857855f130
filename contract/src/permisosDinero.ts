import type { PermisoDinero, Rol } from './access.ts'

/** The permissions beside the seven, with keys of their own; 10 is kept for later (docs/contract/permissions.md). No zod. */
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

/** The names that count for a user: all for an administrador, none for a piloto, whatever is stored. */
export const effectivePermisosDinero = (rol: Rol, stored: readonly number[]): PermisoDinero[] =>
  permisosDinero
    .filter(({ id }) => rol === 'administrador' || (rol === 'usuario' && stored.includes(id)))
    .map(({ nombre_permiso }) => nombre_permiso)
