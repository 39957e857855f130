import { encodingOfBom } from './bytes.ts'
import { maxColumns } from './columns.ts'
import { type Cell, csvCell, type RawRow, SheetError } from './sheet.ts'

/** Yields a CSV's records with the line where each starts. @throws {SheetError} if a quote is not closed */
export function* csvRows(bytes: Uint8Array): Generator<RawRow> {
  const text = decode(bytes)
  const separatorLine = /^sep=([^"\r\n])(?:\r\n|\r|\n|$)/i.exec(text)
  const delimiter = separatorLine?.[1] ?? detectDelimiter(text)
  yield* parseRows(text, separatorLine?.[0].length ?? 0, separatorLine ? 2 : 1, delimiter)
}

function decode(bytes: Uint8Array): string {
  const encoding = encodingOfBom(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const delimiters = [';', ',', '\t']

/** Returns the most frequent delimiter of the first line that has one outside quotes. */
function detectDelimiter(text: string): string {
  const counts = delimiters.map(() => 0)
  let isQuoted = false
  let isFieldStart = true
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') at += 1
    else if (sign === '"' && (isQuoted || isFieldStart)) isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r') && counts.some(Boolean)) break
    const index = isQuoted ? -1 : delimiters.indexOf(sign)
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1
    isFieldStart = index >= 0 || sign === '\n' || sign === '\r'
  }
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

function* parseRows(text: string, from: number, firstLine: number, delimiter: string): Generator<RawRow> {
  let at = from
  let line = firstLine
  while (at < text.length) {
    const fila = line
    const cells: Cell[] = []
    for (;;) {
      const field = parseField(text, at, delimiter)
      line += field.lineBreaks
      if (cells.length < maxColumns) cells.push(csvCell(field.text))
      at = field.end + 1
      if (text.charAt(field.end) !== delimiter) break
    }
    if (text.charAt(at - 1) === '\r' && text.charAt(at) === '\n') at += 1
    line += 1
    yield { fila, cells }
  }
}

interface Field {
  text: string
  /** Index of the delimiter or line break after the field. */
  end: number
  /** Line breaks inside the field. */
  lineBreaks: number
}

/** Much longer than a cell: bounds the replacement of doubled quotes. */
const maxFieldLength = 100_000

/** Parses a field as in RFC 4180. Text after the closing quote is part of the field. */
function parseField(text: string, from: number, delimiter: string): Field {
  if (text.charAt(from) !== '"') {
    const end = findFieldEnd(text, from, delimiter)
    return { text: text.slice(from, end), end, lineBreaks: 0 }
  }
  let close = from
  let isDoubled: boolean
  do {
    close = text.indexOf('"', close + 1)
    if (close < 0) throw new SheetError('unreadable')
    isDoubled = text.charAt(close + 1) === '"'
    if (isDoubled) close += 1
  } while (isDoubled)
  const quoted = text.slice(from + 1, close)
  const kept = quoted.slice(0, maxFieldLength)
  const end = findFieldEnd(text, close + 1, delimiter)
  return {
    text: kept.replaceAll('""', '"') + text.slice(close + 1, end),
    end,
    lineBreaks: countLineBreaks(quoted),
  }
}

function countLineBreaks(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\n' || (sign === '\r' && text.charAt(at + 1) !== '\n')) count += 1
  }
  return count
}

function findFieldEnd(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === delimiter || sign === '\n' || sign === '\r') break
    at += 1
  }
  return at
}
