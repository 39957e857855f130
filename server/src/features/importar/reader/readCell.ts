import { addDays } from '@flota/contract/core/dates.ts'
import type { CampoClase } from '@flota/contract/imports/importarCampos.ts'
import { rutaEstados } from '@flota/contract/records/estados.ts'
import { normalizeText } from './columns.ts'
import type { Cell } from './sheet.ts'

/** Value for POST's schema, or an error that replaces the schema's. */
type ParsedCell = { value: string | number | null } | { error: string }

/** Reads a cell as a field of a kind. A value that doesn't fit stays text, which POST's schema then rejects. */
export function readCell(clase: CampoClase, cell: Cell, is1904: boolean): ParsedCell {
  if (cell === null) return { value: null }
  if (typeof cell === 'object' && cell.is === 'error')
    return { error: `La celda tiene un error de Excel: ${cell.code}.` }
  if (typeof cell === 'object' && cell.is === 'formulaWithoutValue')
    return { error: 'La fórmula no tiene valor. Abre la hoja en Excel y guárdala.' }
  return { value: cellReaders[clase](cell, is1904) ?? textOfCell(cell, is1904) }
}

type NonEmptyCell = Exclude<Cell, null>
type CellReader = (cell: NonEmptyCell, is1904: boolean) => string | number | undefined

/** Returns the text that users see for a cell: dates as dd/mm/aaaa, times as HH:mm. */
export function textOfCell(cell: Cell, is1904: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No'
  if (typeof cell === 'number') return digitsOf(cell)
  if (cell.is === 'error') return cell.code
  if (cell.is === 'formulaWithoutValue') return ''
  if (cell.is === 'iso') return dateOfText(cell.text)?.split('-').reverse().join('/') ?? cell.text
  if (cell.is === 'hour') return timeOfSerial(cell.serial).slice(0, 5)
  return displayDateOfSerial(cell.serial, is1904) ?? digitsOf(cell.serial)
}

const numberOf = (cell: NonEmptyCell): number | undefined =>
  typeof cell === 'number'
    ? cell
    : typeof cell === 'object' && (cell.is === 'date' || cell.is === 'hour')
      ? cell.serial
      : undefined

const cellReaders: Record<CampoClase, CellReader> = {
  texto: textOfCell,
  fecha(cell, is1904) {
    const serial = numberOf(cell)
    if (serial !== undefined) return dateOfSerial(serial, is1904) ?? digitsOf(serial)
    return dateOfText(textIn(cell))
  },
  hora(cell) {
    const serial = numberOf(cell)
    if (serial !== undefined) return hourOfSerial(serial) ?? digitsOf(serial)
    const text = textIn(cell)
    return hourOfText(typeof cell === 'string' ? text : text.replace(/^.*T|(\.\d+)?Z?$/g, ''))
  },
  monto(cell) {
    const number = numberOf(cell)
    return number === undefined ? amountOfText(textIn(cell)) : roundToCents(number)
  },
  entero(cell) {
    const number = numberOf(cell)
    if (number !== undefined) return round15Digits(number)
    const amount = amountOfText(textIn(cell))
    return amount !== undefined && /^-?\d+(\.\d+)?$/.test(amount) ? Number(amount) : undefined
  },
  estado(cell, is1904) {
    const text = normalizeText(textOfCell(cell, is1904))
    return rutaEstados.find((estado) => normalizeText(estado) === text)
  },
}

const textIn = (cell: NonEmptyCell) =>
  typeof cell === 'string' ? cell : typeof cell === 'object' && cell.is === 'iso' ? cell.text : ''

const quetzales = /^(?:GTQ|Q\.?)|(?:GTQ|Q\.?)$/gi
const groupedDigits = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/

/** 'Q. 1,250.00' → '1250.00'. Undefined if a comma is not a thousands separator. */
function amountOfText(text: string): string | undefined {
  const bare = text.replace(/\s/g, '').replace(quetzales, '')
  if (!bare.includes(',')) return bare || undefined
  return groupedDigits.test(bare) ? bare.replaceAll(',', '') : undefined
}

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

/** Returns HH:mm:ss. Undefined for whole numbers: 6 is not clearly a time. */
function hourOfSerial(serial: number): string | undefined {
  const number = round15Digits(serial)
  return number < 0 || (number !== 0 && Number.isInteger(number)) ? undefined : timeOfSerial(number)
}

const space = '\\s'
const amPmPattern = `${space}*([ap])${space}*\\.?${space}*m${space}*\\.?`
const hourText = new RegExp(`^(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:${amPmPattern})?$`, 'i')
const timePattern = `(?:T|${space}+)\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:${amPmPattern})?(?:Z|[+-]\\d{2}:?\\d{2})?`
const isoText = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})(?:${timePattern})?$`, 'i')
const dayText = new RegExp(`^(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4})(?:${timePattern})?$`, 'i')
const shortText = new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{2})(?:${timePattern})?$`, 'i')

/** Returns a date, day before month, as aaaa-mm-dd. It need not exist: POST's schema checks that. */
function dateOfText(text: string): string | undefined {
  const iso = text.match(isoText)?.[1]
  if (iso) return iso
  const long = text.match(dayText)
  if (long) return isoOf(long[4], long[3], long[1])
  const short = text.match(shortText)
  return short ? isoOf(`20${short[3]}`, short[2], short[1]) : undefined
}

const isoOf = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Returns H:mm or H:mm:ss, with or without am or pm, as HH:mm:ss. */
function hourOfText(text: string): string | undefined {
  const [, hours, minutes = '', seconds = '00', letter] = text.match(hourText) ?? []
  if (hours === undefined) return undefined
  const hour = Number(hours)
  if (letter && (hour < 1 || hour > 12)) return undefined
  const of24 = letter ? (hour % 12) + (letter.toLowerCase() === 'p' ? 12 : 0) : hour
  return of24 > 23 || Number(minutes) > 59 || Number(seconds) > 59
    ? undefined
    : `${String(of24).padStart(2, '0')}:${minutes}:${seconds}`
}
