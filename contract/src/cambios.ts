import { campoLabel, formatCampo } from './campos.ts'

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
  'importar',
  'deshacer',
] as const
export type Accion = (typeof acciones)[number]

/** `{ precio: [1250, 1150] }`: of each field that changed, what it was and what it is. */
export type Cambios = Record<string, [antes: unknown, despues: unknown]>

/** An id says less than the name that stands beside it: camion_id is told by camion, chofer_id by piloto. */
const nameFieldOf = (campo: string) => (campo === 'chofer_id' ? 'piloto' : campo.replace(/_id$/, ''))

/** A change as people read it: Precio, Q1,250.00, Q1,150.00. */
interface Cambio {
  campo: string
  antes: string
  despues: string
}

/** Each change in the words of the screens, moments as in `zona`; an id only where nothing names it. */
export const describeCambios = (cambios: Cambios, zona?: string): Cambio[] =>
  Object.entries(cambios)
    .filter(([campo]) => nameFieldOf(campo) === campo || !Object.hasOwn(cambios, nameFieldOf(campo)))
    .map(([campo, [antes, despues]]) => ({
      campo: campoLabel(campo),
      antes: formatCampo(campo, antes, zona),
      despues: formatCampo(campo, despues, zona),
    }))

/** The same in one line each: 'Precio: Q1,250.00 → Q1,150.00'. */
export const cambioLines = (cambios: Cambios, zona: string): string[] =>
  describeCambios(cambios, zona).map(({ campo, antes, despues }) => `${campo}: ${antes} → ${despues}`)
