import { rutaEstados } from '@flota/contract/estados.ts'
import type { CampoClase } from '@flota/contract/importarCampos.ts'
import type { Cell } from './cell.ts'
import { dateOfSerial, dateOfText, hourOfSerial, hourOfText, shownDate, timeOfSerial } from './dates.ts'
import { normalizeText } from './headings.ts'
import { digitsOf, round15Digits, roundToCents } from './numbers.ts'

/** What the rules of POST are to judge; an error is told instead of theirs. */
type ParsedCell = { value: string | number | null } | { error: string }

/** A cell as a field of a kind reads it. What it can't be read as stays the text that it is, for POST to refuse. */
export function readCell(clase: CampoClase, cell: Cell, is1904: boolean): ParsedCell {
  if (cell === null) return { value: null }
  if (typeof cell === 'object' && cell.is === 'error')
    return { error: `La celda tiene un error de Excel: ${cell.code}.` }
  if (typeof cell === 'object' && cell.is === 'formulaWithoutValue')
    return { error: 'La fórmula no tiene valor. Abre la hoja en Excel y guárdala.' }
  return { value: readers[clase](cell, is1904) ?? textOfCell(cell, is1904) }
}

type NonEmptyCell = Exclude<Cell, null>
type CellReader = (cell: NonEmptyCell, is1904: boolean) => string | number | undefined

/** A text as it is; a day as dd/mm/aaaa, an hour as HH:mm. Also what a person is shown of a cell. */
export function textOfCell(cell: Cell, is1904: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No'
  if (typeof cell === 'number') return digitsOf(cell)
  if (cell.is === 'error') return cell.code
  if (cell.is === 'formulaWithoutValue') return ''
  if (cell.is === 'iso') return textOfIso(cell.text)
  if (cell.is === 'hour') return timeOfSerial(cell.serial).slice(0, 5)
  return shownDate(cell.serial, is1904) ?? digitsOf(cell.serial)
}

const textOfIso = (text: string) => dateOfText(text)?.split('-').reverse().join('/') ?? text

const numberOf = (cell: NonEmptyCell): number | undefined =>
  typeof cell === 'number'
    ? cell
    : typeof cell === 'object' && (cell.is === 'date' || cell.is === 'hour')
      ? cell.serial
      : undefined

const readers: Record<CampoClase, CellReader> = {
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
    const said = normalizeText(textOfCell(cell, is1904))
    return rutaEstados.find((estado) => normalizeText(estado) === said)
  },
}

const textIn = (cell: NonEmptyCell) =>
  typeof cell === 'string' ? cell : typeof cell === 'object' && cell.is === 'iso' ? cell.text : ''

const quetzales = /^(?:GTQ|Q\.?)|(?:GTQ|Q\.?)$/gi
const grouped = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/

/** 'Q. 1,250.00' → '1250.00'; undefined where a comma stands elsewhere than between groups of three digits. */
function amountOfText(text: string): string | undefined {
  const bare = text.replace(/\s/g, '').replace(quetzales, '')
  if (!bare.includes(',')) return bare || undefined
  return grouped.test(bare) ? bare.replaceAll(',', '') : undefined
}
