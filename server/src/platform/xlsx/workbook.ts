import { contentTypesXml, coreXml, relationsXml, workbookRelationsXml, workbookXml } from './parts.ts'
import { type CellValue, type RowSource, type Sheet, sheetXml } from './sheet.ts'
import { stylesXml } from './styles.ts'
import type { WorkbookInfo } from './workbookInfo.ts'
import { type Entry, zip } from './zip.ts'

/** Excel's own limit is 1,048,576 rows; the header and the totals take two. */
const maxRowsPerSheet = 1_048_574

/** An .xlsx file as bytes, never in memory as a whole; a full sheet goes on in another of its name, 'Viajes 2'. */
export const workbook = (
  sheets: readonly Sheet[],
  about: WorkbookInfo,
  maxRows = maxRowsPerSheet,
): AsyncGenerator<Uint8Array> => zip(entriesOf(sheets, about, maxRows))

async function* entriesOf(
  sheets: readonly Sheet[],
  about: WorkbookInfo,
  maxRows: number,
): AsyncGenerator<Entry> {
  const names: string[] = []
  for (const sheet of sheets) {
    const source = sourceOf(sheet.rows)
    try {
      for (let part = 1; part === 1 || !(await source.isEmpty()); part++) {
        names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`)
        const xml = sheetXml(sheet, source, maxRows, names.length === 1, about)
        yield [`xl/worksheets/sheet${names.length}.xml`, xml]
      }
    } finally {
      await source.leave()
    }
  }
  // How many sheets there are is known now.
  yield ['xl/workbook.xml', [workbookXml(names)]]
  yield ['xl/_rels/workbook.xml.rels', [workbookRelationsXml(names.length)]]
  yield ['xl/styles.xml', [stylesXml]]
  yield ['docProps/core.xml', [coreXml(about)]]
  yield ['_rels/.rels', [relationsXml]]
  yield ['[Content_Types].xml', [contentTypesXml(names.length)]]
}

function sourceOf(batches: Sheet['rows']): RowSource & { leave(): Promise<void> } {
  const iterator =
    Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
  let left: readonly CellValue[][] = []
  let isDone = false
  return {
    async isEmpty() {
      while (left.length === 0 && !isDone) {
        const step = await iterator.next()
        if (step.done) isDone = true
        else left = step.value
      }
      return left.length === 0
    },
    take(max) {
      const taken = left.slice(0, max)
      left = left.slice(max)
      return taken
    },
    async leave() {
      await iterator.return?.()
    },
  }
}
