import { addDays } from '@flota/contract/core/dates.ts'
import type { CampoClase } from '@flota/contract/imports/importarCampos.ts'
import { normalizeText } from '@flota/contract/imports/importarHeadings.ts'
import { rutaEstados } from '@flota/contract/records/estados.ts'
import type { SheetCell } from '../../../platform/xlsx/sheet.ts'
import { parseDate, parseHour } from './dateText.ts'
import type { Cell } from './sheet.ts'

/** Value for POST's schema, or an error that replaces the schema's. */
type ParsedCell = { value: string | number | null } | { error: string }

/** How the cells of a column are read. */
export interface CellContext {
  /** Whether the workbook counts days from 1904. */
  is1904: boolean
  /** Time zone of the company. */
  zona: string
  /** Whether the column's comma is the decimal sign. */
  isDecimalComma?: boolean
}

/** Reads a cell as a field of a kind. A value that doesn't fit stays text, which POST's schema then rejects. */
export function readCell(clase: CampoClase, cell: Cell, context: CellContext): ParsedCell {
  if (cell === null) return { value: null }
  if (typeof cell === 'object' && cell.is === 'error')
    return { error: `La celda tiene un error de Excel: ${cell.code}.` }
  if (typeof cell === 'object' && cell.is === 'formulaWithoutValue')
    return { error: 'La fórmula no tiene valor. Abre la hoja en Excel y guárdala.' }
  if (clase === 'texto' && isCutNumber(cell))
    return { error: 'Excel cortó este número: dale formato de texto y escríbelo otra vez.' }
  return { value: cellReaders[clase](cell, context) ?? textOfCell(cell, context.is1904) }
}

/** Reads the hour of a date's cell. Null without an hour. */
export function readHourOfDate(cell: Cell, context: CellContext): string | null {
  if (cell === null) return null
  const serial = numberOf(cell)
  if (serial !== undefined) return timeOfDay(round15Digits(serial))
  const date = parseDate(textIn(cell), context.zona)
  if (!date) return null
  // POST's schema rejects the text of a time that does not exist.
  return date.hora === undefined ? textIn(cell) : date.hora
}

type NonEmptyCell = Exclude<Cell, null>
type CellReader = (cell: NonEmptyCell, context: CellContext) => string | number | undefined

/** Excel keeps 15 digits of a number, and shows a long one with an exponent. */
const isCutNumber = (cell: NonEmptyCell) =>
  typeof cell === 'number'
    ? Math.abs(cell) >= 1e15
    : typeof cell === 'string' && /^-?\d+([.,]\d+)?E\+\d+$/i.test(cell)

/** Returns the text that users see for a cell: dates as dd/mm/aaaa, times as HH:mm. */
export function textOfCell(cell: Cell, is1904: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No'
  if (typeof cell === 'number') return digitsOf(cell)
  if (cell.is === 'error') return cell.code
  if (cell.is === 'formulaWithoutValue') return ''
  if (cell.is === 'iso') return cell.text.match(isoDay)?.[0].split('-').reverse().join('/') ?? cell.text
  if (cell.is === 'hour') return timeOfSerial(cell.serial).slice(0, 5)
  return displayDateOfSerial(cell.serial, is1904) ?? digitsOf(cell.serial)
}

/**
 * Returns a cell for a book that counts days from 1900, to be read the same again.
 * @param isDate whether the column's numbers are dates
 */
export function cellToWrite(cell: Cell, is1904: boolean, isDate: boolean): SheetCell {
  const offset = is1904 ? days1904 : 0
  if (typeof cell === 'number' && isDate) return cell + offset
  if (cell === null || typeof cell === 'number' || typeof cell === 'string') return cell
  if (typeof cell === 'boolean' || cell.is === 'iso') return textOfCell(cell, is1904)
  if (cell.is === 'error') return { error: cell.code }
  if (cell.is === 'formulaWithoutValue') return { error: '#VALUE!' }
  if (cell.is === 'hour') return { number: cell.serial, format: 'time' }
  return { number: cell.serial + offset, format: Number.isInteger(cell.serial) ? 'date' : 'moment' }
}

const numberOf = (cell: NonEmptyCell): number | undefined =>
  typeof cell === 'number'
    ? cell
    : typeof cell === 'object' && (cell.is === 'date' || cell.is === 'hour')
      ? cell.serial
      : undefined

const cellReaders: Record<CampoClase, CellReader> = {
  // Programs that count with decimals write '55551234.0'.
  texto: (cell, { is1904 }) => textOfCell(cell, is1904).replace(/^(\d+)\.0$/, '$1'),
  fecha(cell, { is1904, zona }) {
    const serial = numberOf(cell)
    if (serial !== undefined) return dateOfSerial(serial, is1904) ?? digitsOf(serial)
    return parseDate(textIn(cell), zona)?.fecha
  },
  hora(cell, { zona }) {
    const serial = numberOf(cell)
    if (serial !== undefined) return hourOfSerial(serial) ?? digitsOf(serial)
    return parseHour(textIn(cell), zona)
  },
  monto(cell, { isDecimalComma = false }) {
    const number = numberOf(cell)
    return number === undefined ? amountOfText(textIn(cell), isDecimalComma) : roundToCents(number)
  },
  entero(cell) {
    const number = numberOf(cell)
    if (number !== undefined) return round15Digits(number)
    const amount = amountOfText(textIn(cell), false)
    return amount !== undefined && /^-?\d+(\.\d+)?$/.test(amount) ? Number(amount) : undefined
  },
  estado(cell, { is1904 }) {
    const text = normalizeText(textOfCell(cell, is1904))
    return rutaEstados.find((estado) => normalizeText(estado) === text)
  },
}

