import type { FilaAccion } from '@flota/contract/importar.ts'
import type { Cell } from './reader/cell.ts'

export type Valor = string | number | null
export type Valores = Readonly<Record<string, Valor>>

/** What is wrong with a cell. */
export interface Falla {
  campo: string
  mensaje: string
}

/** A row of the sheet, judged by itself: whatever is there. */
export interface Fila {
  fila: number
  celdas: readonly Cell[]
  /** Of each field that the sheet brings what was read; null where that is wrong. */
  leido: Valores
  fallas: readonly Falla[]
  /** What is wrong with it as a whole. */
  entera: string | null
  /** As POST takes it; only where no cell is wrong. */
  valores: Valores
}

/** What becomes of a row beside what is there and the rows above it. */
export interface Juicio {
  accion: FilaAccion
  fallas: readonly Falla[]
  entera: string | null
  /** As it would be written, with the ids of what it names; of a wrong row as far as that is known. */
  valores: Valores
  /** What its cells name, as it is called there. */
  nombres: Readonly<Record<string, string>>
  /** The record that it is the same as. */
  antes: Registro | null
}

/** A record that is there. */
export interface Registro {
  id: number
  version: number
  valores: Valores
}
