import { type ImportTipo, missingCampos } from '@flota/contract/importarCampos.ts'
import { importTitle } from '@flota/contract/importarTitulo.ts'
import type { ParsedSheet } from './reader/sheet.ts'

/** The columns that a row can't do without and the sheet has not, in the table's order. */
export const missingColumns = (tipo: ImportTipo, { campos }: Pick<ParsedSheet, 'campos'>): string[] =>
  missingCampos(tipo, (campo) => campos.some((each) => each.campo === campo))

export const missingColumnsText = (faltan: readonly string[]) =>
  `Faltan columnas: ${faltan.map(importTitle).join(', ')}.`
