import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { buildOfficeWorkbook, type OfficeRow, readOfficeWorkbook } from '../../server/src/test/officeBooks.ts'
import { officeSheets } from '../../server/src/test/officeSheets.ts'
import { capture } from '../run.ts'

const entries = Object.entries(officeSheets).map(([name, sheet], i) => ({ name, sheet, file: `hoja${i}` }))

async function convert(folder: string, format: string, files: string[]): Promise<void> {
  const { status, output } = await capture([
    'soffice',
    '--headless',
    // An own profile, because a running LibreOffice would make this command do nothing.
    `-env:UserInstallation=file://${folder}/perfil`,
    '--convert-to',
    format,
    '--outdir',
    join(folder, format),
    ...files,
  ])
  if (status !== 0) throw new Error(`soffice ended with status ${status}\n${output}`)
}

/** Reads each office workbook as saved by LibreOffice. @returns whether all rows are as expected */
export async function checkLibreOfficeImports(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'flota-hojas-'))
  try {
    const books = entries.map(({ file }) => join(folder, `${file}.xlsx`))
    for (const [i, { sheet }] of entries.entries())
      await writeFile(books[i] ?? '', await buildOfficeWorkbook(sheet))
    await convert(folder, 'xlsx', books)
    for (const format of ['xls', 'ods']) await convert(folder, format, books.slice(0, 1))
    let isGood = true
    for (const { name, sheet, file } of entries) {
      const { tipo, expectedRows, expectedCalculatedRows = expectedRows } = sheet
      const read = await readOfficeWorkbook(tipo, await readFile(join(folder, 'xlsx', `${file}.xlsx`)))
      isGood = printResult(`LibreOffice: ${name}`, read, expectedCalculatedRows) && isGood
    }
    for (const [format, kind] of [
      ['xls', 'oldOrProtected'],
      ['ods', 'notASheet'],
    ] as const) {
      const bytes = await readFile(join(folder, format, `hoja0.${format}`))
      const rejection = await readOfficeWorkbook('camiones', bytes).catch((error: unknown) => String(error))
      isGood = printResult(`LibreOffice: .${format}`, rejection, `Error: ${kind}`) && isGood
    }
    return isGood
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function printResult(name: string, actual: OfficeRow[] | string, expected: OfficeRow[] | string): boolean {
  const isRight = isDeepStrictEqual(actual, expected)
  console.log(`${isRight ? '✓' : '✗'} ${name}`)
  if (!isRight) console.log(`  got      ${JSON.stringify(actual)}\n  expected ${JSON.stringify(expected)}`)
  return isRight
}
