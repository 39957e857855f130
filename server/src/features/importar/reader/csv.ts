import { encodingOfBom } from './bytes.ts'
import { type Cell, csvCell } from './cell.ts'
import { maxColumns } from './columns.ts'
import { SheetError } from './sheetError.ts'

export interface RawRow {
  fila: number
  cells: Cell[]
}

/** A CSV's records, each with the line that it begins in. @throws {SheetRefusal} of a quote that is never closed */
export function* csvRows(bytes: Uint8Array): Generator<RawRow> {
  const text = textOf(bytes)
  const said = /^sep=([^"\r\n])(?:\r\n|\r|\n|$)/i.exec(text)
  const from = said?.[0].length ?? 0
  yield* rowsOf(text, from, said ? 2 : 1, said?.[1] ?? delimiterOf(text))
}

function textOf(bytes: Uint8Array): string {
  const encoding = encodingOfBom(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const candidates = [';', ',', '\t']

/** What stands most in the first line that has one of them outside quotes; of equals the first. */
function delimiterOf(text: string): string {
  const counts = candidates.map(() => 0)
  let isQuoted = false
  let begins = true
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') at += 1
    else if (sign === '"' && (isQuoted || begins)) isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r') && counts.some(Boolean)) break
    const candidate = isQuoted ? -1 : candidates.indexOf(sign)
    if (candidate >= 0) counts[candidate] = (counts[candidate] ?? 0) + 1
    begins = candidate >= 0 || sign === '\n' || sign === '\r'
  }
  return candidates[counts.indexOf(Math.max(...counts))] ?? ','
}

function* rowsOf(text: string, from: number, firstLine: number, delimiter: string): Generator<RawRow> {
  let at = from
  let line = firstLine
  while (at < text.length) {
    const fila = line
    const cells: Cell[] = []
    for (;;) {
      const field = fieldAt(text, at, delimiter)
      line += field.lines
      if (cells.length < maxColumns) cells.push(csvCell(field.text))
      at = field.end + 1
      if (text.charAt(field.end) !== delimiter) break
    }
    // Of '\r\n' only the first was passed.
    if (text.charAt(at - 1) === '\r' && text.charAt(at) === '\n') at += 1
    line += 1
    yield { fila, cells }
  }
}

interface Field {
  text: string
  /** Where the delimiter or the line's end stands behind it. */
  end: number
  /** Line ends within it. */
  lines: number
}

/** Far more than is read of a cell: millions of quotes would each be made one. */
const maxFieldLength = 100_000

/** In quotes as RFC 4180 has it; what stands behind the last of them belongs to it, as it is. */
function fieldAt(text: string, from: number, delimiter: string): Field {
  if (text.charAt(from) !== '"') {
    const end = endOf(text, from, delimiter)
    return { text: text.slice(from, end), end, lines: 0 }
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
  const end = endOf(text, close + 1, delimiter)
  return {
    text: kept.replaceAll('""', '"') + text.slice(close + 1, end),
    end,
    lines: linesIn(quoted),
  }
}

function linesIn(text: string): number {
  let lines = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\n' || (sign === '\r' && text.charAt(at + 1) !== '\n')) lines += 1
  }
  return lines
}

function endOf(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === delimiter || sign === '\n' || sign === '\r') break
    at += 1
  }
  return at
}
