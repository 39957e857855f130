/** Codes of a conflict with another trip over truck, pilot or helper. No zod: the web imports it. */
export const occupiedCodigos = ['CAMION_OCUPADO', 'PILOTO_OCUPADO', 'AYUDANTE_OCUPADO'] as const
/** Conflicts that the trip check finds, in the order of its response. */
export const codigos = [
  ...occupiedCodigos,
  'LICENCIA_VENCIDA',
  'DOCUMENTO_VENCIDO',
  'CAMION_EN_TALLER',
  'MANTENIMIENTO_VENCIDO',
  'RESTRICCION',
] as const
export type Codigo = (typeof codigos)[number]

/** What the trip check does per code: skip it, warn or reject. */
export const modos = ['callar', 'avisar', 'bloquear'] as const
export type Modo = (typeof modos)[number]

/** Meaning of a trip's `hora`: departure or arrival. */
export const horaEs = ['salida', 'llegada'] as const

/** The company's regime of ISR. Clients withhold ISR only from the simplified one. */
export const regimenesIsr = ['utilidades', 'simplificado'] as const
type RegimenIsr = (typeof regimenesIsr)[number]

export const regimenIsrWords: Record<RegimenIsr, string> = {
  utilidades: 'Sobre las utilidades',
  simplificado: 'Opcional simplificado',
}

/** Users of whom the company requires a second factor. Pilots never need one. */
export const exigencias = ['nadie', 'administradores', 'todos'] as const
type Exigencia = (typeof exigencias)[number]

export const exigenciaWords: Record<Exigencia, string> = {
  nadie: 'A nadie',
  administradores: 'A los administradores',
  todos: 'A todos, menos a los pilotos',
}

/** Paper of the report as PDF. */
export const paperSizes = ['a4', 'carta'] as const
export type PaperSize = (typeof paperSizes)[number]
