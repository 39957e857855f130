import { faltanOf, type ImportTipo } from '@flota/contract/importarCampos.ts'
import { importTitulo } from '@flota/contract/importarTitulo.ts'
import type { Sheet } from './reader/sheet.ts'

/** The columns that a row can't do without and the sheet has not, in the table's order. */
export const faltanIn = (tipo: ImportTipo, { campos }: Pick<Sheet, 'campos'>): string[] =>
  faltanOf(tipo, (campo) => campos.some((each) => each.campo === campo))

export const faltanText = (faltan: readonly string[]) =>
  `Faltan columnas: ${faltan.map(importTitulo).join(', ')}.`
