import { type RawRow, SheetError } from '../sheet.ts'
import { Archive } from './archive.ts'
import { MergedCells } from './merges.ts'
import { type NumberFormatKind, RowParser } from './rows.ts'
import { parseXml, unescapeText } from './xml.ts'

export interface OpenWorkbook {
  hoja: string
  hojas: string[]
  is1904: boolean
  /** When it was last changed, as ISO 8601; null if it does not say. */
  modified: string | null
  /** @param afterPiece called after every piece of XML; parsing waits for it */
  readRows(onRow: (row: RawRow) => void, afterPiece: () => Promise<void>): Promise<void>
}

/** @param hoja name of the sheet; without it the first visible one @throws {SheetError} */
export async function openWorkbook(
  bytes: Uint8Array,
  hoja: string | undefined,
  maxBytes: number,
): Promise<OpenWorkbook> {
  const archive = await Archive.open(bytes, maxBytes)
  const { sheets, is1904, strings, styles } = await readContents(archive)
  const sheet = hoja === undefined ? sheets[0] : sheets.find(({ name }) => name === hoja)
  if (!sheet) throw new SheetError(hoja === undefined ? 'unreadable' : 'noSuchSheet')
  return {
    hoja: sheet.name,
    hojas: sheets.map(({ name }) => name),
    is1904,
    modified: await readModified(archive),
    async readRows(onRow, afterPiece) {
      const merges = new MergedCells()
      await archive.check(sheet.path, (chunk) => merges.scan(chunk))
      merges.sort()
      const context = {
        strings: await readSharedStrings(archive, strings),
        formats: await readFormats(archive, styles),
        merges,
      }
      await parseXml(archive.read(sheet.path), new RowParser(context, onRow), afterPiece)
    },
  }
}

interface WorkbookContents {
  /** Visible worksheets. */
  sheets: { name: string; path: string }[]
  is1904: boolean
  /** Paths of the shared strings and the styles. */
  strings: string | undefined
  styles: string | undefined
}

const workbookPath = 'xl/workbook.xml'

/** @throws {SheetError} if the archive is not a workbook */
async function readContents(archive: Archive): Promise<WorkbookContents> {
  if (!archive.has(workbookPath)) throw new SheetError('notASheet')
  const relations = await readRelations(archive)
  const sheets: WorkbookContents['sheets'] = []
  let is1904 = false
  await parseXml(archive.read(workbookPath), {
    open(name, { id = '', name: title = '', state, date1904 }) {
      if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true'
      if (name !== 'sheet' || (state !== undefined && state !== 'visible')) return
      const relation = relations.get(id)
      // Chart sheets have another type.
      if (relation?.type === 'worksheet') sheets.push({ name: unescapeText(title), path: relation.path })
    },
  })
  const all = [...relations.values()]
  const pathOf = (type: string) => all.find((each) => each.type === type && archive.has(each.path))?.path
  return { sheets, is1904, strings: pathOf('sharedStrings'), styles: pathOf('styles') }
}

const propertiesPath = 'docProps/core.xml'

async function readModified(archive: Archive): Promise<string | null> {
  if (!archive.has(propertiesPath)) return null
  let text = ''
  let isModified = false
  try {
    await parseXml(archive.read(propertiesPath), {
      open(name) {
        isModified = name === 'modified'
      },
      text(piece) {
        if (isModified && text.length < 100) text += piece
      },
      close() {
        isModified = false
      },
    })
  } catch {
    // The rows are readable without it.
    return null
  }
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

async function readRelations(archive: Archive): Promise<Map<string, { type: string; path: string }>> {
  const relations = new Map<string, { type: string; path: string }>()
  await parseXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      // Targets are relative to /xl/.
      const path = new URL(Target, 'http://book/xl/').pathname
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURIComponent(path) })
    },
  })
  return relations
}

/** Bytes of all shared strings: far below the heap limit, since a process with a full heap ends slowly. */
const maxStringBytes = 64 * 1024 ** 2
/** Bytes per string besides its characters. */
const stringOverheadBytes = 40

async function readSharedStrings(archive: Archive, path: string | undefined): Promise<string[]> {
  if (path === undefined) return []
  const strings: string[] = []
  let text = ''
  let isText = false
  let phoneticDepth = 0
  let bytes = 0
  await parseXml(archive.read(path), {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phoneticDepth += 1
      isText = name === 't' && phoneticDepth === 0
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      isText = false
      if (name === 'rPh') phoneticDepth -= 1
      if (name !== 'si') return
      bytes += stringOverheadBytes + text.length
      if (bytes > maxStringBytes) throw new SheetError('unreadable')
      strings.push(unescapeText(text))
    },
  })
  return strings
}

/** Returns the kind of number format of each cell style. */
async function readFormats(archive: Archive, path: string | undefined): Promise<NumberFormatKind[]> {
  if (path === undefined) return []
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isCellStyle = false
  await parseXml(archive.read(path), {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) ids.push(Number(numFmtId))
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return ids.map((id) => {
    const code = codes.get(id)
    return code === undefined ? formatKindById(id) : formatKindByCode(code)
  })
}

/** Built-in formats (ECMA-376 18.8.30); 27 to 36 and 50 to 58 are East Asian dates. */
function formatKindById(id: number): NumberFormatKind {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? 'hour' : 'number'
}

/** Quoted texts, escaped characters, spacing, fillers, colors and currencies. */
const formatLiterals = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

function formatKindByCode(code: string): NumberFormatKind {
  const [signs = ''] = code.replace(formatLiterals, '').split(';')
  if (/general|standard/i.test(signs)) return 'number'
  const isHour = /[hs]|\[m|a\/p|am\/pm/i.test(signs)
  if (/[yd]/i.test(signs) || (!isHour && /m/i.test(signs))) return 'date'
  return isHour ? 'hour' : 'number'
}
