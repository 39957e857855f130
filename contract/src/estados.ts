/** The words that a record's state can be. No zod: the browser imports it. */
export const rutaEstados = ['Pendiente', 'En curso', 'Entregado', 'Incidente'] as const
export type RutaEstado = (typeof rutaEstados)[number]

export const usuarioEstados = ['activo', 'inactivo'] as const
export const mantenimientoEstados = ['Programado', 'En proceso', 'Completado', 'Cancelado'] as const
export const mantenimientoTipos = ['Preventivo', 'Correctivo'] as const

/** What papers are kept of: each a catalogue. */
export const documentoEntidades = ['choferes', 'ayudantes', 'camiones'] as const
export type DocumentoEntidad = (typeof documentoEntidades)[number]
export const documentoEstados = ['vencido', 'por_vencer', 'vigente', 'falta'] as const
export type DocumentoEstado = (typeof documentoEstados)[number]
