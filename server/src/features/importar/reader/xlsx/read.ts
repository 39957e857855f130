import type { RawRow } from '../csv.ts'
import { SheetRefusal } from '../sheetError.ts'
import { Archive } from './archive.ts'
import { Merges } from './merges.ts'
import { RowHandlers } from './rows.ts'
import { type Book, type BookSheet, bookOf, stringsOf, stylesOf } from './workbook.ts'
import { parseXml } from './xml.ts'

export interface OpenBook {
  hoja: string
  hojas: string[]
  is1904: boolean
  /** @param between called every few rows, for what takes time */
  rows(take: (row: RawRow) => void, between: () => Promise<void>): Promise<void>
}

/** @param hoja the sheet's name; without it the first that is not hidden @throws {SheetRefusal} */
export async function openBook(
  bytes: Uint8Array,
  hoja: string | undefined,
  mostBytes: number,
): Promise<OpenBook> {
  const archive = await Archive.open(bytes, mostBytes)
  const book = await bookOf(archive)
  const sheet = hoja === undefined ? book.sheets[0] : book.sheets.find(({ name }) => name === hoja)
  if (!sheet) throw new SheetRefusal(hoja === undefined ? 'unreadable' : 'noSuchSheet')
  return {
    hoja: sheet.name,
    hojas: book.sheets.map(({ name }) => name),
    is1904: book.is1904,
    rows: (take, between) => readRows(archive, book, sheet, take, between),
  }
}

async function readRows(
  archive: Archive,
  book: Book,
  { path }: BookSheet,
  take: (row: RawRow) => void,
  between: () => Promise<void>,
): Promise<void> {
  const merges = new Merges()
  await archive.check(path, (chunk) => merges.look(chunk))
  merges.sort()
  const strings = await stringsOf(archive, book.strings)
  const styles = await stylesOf(archive, book.styles)
  await parseXml(archive.read(path), new RowHandlers({ strings, styles, merges }, take), between)
}
