/** The words that a record's state can be. No zod: the browser imports it. */
export const rutaEstados = ['Pendiente', 'En curso', 'Entregado', 'Incidente'] as const
export type RutaEstado = (typeof rutaEstados)[number]

export const usuarioEstados = ['activo', 'inactivo'] as const
export const mantenimientoEstados = ['Programado', 'En proceso', 'Completado', 'Cancelado'] as const
export const mantenimientoTipos = ['Preventivo', 'Correctivo'] as const
