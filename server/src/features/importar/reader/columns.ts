import { createHash } from 'node:crypto'
import { type ImportTipo, importCampos, mayShareColumn } from '@flota/contract/imports/importarCampos.ts'
import { matchHeading, normalHeading } from '@flota/contract/imports/importarHeadings.ts'

/** Source of a field: a column, counted from 0, or one text for every row. */
type Source = { column: number } | { text: string }
export type Sources = ReadonlyMap<string, Source>

/** Up to column CV. */
export const maxColumns = 100

export const columnLetter = (column: number): string =>
  (column < 26 ? '' : columnLetter(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** 'B12' → 1. Returns -1 without a letter. */
export function columnOfRef(ref: string): number {
  let column = 0
  for (let at = 0; at < ref.length; at++) {
    const letter = ref.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

/** 'A' → 0. Undefined unless it is a capital column name from A to CV. */
export function columnNumber(letter: string): number | undefined {
  const number = /^[A-Z]{1,2}$/.test(letter) ? columnOfRef(letter) : maxColumns
  return number < maxColumns ? number : undefined
}

/**
 * Parses the query's `columnas`, such as `{"placa":"B","estado":"=Entregado"}`. Returns undefined if it is not a JSON
 * object, names an unknown field or column, or uses a column twice for other than a date and its hour.
 */
export function sourcesOfQuery(tipo: ImportTipo, json: string): Sources | undefined {
  const columnas = parseObject(json)
  if (!columnas) return undefined
  const sources = new Map<string, Source>()
  const campoByColumn = new Map<number, string>()
  for (const [campo, source] of Object.entries(columnas)) {
    if (!Object.hasOwn(importCampos[tipo], campo) || typeof source !== 'string') return undefined
    if (source.startsWith('=')) {
      sources.set(campo, { text: source.slice(1) })
      continue
    }
    const column = columnNumber(source)
    if (column === undefined) return undefined
    const other = campoByColumn.get(column)
    if (other !== undefined && !mayShareColumn(tipo, other, campo)) return undefined
    campoByColumn.set(column, campo)
    sources.set(campo, { column })
  }
  return resolveFullName(tipo, sources)
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Maps headings to fields. If several columns match a field, prefers its own name, then the first column. */
export function sourcesOfHeadings(tipo: ImportTipo, titles: readonly string[]): Sources {
  const sources = new Map<string, Source>()
  const ranks = new Map<string, number>()
  for (const [column, title] of titles.entries()) {
    const match = matchHeading(tipo, title)
    if (!match || match.rank >= (ranks.get(match.campo) ?? Number.POSITIVE_INFINITY)) continue
    ranks.set(match.campo, match.rank)
    sources.set(match.campo, { column })
  }
  // A 'nombre' column excludes 'nombre_completo'.
  if (sources.has('nombre')) sources.delete('nombre_completo')
  return resolveFullName(tipo, sources)
}

/** Reads 'nombre' without 'apellido' as the full name, and ignores 'apellido' beside a full name. */
function resolveFullName(tipo: ImportTipo, sources: Map<string, Source>): Sources {
  if (!('nombre_completo' in importCampos[tipo])) return sources
  const nombre = sources.get('nombre')
  if (nombre && sources.has('apellido')) sources.delete('nombre_completo')
  else if (nombre) {
    sources.set('nombre_completo', nombre)
    sources.delete('nombre')
  } else if (sources.has('nombre_completo')) sources.delete('apellido')
  return sources
}

/** Returns a key that sheets with the same headings share; a file of omitted rows has 'Motivo' behind them. */
export function headingsKey(titles: readonly string[]): string {
  const headings = titles.map(normalHeading)
  const last = headings.findLastIndex((heading) => heading !== '' && !isMotivo(heading))
  return createHash('sha256')
    .update(JSON.stringify(headings.slice(0, last + 1)))
    .digest('hex')
}

/** Whether a heading is that of the reasons why rows were left out, which are never read. */
export const isMotivo = (title = ''): boolean => normalHeading(title) === 'motivo'

/** Returns the index of the first row with the most known headings. */
export function headingRow(tipo: ImportTipo, rows: readonly (readonly string[])[]): number {
  const counts = rows.map((titles) => titles.filter((title) => matchHeading(tipo, title)).length)
  return counts.indexOf(Math.max(...counts))
}
