/** The words that a record's state can be. No zod: the browser imports it. */
export const rutaEstados = ['Pendiente', 'En curso', 'Entregado', 'Incidente'] as const
export type RutaEstado = (typeof rutaEstados)[number]

/** Trips that are still to be driven: only these occupy their truck and people. */
export const openEstados = ['Pendiente', 'En curso'] as const satisfies RutaEstado[]
export const isOpen = ({ estado }: { estado: string }) => openEstados.some((each) => each === estado)

export const usuarioEstados = ['activo', 'inactivo'] as const
export const mantenimientoEstados = ['Programado', 'En proceso', 'Completado', 'Cancelado'] as const
export const mantenimientoTipos = ['Preventivo', 'Correctivo'] as const

/** What papers are kept of: each a catalogue. */
export const documentoEntidades = ['choferes', 'ayudantes', 'camiones'] as const
export type DocumentoEntidad = (typeof documentoEntidades)[number]
export const documentoEstados = ['vencido', 'por_vencer', 'vigente', 'falta'] as const
export type DocumentoEstado = (typeof documentoEstados)[number]
/** What ended or is about to by its type's own days; what ends within so many from today. */
export const documentoPlazos = ['atender', '7-dias', '15-dias', '30-dias'] as const
export type DocumentoPlazo = (typeof documentoPlazos)[number]

/** What a trip met on the road. */
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

/** What proves a delivery, of which a client may ask each. */
export const evidencias = ['foto', 'firma'] as const
export type Evidencia = (typeof evidencias)[number]

/** Kinds of what happens on a trip, in the order in which those of one moment are told. */
export const lineaClases = ['estado', 'tiempo', 'incidente', 'entrega', 'archivo'] as const
export type LineaClase = (typeof lineaClases)[number]

/** By what a wait is charged. */
export const demoraUnidades = ['hora', 'dia'] as const

/** When a truck came to its two places and left them, in their order. */
export const tiempoNombres = ['llegada_carga', 'salida_carga', 'llegada_descarga', 'salida_descarga'] as const
export type TiempoNombre = (typeof tiempoNombres)[number]
