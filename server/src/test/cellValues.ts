import type { CampoClase } from '@flota/contract/imports/importarCampos.ts'
import { readCell } from '../features/importar/reader/readCell.ts'
import type { Cell } from '../features/importar/reader/sheet.ts'

export const zona = 'America/Guatemala'

/** Returns the value or the error of a cell. */
export const valueOf = (clase: CampoClase, cell: Cell, is1904 = false, isDecimalComma = false) => {
  const read = readCell(clase, cell, { is1904, zona, isDecimalComma })
  return 'error' in read ? read.error : read.value
}
export const day = (serial: number): Cell => ({ is: 'date', serial })
export const hour = (serial: number): Cell => ({ is: 'hour', serial })
export const iso = (text: string): Cell => ({ is: 'iso', text })
