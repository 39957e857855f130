import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Texts or bytes of an archive's files, by path. */
export type ArchiveParts = Record<string, string | Uint8Array>

export async function buildZip(parts: ArchiveParts): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new ZipFile()
  for (const [path, text] of Object.entries(parts)) archive.addBuffer(Buffer.from(text), path)
  archive.end()
  // yazl declares only the interface, but the stream is a PassThrough.
  return new Uint8Array(await buffer(archive.outputStream as Readable))
}

interface TestSheet {
  name: string
  state?: 'hidden' | 'veryHidden'
  /** XML of the rows. */
  rows: string
  /** XML after the rows. */
  behind?: string
  type?: string
}

export interface TestWorkbook {
  sheets: TestSheet[]
  strings?: string
  /** Format codes; a cell with `s="1"` has the first. */
  formats?: string[]
  is1904?: boolean
  extra?: ArchiveParts
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const package2006 = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns [Content_Types].xml, which LibreOffice requires. */
const contentTypes = (sheets: readonly TestSheet[]) => {
  const parts = [
    ['workbook', 'sheet.main'],
    ['styles', 'styles'],
    ['sharedStrings', 'sharedStrings'],
    ...sheets.map((_, i) => [`worksheets/sheet${i + 1}`, 'worksheet'] as const),
  ] as const
  return `${xmlDeclaration}<Types xmlns="${package2006}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts
    .map(([path, type]) => `<Override PartName="/xl/${path}.xml" ContentType="${spreadsheet}.${type}+xml"/>`)
    .join('')}</Types>`
}

export const workbookParts = ({
  sheets,
  strings,
  formats = [],
  is1904,
  extra,
}: TestWorkbook): ArchiveParts => ({
  '[Content_Types].xml': contentTypes(sheets),
  '_rels/.rels': `${xmlDeclaration}<Relationships xmlns="${package2006}/relationships"><Relationship Id="r1" Type="${relationshipNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xmlDeclaration}<workbook ${mainNamespace} xmlns:r="${relationshipNamespace}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><bookViews><workbookView activeTab="${sheets.findIndex(({ state }) => !state)}"/></bookViews><sheets>${sheets
    .map(
      ({ name, state }, i) =>
        `<sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
    )
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xmlDeclaration}<Relationships xmlns="${package2006}/relationships">${sheets
    .map(
      ({ type = 'worksheet' }, i) =>
        `<Relationship Id="rId${i + 1}" Type="${relationshipNamespace}/${type}" Target="worksheets/sheet${i + 1}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="s1" Type="${relationshipNamespace}/sharedStrings" Target="/xl/sharedStrings.xml"/>\
<Relationship Id="s2" Type="${relationshipNamespace}/styles" Target="styles.xml"/></Relationships>`,
  ...(strings !== undefined && {
    'xl/sharedStrings.xml': `${xmlDeclaration}<sst ${mainNamespace}>${strings}</sst>`,
  }),
  'xl/styles.xml': `${xmlDeclaration}<styleSheet ${mainNamespace}><numFmts>${formats
    .map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escapeXml(code)}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
    .map((_, i) => `<xf numFmtId="${164 + i}" applyNumberFormat="1"/>`)
    .join('')}</cellXfs></styleSheet>`,
  ...Object.fromEntries(
    sheets.map(({ rows, behind = '' }, i) => [
      `xl/worksheets/sheet${i + 1}.xml`,
      `${xmlDeclaration}<worksheet ${mainNamespace}><sheetData>${rows}</sheetData>${behind}</worksheet>`,
    ]),
  ),
  ...extra,
})

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export const buildWorkbook = (workbook: TestWorkbook): Promise<Uint8Array<ArrayBuffer>> =>
  buildZip(workbookParts(workbook))

export const inlineCell = (ref: string, text: string) =>
  `<c r="${ref}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`

/** Builds a workbook with one very large part: `piece` repeated `times` times. */
export async function buildLargeWorkbook(
  path: string,
  head: string,
  piece: string,
  times: number,
  foot: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new ZipFile()
  const parts = workbookParts({ sheets: [{ name: 'Hoja1', rows: '' }], strings: '' })
  for (const [name, text] of Object.entries(parts))
    if (name !== path) archive.addBuffer(Buffer.from(text), name)
  const pieces = function* () {
    yield Buffer.from(head)
    const whole = Buffer.from(piece)
    for (let i = 0; i < times; i++) yield whole
    yield Buffer.from(foot)
  }
  archive.addReadStream(Readable.from(pieces()), path)
  archive.end()
  // yazl declares only the interface, but the stream is a PassThrough.
  return new Uint8Array(await buffer(archive.outputStream as Readable))
}
