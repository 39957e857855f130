import { campoLabel, formatCampo } from './campos.ts'

/** Formats log entries for the screen and the spreadsheet. No zod: the web imports it. */

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

/** Old and new value of each changed field: `{ precio: [1250, 1150] }`. */
export type Cambios = Record<string, [antes: unknown, despues: unknown]>

/** Returns the field that holds the name for an id: camion_id has camion, chofer_id has piloto. */
const nameFieldOf = (campo: string) => (campo === 'chofer_id' ? 'piloto' : campo.replace(/_id$/, ''))

interface Cambio {
  campo: string
  antes: string
  despues: string
}

/** Formats each change, moments in `zona`. Skips ids whose name is logged too. */
export const describeCambios = (cambios: Cambios, zona?: string): Cambio[] =>
  Object.entries(cambios)
    .filter(([campo]) => nameFieldOf(campo) === campo || !Object.hasOwn(cambios, nameFieldOf(campo)))
    .map(([campo, [antes, despues]]) => ({
      campo: campoLabel(campo),
      antes: formatCampo(campo, antes, zona),
      despues: formatCampo(campo, despues, zona),
    }))

/** Formats each change as one line: 'Precio: Q1,250.00 → Q1,150.00'. */
export const cambioLines = (cambios: Cambios, zona: string): string[] =>
  describeCambios(cambios, zona).map(({ campo, antes, despues }) => `${campo}: ${antes} → ${despues}`)
