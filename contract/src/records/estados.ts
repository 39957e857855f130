/** States and types of records. No zod: the web imports it. */
export const rutaEstados = ['Pendiente', 'En curso', 'Entregado', 'Incidente'] as const
export type RutaEstado = (typeof rutaEstados)[number]

/** Trips that still occupy their truck, pilot and helper. */
export const openEstados = ['Pendiente', 'En curso'] as const satisfies RutaEstado[]
export const isOpen = ({ estado }: { estado: string }) => openEstados.some((each) => each === estado)

export const usuarioEstados = ['activo', 'inactivo'] as const
export const mantenimientoEstados = ['Programado', 'En proceso', 'Completado', 'Cancelado'] as const
export const mantenimientoTipos = ['Preventivo', 'Correctivo'] as const

export const documentoEntidades = ['choferes', 'ayudantes', 'camiones'] as const
export type DocumentoEntidad = (typeof documentoEntidades)[number]
export const documentoEstados = ['vencido', 'por_vencer', 'vigente', 'falta'] as const
export type DocumentoEstado = (typeof documentoEstados)[number]
/** Filters by expiry: 'atender' uses the type's own notice days, the others days from today. */
export const documentoPlazos = ['atender', '7-dias', '15-dias', '30-dias'] as const
export type DocumentoPlazo = (typeof documentoPlazos)[number]

export const incidenteCausas = [
  'Bloqueo',
  'Mecánico',
  'Accidente',
  'Robo',
  'Cliente',
  'Clima',
  'Aduana o puerto',
  'Otro',
] as const
export type IncidenteCausa = (typeof incidenteCausas)[number]

export const evidencias = ['foto', 'firma'] as const
export type Evidencia = (typeof evidencias)[number]

/** Kinds of timeline entries, in the order in which entries of the same moment are listed. */
export const lineaClases = ['estado', 'tiempo', 'incidente', 'entrega', 'archivo'] as const
export type LineaClase = (typeof lineaClases)[number]

export const demoraUnidades = ['hora', 'dia'] as const

/** Arrival and departure at loading and unloading, in order. */
export const tiempoNombres = ['llegada_carga', 'salida_carga', 'llegada_descarga', 'salida_descarga'] as const
export type TiempoNombre = (typeof tiempoNombres)[number]
