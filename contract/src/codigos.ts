/** Another trip needs the same truck, pilot or helper. No zod: the browser imports it. */
export const occupiedCodigos = ['CAMION_OCUPADO', 'PILOTO_OCUPADO', 'AYUDANTE_OCUPADO'] as const
/** What the check before assigning looks at, in the order in which it is told. */
export const codigos = [
  ...occupiedCodigos,
  'LICENCIA_VENCIDA',
  'DOCUMENTO_VENCIDO',
  'CAMION_EN_TALLER',
  'RESTRICCION',
] as const
export type Codigo = (typeof codigos)[number]

/** What becomes of a hit: it is not looked for, told, or refused. */
export const modos = ['callar', 'avisar', 'bloquear'] as const
export type Modo = (typeof modos)[number]

/** What `hora` of a trip means: when it leaves, or when it arrives. */
export const horaEs = ['salida', 'llegada'] as const
