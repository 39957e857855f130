import { SheetError } from './sheet.ts'

const startsWith = (bytes: Uint8Array, ...prefix: number[]) => prefix.every((byte, i) => bytes[i] === byte)

const isZip = (bytes: Uint8Array) =>
  startsWith(bytes, 0x50, 0x4b, 3, 4) ||
  startsWith(bytes, 0x50, 0x4b, 5, 6) ||
  startsWith(bytes, 0x50, 0x4b, 7, 8)
/** Format of Excel before 2007, and of every workbook with a password. */
const isOle2 = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const isPdf = (bytes: Uint8Array) => startsWith(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)

const boms: [encoding: string, ...prefix: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** Returns the encoding of the byte order mark, if there is one. */
export const encodingOfBom = (bytes: Uint8Array): string | undefined =>
  boms.find(([, ...prefix]) => startsWith(bytes, ...prefix))?.[0]

/** Web pages and XML that programs save as .xls. */
const isMarkup = (bytes: Uint8Array) =>
  /^\s*(?:<(?:\?xml|!doctype|!--|html|head|meta|body|table|style|div|workbook)|mime-version:)/i.test(
    new TextDecoder(encodingOfBom(bytes) ?? 'windows-1252').decode(bytes.subarray(0, 1000)),
  )

/** @throws {SheetError} if the file is neither a zip archive nor text */
export function detectSheetFormat(bytes: Uint8Array): 'zip' | 'csv' {
  if (isZip(bytes)) return 'zip'
  if (isOle2(bytes) || isMarkup(bytes)) throw new SheetError('oldOrProtected')
  const isUtf16 = encodingOfBom(bytes)?.startsWith('utf-16') ?? false
  if (isPdf(bytes) || (!isUtf16 && bytes.includes(0))) throw new SheetError('notASheet')
  return 'csv'
}
