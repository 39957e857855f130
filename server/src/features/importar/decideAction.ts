import type { ImportarQuery } from '@flota/contract/importar.ts'
import type { Falla, Fila, Juicio, Registro, Valores } from './importRow.ts'

/** A row, before it is known what becomes of it. */
export interface Vista {
  fila: Fila
  fallas: readonly Falla[]
  valores: Valores
  nombres?: Readonly<Record<string, string>>
  /** A fault of the row as a whole that nothing excuses. */
  entera?: string | null
}

/** What is there of it, and how a row that is the same is spoken of. */
export interface Igual {
  registro: Registro
  mensaje: string
  /** What is written of it: all that the sheet brings but what it was found by. */
  escrito: readonly string[]
}

export const isWrong = ({ fila, fallas, entera }: Vista) =>
  fallas.length > 0 || entera != null || fila.entera !== null

const judged = (vista: Vista, accion: Juicio['accion'], more: Partial<Juicio> = {}): Juicio => ({
  accion,
  fallas: vista.fallas,
  entera: vista.entera ?? vista.fila.entera,
  valores: vista.valores,
  nombres: vista.nombres ?? {},
  antes: null,
  ...more,
})

export const wrong = (vista: Vista, entera?: string): Juicio =>
  judged(vista, 'error', entera === undefined ? {} : { entera })
export const repeats = (vista: Vista, first: number): Juicio => wrong(vista, `Repite la fila ${first}.`)
export const fresh = (vista: Vista): Juicio => judged(vista, 'nueva')

/** What is done with a row whose record is there. */
export function same(vista: Vista, igual: Igual, modo: ImportarQuery['duplicados']): Juicio {
  if (modo === 'error') return wrong(vista, igual.mensaje)
  const { registro, escrito } = igual
  if (modo === 'saltar') return judged(vista, 'saltada', { antes: registro })
  const valores = {
    ...registro.valores,
    ...Object.fromEntries(escrito.map((campo) => [campo, vista.valores[campo] ?? null])),
  }
  const isChanged = escrito.some((campo) => valores[campo] !== registro.valores[campo])
  return judged(vista, isChanged ? 'cambiada' : 'igual', { valores, antes: registro })
}

/** Of rows by a key: the first with it. */
export class Firsts {
  readonly #rows = new Map<string, number>()

  /** @returns the row that had the key before, if any */
  take(clave: string, fila: number): number | undefined {
    const first = this.#rows.get(clave)
    if (first === undefined) this.#rows.set(clave, fila)
    return first
  }
}

/** What `columnas` or the headings bring, as POST names it. */
export const broughtBy = (filas: readonly Fila[]): string[] => Object.keys(filas[0]?.leido ?? {})
