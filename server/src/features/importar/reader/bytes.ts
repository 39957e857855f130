import { SheetError } from './sheetError.ts'

const startsWith = (bytes: Uint8Array, ...begin: number[]) => begin.every((byte, i) => bytes[i] === byte)

const isZip = (bytes: Uint8Array) =>
  startsWith(bytes, 0x50, 0x4b, 3, 4) ||
  startsWith(bytes, 0x50, 0x4b, 5, 6) ||
  startsWith(bytes, 0x50, 0x4b, 7, 8)
/** Excel's format until 2003, and every book with a password. */
const isOle2 = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const isPdf = (bytes: Uint8Array) => startsWith(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)

const boms: [encoding: string, ...begin: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** The encoding that the first bytes name. */
export const encodingOfBom = (bytes: Uint8Array): string | undefined =>
  boms.find(([, ...begin]) => startsWith(bytes, ...begin))?.[0]

/** @throws {SheetRefusal} of what is neither */
export function detectSheetFormat(bytes: Uint8Array): 'zip' | 'csv' {
  if (isZip(bytes)) return 'zip'
  if (isOle2(bytes)) throw new SheetError('oldOrProtected')
  const isUtf16 = encodingOfBom(bytes)?.startsWith('utf-16') ?? false
  if (isPdf(bytes) || (!isUtf16 && bytes.includes(0))) throw new SheetError('notASheet')
  return 'csv'
}
