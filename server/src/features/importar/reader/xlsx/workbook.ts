import { SheetError } from '../sheetError.ts'
import type { Archive } from './archive.ts'
import { formatKind, type NumberFormatKind } from './formats.ts'
import { unescapeText } from './sharedStrings.ts'
import { parseXml } from './xml.ts'

export interface BookSheet {
  name: string
  path: string
}

export interface Book {
  /** Those with cells that are not hidden. */
  sheets: BookSheet[]
  is1904: boolean
  strings: string | undefined
  styles: string | undefined
}

const workbook = 'xl/workbook.xml'

interface Relation {
  type: string
  path: string
}

/** @throws {SheetRefusal} of an archive that is no book */
export async function readBook(archive: Archive): Promise<Book> {
  if (!archive.has(workbook)) throw new SheetError('notASheet')
  const relations = await readRelations(archive)
  const sheets: BookSheet[] = []
  let is1904 = false
  await parseXml(archive.read(workbook), {
    open(name, { id = '', name: title = '', state, date1904 }) {
      if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true'
      if (name !== 'sheet' || (state !== undefined && state !== 'visible')) return
      const relation = relations.get(id)
      // A chart may be a sheet too.
      if (relation?.type === 'worksheet') sheets.push({ name: unescapeText(title), path: relation.path })
    },
  })
  const all = [...relations.values()]
  const pathOf = (type: string) => all.find((each) => each.type === type && archive.has(each.path))?.path
  return { sheets, is1904, strings: pathOf('sharedStrings'), styles: pathOf('styles') }
}

async function readRelations(archive: Archive): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  await parseXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      // As if in the book's own folder, which is below the root.
      const path = new URL(Target, 'http://book/xl/').pathname
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURIComponent(path) })
    },
  })
  return relations
}

/** What all of them may take, in bytes: far from a full heap, which a program leaves only slowly. */
const maxStringBytes = 64 * 1024 ** 2
/** Of each beside its signs. */
const stringOverheadBytes = 40

/** The shared strings, by number; of their pieces in several looks the whole. */
export async function readSharedStrings(archive: Archive, path: string | undefined): Promise<string[]> {
  if (path === undefined) return []
  const strings: string[] = []
  let text = ''
  let isText = false
  let phonetic = 0
  let bytes = 0
  await parseXml(archive.read(path), {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic += 1
      isText = name === 't' && phonetic === 0
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      isText = false
      if (name === 'rPh') phonetic -= 1
      if (name !== 'si') return
      bytes += stringOverheadBytes + text.length
      if (bytes > maxStringBytes) throw new SheetError('unreadable')
      strings.push(unescapeText(text))
    },
  })
  return strings
}

/** What each look of a cell shows of a number. */
export async function readStyles(archive: Archive, path: string | undefined): Promise<NumberFormatKind[]> {
  if (path === undefined) return []
  const codes = new Map<number, string>()
  const numbers: number[] = []
  let isLook = false
  await parseXml(archive.read(path), {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isLook = true
      if (name === 'xf' && isLook) numbers.push(Number(numFmtId))
    },
    close(name) {
      if (name === 'cellXfs') isLook = false
    },
  })
  return numbers.map((number) => formatKind(number, codes.get(number)))
}