const textIn = (cell: NonEmptyCell) =>
  typeof cell === 'string' ? cell : typeof cell === 'object' && cell.is === 'iso' ? cell.text : ''

const quetzales = /^(?:GTQ|Q\.?)|(?:GTQ|Q\.?)$/gi
const groupedDigits = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/

const withoutCurrency = (text: string) => text.replace(/\s/g, '').replace(quetzales, '')

/** 'Q. 1,250.00' → '1250.00'. Undefined if a comma is neither the decimal sign nor a thousands separator. */
function amountOfText(text: string, isDecimalComma: boolean): string | undefined {
  const bare = withoutCurrency(text)
  if (isDecimalComma) return bare.replace(',', '.') || undefined
  if (!bare.includes(',')) return bare || undefined
  return groupedDigits.test(bare) ? bare.replaceAll(',', '') : undefined
}

/** A longer text is no amount. */
const maxAmountLength = 100

/**
 * Whether the comma is the decimal sign of a column of amounts: every one stands before one or two last digits, and
 * there is no point.
 */
export function hasDecimalComma(cells: readonly Cell[]): boolean {
  const strings = cells.filter((cell) => typeof cell === 'string')
  if (strings.some((text) => text.length > maxAmountLength)) return false
  const texts = strings.map(withoutCurrency)
  const withComma = texts.filter((text) => text.includes(','))
  return (
    withComma.length > 0 &&
    withComma.every((text) => /^[^,]*\d,\d{1,2}$/.test(text)) &&
    texts.every((text) => !text.includes('.'))
  )
}

/** Whether a cell holds only an amount, or the formula of one. */
export const isAmount = (cell: NonEmptyCell): boolean =>
  typeof cell === 'string'
    ? /^-?\d[\d.,]*$/.test(withoutCurrency(cell))
    : typeof cell === 'number' || (typeof cell === 'object' && cell.is === 'formulaWithoutValue')

/** Rounds like spreadsheets: digits after the 15th are floating-point noise. */
const round15Digits = (value: number) => Number(value.toPrecision(15))

/** Returns up to 15 digits without exponent or trailing zeros. */
function digitsOf(value: number): string {
  const [digits = '', exponent] = value.toPrecision(15).split('e')
  const [, sign = '', whole = '', part = ''] = digits.match(/^(-?)(\d+)(?:\.(\d+))?$/) ?? []
  const shift = Number(exponent ?? 0)
  const all = shift < 0 ? whole.padStart(whole.length - shift, '0') + part : whole + part
  const point = shift < 0 ? whole.length : whole.length + shift
  const padded = all.padEnd(point, '0')
  const left = padded.slice(0, point)
  const right = padded.slice(point).replace(/0+$/, '')
  const text = right ? `${left}.${right}` : left
  return text === '0' ? text : sign + text
}

/** Rounds the decimal digits half up, so that 1.005 becomes 1.01. */
function roundToCents(value: number): number {
  const [, sign = '', whole = '', part = ''] = digitsOf(value).match(/^(-?)(\d+)(?:\.(\d+))?$/) ?? []
  const rounded = BigInt(whole + part.padEnd(2, '0').slice(0, 2)) + (part.charAt(2) >= '5' ? 1n : 0n)
  return Number(`${sign}${rounded}`) / 100
}

/** Day 0 of Excel for dates from March 1900. */
const dayZero = '1899-12-30'
/** Days between the epochs of 1900 and 1904. */
const days1904 = 1462

const dayOf = (serial: number, is1904: boolean) => Math.floor(round15Digits(serial)) + (is1904 ? days1904 : 0)

/** Returns aaaa-mm-dd for dates from 1950 to 2099. Other numbers are probably not dates. */
function dateOfSerial(serial: number, is1904: boolean): string | undefined {
  const day = dayOf(serial, is1904)
  return day >= 18_264 && day <= 73_050 ? addDays(dayZero, day) : undefined
}

/** Returns dd/mm/aaaa. Undefined where spreadsheets show no date or disagree about it. */
function displayDateOfSerial(serial: number, is1904: boolean): string | undefined {
  const day = dayOf(serial, is1904)
  if (day < 61 || day > 2_958_465) return undefined
  const [year, month, date] = addDays(dayZero, day).split('-')
  return `${date}/${month}/${year}`
}

/** Returns the fraction of a day as HH:mm:ss, rounded to seconds. */
function timeOfSerial(serial: number): string {
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400) % 86_400
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** Like `timeOfSerial`, but never rounds the last half second up to the next day's 00:00:00. */
const timeOfDay = (serial: number) =>
  serial - Math.floor(serial) > 0.5 && timeOfSerial(serial) === '00:00:00' ? '23:59:59' : timeOfSerial(serial)

/** Returns HH:mm:ss. Undefined for whole numbers: 6 is not clearly a time. */
function hourOfSerial(serial: number): string | undefined {
  const number = round15Digits(serial)
  return number < 0 || (number !== 0 && Number.isInteger(number)) ? undefined : timeOfSerial(number)
}

const isoDay = /^\d{4}-\d{2}-\d{2}/
