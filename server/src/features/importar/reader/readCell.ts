import { rutaEstados } from '@flota/contract/estados.ts'
import type { CampoClase } from '@flota/contract/importarCampos.ts'
import type { Cell } from './cell.ts'
import { dateOfSerial, dateOfText, hourOfSerial, hourOfText, partOfDay, shownDate } from './dates.ts'
import { plain } from './headings.ts'
import { cents, digitsOf, read15 } from './numbers.ts'

/** What the rules of POST are to judge; an error is told instead of theirs. */
type CellValue = { value: string | number | null } | { error: string }

/** A cell as a field of a kind reads it. What it can't be read as stays the text that it is, for POST to refuse. */
export function readCell(clase: CampoClase, cell: Cell, is1904: boolean): CellValue {
  if (cell === null) return { value: null }
  if (typeof cell === 'object' && cell.is === 'error')
    return { error: `La celda tiene un error de Excel: ${cell.code}.` }
  if (typeof cell === 'object' && cell.is === 'formulaWithoutValue')
    return { error: 'La fórmula no tiene valor. Abre la hoja en Excel y guárdala.' }
  return { value: readers[clase](cell, is1904) ?? textOfCell(cell, is1904) }
}

type Valued = Exclude<Cell, null>
type Reader = (cell: Valued, is1904: boolean) => string | number | undefined

/** A text as it is; a day as dd/mm/aaaa, an hour as HH:mm. Also what a person is shown of a cell. */
export function textOfCell(cell: Cell, is1904: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No'
  if (typeof cell === 'number') return digitsOf(cell)
  if (cell.is === 'error') return cell.code
  if (cell.is === 'formulaWithoutValue') return ''
  if (cell.is === 'iso') return textOfIso(cell.text)
  if (cell.is === 'hour') return partOfDay(cell.serial).slice(0, 5)
  return shownDate(cell.serial, is1904) ?? digitsOf(cell.serial)
}

const textOfIso = (text: string) => dateOfText(text)?.split('-').reverse().join('/') ?? text

const numberOf = (cell: Valued): number | undefined =>
  typeof cell === 'number'
    ? cell
    : typeof cell === 'object' && (cell.is === 'date' || cell.is === 'hour')
      ? cell.serial
      : undefined

const readers: Record<CampoClase, Reader> = {
  texto: textOfCell,
  fecha(cell, is1904) {
    const serial = numberOf(cell)
    if (serial !== undefined) return dateOfSerial(serial, is1904) ?? digitsOf(serial)
    return dateOfText(writtenIn(cell))
  },
  hora(cell) {
    const serial = numberOf(cell)
    if (serial !== undefined) return hourOfSerial(serial) ?? digitsOf(serial)
    const text = writtenIn(cell)
    return hourOfText(typeof cell === 'string' ? text : text.replace(/^.*T|(\.\d+)?Z?$/g, ''))
  },
  monto(cell) {
    const number = numberOf(cell)
    return number === undefined ? amountOfText(writtenIn(cell)) : cents(number)
  },
  entero(cell) {
    const number = numberOf(cell)
    if (number !== undefined) return read15(number)
    const amount = amountOfText(writtenIn(cell))
    return amount !== undefined && /^-?\d+(\.\d+)?$/.test(amount) ? Number(amount) : undefined
  },
  estado(cell, is1904) {
    const said = plain(textOfCell(cell, is1904))
    return rutaEstados.find((estado) => plain(estado) === said)
  },
}

const writtenIn = (cell: Valued) =>
  typeof cell === 'string' ? cell : typeof cell === 'object' && cell.is === 'iso' ? cell.text : ''

const quetzales = /^(?:GTQ|Q\.?)|(?:GTQ|Q\.?)$/gi
const grouped = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/

/** 'Q. 1,250.00' → '1250.00'; undefined where a comma stands elsewhere than between groups of three digits. */
function amountOfText(text: string): string | undefined {
  const bare = text.replace(/\s/g, '').replace(quetzales, '')
  if (!bare.includes(',')) return bare || undefined
  return grouped.test(bare) ? bare.replaceAll(',', '') : undefined
}
