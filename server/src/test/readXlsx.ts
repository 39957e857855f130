import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre'

/** Reads a workbook with the library hucre. */
export async function readSheets(file: Buffer) {
  const { sheets, properties } = await readXlsx(file)
  return { sheets, properties, rows: sheets.map(({ rows }) => rows) }
}

/** Returns the texts of a zip archive's files, found through its central directory. */
export function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const parts: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const header = zip.readUInt32LE(at + 42)
    const data = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const packed = zip.subarray(data, data + zip.readUInt32LE(at + 20))
    parts[zip.toString('utf8', at + 46, at + 46 + name)] = inflateRawSync(packed).toString()
    at += 46 + name + extra + comment
  }
  return parts
}

/** Returns the malformed parts of an XML text. Knows only the XML that our writer uses. */
export function findXmlFaults(xml: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  const tag = /^<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>$/
  for (const [piece] of xml.replace(/^<\?xml [^?]*\?>\s*/, '').matchAll(/<[^>]*>|[^<]+/g)) {
    if (/&(?!(amp|lt|gt|quot);)|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(piece))
      faults.push(piece)
    if (!piece.startsWith('<')) continue
    const [, closing, name = '', , alone] = tag.exec(piece) ?? []
    if (!name) faults.push(piece)
    else if (closing && open.pop() !== name) faults.push(piece)
    else if (!closing && !alone) open.push(name)
  }
  return [...faults, ...open]
}

export const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

/** Returns the cells' texts in LibreOffice, by sheet name. */
export async function readWithLibreOffice(file: Buffer): Promise<Record<string, string[][]>> {
  const folder = await mkdtemp(join(tmpdir(), 'flota-xlsx-'))
  try {
    await writeFile(join(folder, 'libro.xlsx'), file)
    // Comma, quotes, UTF-8, formatted cells, one file per sheet.
    const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1'
    const profile = `-env:UserInstallation=file://${folder}/perfil`
    await promisify(execFile)('soffice', [
      profile,
      '--headless',
      '--convert-to',
      csv,
      '--outdir',
      folder,
      join(folder, 'libro.xlsx'),
    ])
    const names = (await readdir(folder)).filter((name) => name.endsWith('.csv'))
    const sheets = await Promise.all(
      names.map(
        async (name) =>
          [name.slice('libro-'.length, -4), parseCsv(await readFile(join(folder, name), 'utf8'))] as const,
      ),
    )
    return Object.fromEntries(sheets)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const parseCsv = (csv: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}
