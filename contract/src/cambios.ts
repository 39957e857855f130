/** What the log says of a change, for the screen and the sheet. No zod: the browser imports it. */

export const acciones = [
  'crear',
  'editar',
  'estado',
  'eliminar',
  'restaurar',
  'permisos',
  'clave',
  'entrar',
  'salir',
  'rechazado',
  'exportar',
  'excepcion',
  'posponer',
] as const
export type Accion = (typeof acciones)[number]

/** `{ precio: [1250, 1150] }`: of each field that changed, what it was and what it is. */
export type Cambios = Record<string, [antes: unknown, despues: unknown]>

/** An id says less than the name that stands beside it: camion_id is told by camion, chofer_id by piloto. */
const besideOf = (campo: string) => (campo === 'chofer_id' ? 'piloto' : campo.replace(/_id$/, ''))

function valor(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.map(valor).join(', ') || '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Each change as people read it, `['precio: 1250 → 1150', 'camion: C-1 → C-2']`; an id only where nothing names it. */
export const cambiosTextos = (cambios: Cambios): string[] =>
  Object.entries(cambios)
    .filter(([campo]) => besideOf(campo) === campo || !Object.hasOwn(cambios, besideOf(campo)))
    .map(([campo, [antes, despues]]) => `${campo}: ${valor(antes)} → ${valor(despues)}`)
