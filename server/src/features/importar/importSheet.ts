import { type CampoClase, type ImportTipo, importCampos } from '@flota/contract/imports/importarCampos.ts'
import { columnNumber } from './reader/columns.ts'
import { type CellContext, hasDecimalComma } from './reader/readCell.ts'
import type { ParsedSheet, SheetField } from './reader/sheet.ts'

interface ImportField extends SheetField {
  clase: CampoClase
  context: CellContext
  /** Index of its column; undefined for one text for every row. */
  column: number | undefined
}

/** Sheet with what its columns say together about their cells. */
export interface ImportSheet extends ParsedSheet {
  tipo: ImportTipo
  /** Last date of an invoice. */
  hoy: string
  campos: ImportField[]
  /** Numbers of the rows that are left out. */
  ignoradas: readonly number[]
  /** Hour without a column of its own, and the index of the date whose cell it is read from. */
  sharedHour: { campo: string; dateAt: number; context: CellContext } | undefined
}

/** Today in the company's time zone. */
export interface CompanyDay {
  zona: string
  hoy: string
}

export function describeSheet(tipo: ImportTipo, sheet: ParsedSheet, { zona, hoy }: CompanyDay): ImportSheet {
  const { filas, is1904 } = sheet
  const campos = sheet.campos.map((field, at): ImportField => {
    const clase = importCampos[tipo][field.campo]?.clase ?? 'texto'
    const isAmountColumn = clase === 'monto' && field.columna !== null
    const isDecimalComma = isAmountColumn && hasDecimalComma(filas.map(({ cells }) => cells[at] ?? null))
    const column = field.columna === null ? undefined : columnNumber(field.columna)
    return { ...field, clase, column, context: { is1904, zona, isDecimalComma } }
  })
  return { ...sheet, tipo, hoy, campos, ignoradas: [], sharedHour: findSharedHour(tipo, campos) }
}

/** Returns the amounts whose decimal sign is the comma. */
export const decimalCommaCampos = ({ campos }: ImportSheet): string[] =>
  campos.filter(({ context }) => context.isDecimalComma).map(({ campo }) => campo)

function findSharedHour(tipo: ImportTipo, campos: readonly ImportField[]): ImportSheet['sharedHour'] {
  const campo = Object.keys(importCampos[tipo]).find((each) => importCampos[tipo][each]?.clase === 'hora')
  const dateAt = campos.findIndex(({ clase }) => clase === 'fecha')
  const date = campos[dateAt]
  if (campo === undefined || !date) return undefined
  const hour = campos.find(({ clase }) => clase === 'hora')
  const isShared = hour === undefined || (hour.columna !== null && hour.columna === date.columna)
  return isShared ? { campo, dateAt, context: date.context } : undefined
}
