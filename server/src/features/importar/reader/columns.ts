import { type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'
import { headingsOf, isOwnHeading, normalHeading } from './headings.ts'

/** Where a field comes from: a column, from 0, or a text that holds for every row. */
type Source = { column: number } | { text: string }
export type Sources = ReadonlyMap<string, Source>

/** Up to column CV. */
export const maxColumns = 100

export const columnLetter = (column: number): string =>
  (column < 26 ? '' : columnLetter(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** 'A' → 0; undefined of what is no letter from A to CV in capitals. */
export function columnNumber(letter: string): number | undefined {
  if (!/^[A-Z]{1,2}$/.test(letter)) return undefined
  const number = [...letter].reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1
  return number < maxColumns ? number : undefined
}

/**
 * What the query says of columns, `{"placa":"B","estado":"=Entregado"}`; undefined where it is no JSON object, or
 * names an unknown field, a column that is not A to CV, or one letter for two fields.
 */
export function sourcesOfQuery(tipo: ImportTipo, json: string): Sources | undefined {
  const said = parsedObject(json)
  if (!said) return undefined
  const sources = new Map<string, Source>()
  const taken = new Set<number>()
  for (const [campo, source] of Object.entries(said)) {
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
  return withFullName(tipo, sources)
}

function parsedObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Of several columns for one field the one with the field's own name is read, else the first. */
export function sourcesOfHeadings(tipo: ImportTipo, titles: readonly string[]): Sources {
  const known = headingsOf(tipo)
  const sources = new Map<string, Source>()
  const own = new Set<string>()
  for (const [column, title] of titles.entries()) {
    const heading = normalHeading(title)
    const campo = known.get(heading)
    if (campo === undefined || own.has(campo)) continue
    const isOwn = isOwnHeading(heading, campo)
    if (isOwn) own.add(campo)
    if (isOwn || !sources.has(campo)) sources.set(campo, { column })
  }
  // With a column for nombre no heading makes nombre_completo.
  if (sources.has('nombre')) sources.delete('nombre_completo')
  return withFullName(tipo, sources)
}

/** A column for the name without one for the surname holds both; one for both counts where that is not so. */
function withFullName(tipo: ImportTipo, sources: Map<string, Source>): Sources {
  if (!('nombre_completo' in importCampos[tipo])) return sources
  const nombre = sources.get('nombre')
  if (nombre && sources.has('apellido')) sources.delete('nombre_completo')
  else if (nombre) {
    sources.set('nombre_completo', nombre)
    sources.delete('nombre')
  } else if (sources.has('nombre_completo')) sources.delete('apellido')
  return sources
}
