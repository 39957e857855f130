import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import {
  type RowSource,
  type Sheet,
  type SheetCell,
  sheetXml,
  stylesXml,
  type WorkbookInfo,
} from './sheet.ts'
import { xmlText } from './text.ts'

/** Excel's limit of 1,048,576 rows less the header and the totals. */
const maxRowsPerSheet = 1_048_574

/** Streams an .xlsx file. Rows beyond `maxRows` go to further sheets: 'Viajes', 'Viajes 2', … */
export const workbook = (
  sheets: readonly Sheet[],
  info: WorkbookInfo,
  maxRows = maxRowsPerSheet,
): AsyncGenerator<Uint8Array> => zip(entriesOf(sheets, info, maxRows))

async function* entriesOf(
  sheets: readonly Sheet[],
  info: WorkbookInfo,
  maxRows: number,
): AsyncGenerator<Entry> {
  const names: string[] = []
  for (const sheet of sheets) {
    const source = createRowSource(sheet.rows)
    try {
      for (let part = 1; part === 1 || !(await source.isEmpty()); part++) {
        names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`)
        const xml = sheetXml(sheet, source, maxRows, names.length === 1, info)
        yield [`xl/worksheets/sheet${names.length}.xml`, xml]
      }
    } finally {
      await source.close()
    }
  }
  // Only now is the number of sheets known.
  yield ['xl/workbook.xml', [workbookXml(names)]]
  yield ['xl/_rels/workbook.xml.rels', [workbookRelationsXml(names.length)]]
  yield ['xl/styles.xml', [stylesXml]]
  yield ['docProps/core.xml', [coreXml(info)]]
  yield ['_rels/.rels', [rootRelationsXml]]
  yield ['[Content_Types].xml', [contentTypesXml(names.length)]]
}

function createRowSource(batches: Sheet['rows']): RowSource & { close(): Promise<void> } {
  const iterator =
    Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
  let rest: readonly SheetCell[][] = []
  let isDone = false
  return {
    async isEmpty() {
      while (rest.length === 0 && !isDone) {
        const step = await iterator.next()
        if (step.done) isDone = true
        else rest = step.value
      }
      return rest.length === 0
    },
    take(max) {
      const taken = rest.slice(0, max)
      rest = rest.slice(max)
      return taken
    },
    async close() {
      await iterator.return?.()
    },
  }
}

// Files of an .xlsx besides its sheets and styles (ECMA-376).

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const each = (count: number, xml: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => xml(i + 1)).join('')

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`

const relations = (inside: string) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${inside}</Relationships>`

// Print_Titles repeats the first row on every printed page.
const workbookXml = (names: readonly string[]) =>
  `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">\
<bookViews><workbookView activeTab="0"/></bookViews>\
<sheets>${names.map((name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets>\
<definedNames>${names
    .map(
      (name, i) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">'${xmlText(name)}'!$1:$1</definedName>`,
    )
    .join('')}</definedNames></workbook>`

const workbookRelationsXml = (sheets: number) =>
  relations(
    each(sheets, (n) => relation(`rId${n}`, `${office}/worksheet`, `worksheets/sheet${n}.xml`)) +
      relation(`rId${sheets + 1}`, `${office}/styles`, 'styles.xml'),
  )

const rootRelationsXml = relations(
  relation('rId1', `${office}/officeDocument`, 'xl/workbook.xml') +
    relation('rId2', `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'),
)

const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}"/>`

const contentTypesXml = (sheets: number) =>
  `${declaration}<Types xmlns="${packages}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
${override('xl/workbook.xml', `${main}.sheet.main+xml`)}\
${each(sheets, (n) => override(`xl/worksheets/sheet${n}.xml`, `${main}.worksheet+xml`))}\
${override('xl/styles.xml', `${main}.styles+xml`)}\
${override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}</Types>`

const coreXml = ({ title, creator, created }: WorkbookInfo) =>
  `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" \
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\
<dc:title>${xmlText(title)}</dc:title><dc:creator>${xmlText(creator)}</dc:creator>\
<dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`

/** File of an archive: its path and its text in pieces. */
type Entry = readonly [path: string, text: AsyncIterable<string> | Iterable<string>]

/** Streams a zip archive with backpressure: reads the entries only as fast as the caller reads the archive. */
async function* zip(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  // yazl declares only the interface, but the stream is a PassThrough.
  const output = archive.outputStream as Readable
  let open: Readable | undefined
  const addAll = async () => {
    for await (const [path, text] of entries) {
      // The caller has stopped reading.
      if (output.destroyed) return
      open = Readable.from(text)
      archive.addReadStream(open, path)
      await finished(open)
    }
    archive.end()
  }
  const added = addAll()
  // yazl doesn't report errors of the text streams.
  added.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    yield* output
  } finally {
    open?.destroy()
    await added.catch(() => undefined)
  }
}
