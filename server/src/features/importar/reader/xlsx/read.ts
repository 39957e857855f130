import type { RawRow } from '../csv.ts'
import { SheetError } from '../sheetError.ts'
import { Archive } from './archive.ts'
import { MergedCells } from './merges.ts'
import { RowParser } from './rows.ts'
import { type Book, type BookSheet, readBook, readSharedStrings, readStyles } from './workbook.ts'
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
  maxBytes: number,
): Promise<OpenBook> {
  const archive = await Archive.open(bytes, maxBytes)
  const book = await readBook(archive)
  const sheet = hoja === undefined ? book.sheets[0] : book.sheets.find(({ name }) => name === hoja)
  if (!sheet) throw new SheetError(hoja === undefined ? 'unreadable' : 'noSuchSheet')
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
  onRow: (row: RawRow) => void,
  between: () => Promise<void>,
): Promise<void> {
  const merges = new MergedCells()
  await archive.check(path, (chunk) => merges.scan(chunk))
  merges.sort()
  const strings = await readSharedStrings(archive, book.strings)
  const styles = await readStyles(archive, book.styles)
  await parseXml(archive.read(path), new RowParser({ strings, styles, merges }, onRow), between)
}
