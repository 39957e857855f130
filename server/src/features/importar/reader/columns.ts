import { type ImportTipo, importCampos } from '@flota/contract/imports/importarCampos.ts'

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
 * object, names an unknown field or column, or uses a column twice.
 */
export function sourcesOfQuery(tipo: ImportTipo, json: string): Sources | undefined {
  const columnas = parseObject(json)
  if (!columnas) return undefined
  const sources = new Map<string, Source>()
  const taken = new Set<number>()
  for (const [campo, source] of Object.entries(columnas)) {
    if (!Object.hasOwn(importCampos[tipo], campo) || typeof source !== 'string') return undefined
    if (source.startsWith('=')) {
      sources.set(campo, { text: source.slice(1) })
      continue
    }
    const column = columnNumber(source)
    if (column === undefined || taken.has(column)) return undefined
    taken.add(column)
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

/** Maps headings to fields. If several columns match a field, prefers the field's own name, then the first column. */
export function sourcesOfHeadings(tipo: ImportTipo, titles: readonly string[]): Sources {
  const campoByHeading = headingsOf(tipo)
  const sources = new Map<string, Source>()
  const exact = new Set<string>()
  for (const [column, title] of titles.entries()) {
    const heading = normalHeading(title)
    const campo = campoByHeading.get(heading)
    if (campo === undefined || exact.has(campo)) continue
    const isExact = heading === headingOfCampo(campo)
    if (isExact) exact.add(campo)
    if (isExact || !sources.has(campo)) sources.set(campo, { column })
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

const closingBrackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Removes bracketed text in one pass, since a cell may contain thousands of brackets. Keeps unclosed ones. */
function withoutBrackets(text: string): string {
  let kept = ''
  const open: { until: string | undefined; from: number }[] = []
  for (const sign of text) {
    const last = open.at(-1)
    if (sign in closingBrackets) open.push({ until: closingBrackets[sign], from: kept.length })
    if (last && sign === last.until) {
      kept = `${kept.slice(0, last.from)} `
      open.pop()
    } else kept += sign
  }
  return kept
}

/** Lower-cases and removes accents; 'Nº' becomes 'no'. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Longer than any heading, so truncating never creates a match. */
const maxHeadingLength = 300

/** 'Precio (Q)' → 'precio', 'No.Ruta' → 'no ruta'. */
export const normalHeading = (text: string): string =>
  normalizeText(withoutBrackets(text.slice(0, maxHeadingLength)))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const headingOfCampo = (campo: string) => campo.replaceAll('_', ' ')

/** Returns the field of every normalized heading. */
export function headingsOf(tipo: ImportTipo): ReadonlyMap<string, string> {
  const all = Object.entries(importCampos[tipo])
  return new Map([
    ...all.flatMap(([campo, { titulos }]) => titulos.map((titulo) => [titulo, campo] as const)),
    ...all.map(([campo]) => [headingOfCampo(campo), campo] as const),
  ])
}

/** Returns the index of the first row with the most known headings. */
export function headingRow(tipo: ImportTipo, rows: readonly (readonly string[])[]): number {
  const known = headingsOf(tipo)
  const counts = rows.map((titles) => titles.filter((title) => known.has(normalHeading(title))).length)
  return counts.indexOf(Math.max(...counts))
}
