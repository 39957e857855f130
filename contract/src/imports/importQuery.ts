import { z } from 'zod'
import { type RawInput, readValue } from '../core/endpoint.ts'
import { sentences } from '../core/sentences.ts'
import { moment, queryText } from '../core/values.ts'
import { type ImportTipo, importCampos, mayShareColumn } from './importarCampos.ts'
import {
  type DuplicadosModo,
  duplicadosModos,
  isImportTipo,
  notUpdatedTexts,
  sinCampos,
} from './importarWords.ts'
import { type NameChoices, parseNombres } from './nombres.ts'

const siNo = z.enum(['si', 'no'])

/** `columnas`, `nombres` and `sin` are JSON, checked by `findQueryErrors`. */
export const importQuery = z.object({
  prueba: siNo.default('si'),
  duplicados: z.enum(duplicadosModos).default('error'),
  columnas: z.string().optional(),
  hoja: z.string().optional(),
  nombre: queryText().transform((nombre) => nombre || 'importacion'),
  nombres: z.string().optional(),
  sin: z.string().optional(),
  omitir_errores: siNo.default('no'),
  /** Default: si if the sheet has merged cells below its headings. */
  combinadas: siNo.optional(),
  totales: siNo.default('si'),
  /** When the file was last changed. */
  fecha_archivo: moment().optional(),
})
export type ImportarQuery = z.output<typeof importQuery>

/** Query fields that the first release did not know. */
export const queryFieldsAddedLater = [
  'nombres',
  'sin',
  'omitir_errores',
  'combinadas',
  'totales',
  'fecha_archivo',
] as const

/** Options of an import, parsed from its query. */
export interface ImportOptions {
  nombre: string
  duplicados: DuplicadosModo
  nombres: NameChoices
  /** Required fields that may stay empty. */
  sin: readonly string[]
  omitErrors: boolean
  /** Undefined: yes if the sheet has merged cells below its headings. */
  fillMerged: boolean | undefined
  skipTotals: boolean
  fechaArchivo: string | undefined
}

/** Parses the query of a request that `findQueryErrors` accepts. */
export const importOptionsOf = (tipo: ImportTipo, query: ImportarQuery): ImportOptions => ({
  nombre: query.nombre,
  duplicados: query.duplicados,
  nombres: parseNombres(tipo, query.nombres) ?? new Map(),
  sin: parseSin(tipo, query.sin) ?? [],
  omitErrors: query.omitir_errores === 'si',
  fillMerged: query.combinadas && query.combinadas === 'si',
  skipTotals: query.totales === 'si',
  fechaArchivo: query.fecha_archivo,
})

/** Column A to CV. */
const isLetter = (text: string) => /^([A-Z]|[A-B][A-Z]|C[A-V])$/.test(text)

const columnasSchema = z.record(z.string(), z.string())

/** Parses the mapping of fields to a column letter or `=text`. Returns undefined if invalid. */
function parseColumnas(tipo: ImportTipo, text: unknown): Record<string, string> | undefined {
  try {
    const json: unknown = JSON.parse(String(text))
    // z.record() drops the key __proto__, which would hide an unknown field.
    const hasProtoKey = typeof json === 'object' && json !== null && Object.hasOwn(json, '__proto__')
    const sent = hasProtoKey ? undefined : columnasSchema.safeParse(json).data
    const columns = Object.entries(sent ?? {}).filter(([, where]) => !where.startsWith('='))
    const isTaken = ([campo, letter]: [string, string], at: number) =>
      columns.slice(0, at).some(([other, where]) => where === letter && !mayShareColumn(tipo, other, campo))
    return columns.every(([, letter]) => isLetter(letter)) && !columns.some(isTaken) ? sent : undefined
  } catch {
    return undefined
  }
}

/** Parses the list of fields. Returns undefined if invalid for this kind. */
function parseSin(tipo: ImportTipo, text: unknown): string[] | undefined {
  if (text === undefined || text === '') return []
  if (typeof text !== 'string') return undefined
  const allowed = sinCampos[tipo] ?? []
  try {
    return z.array(z.enum(allowed)).safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const headerName = 'x-nombres'

/** Returns the JSON of the header X-Nombres. Returns null if it is not the base64 of UTF-8. */
function decodeNombresHeader(encoded: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(encoded.trim()), (sign) => sign.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns `nombres` of the query or the header; undefined without either, null if invalid. */
export function readNombres({ query, headers }: RawInput): string | null | undefined {
  const inQuery = readValue(query, 'nombres') || undefined
  const header = readValue(headers, headerName) || undefined
  if (inQuery === undefined && header === undefined) return undefined
  if (header === undefined) return typeof inQuery === 'string' ? inQuery : null
  return inQuery === undefined && typeof header === 'string' ? decodeNombresHeader(header) : null
}

/** Returns errors of the query that depend on `tipo`. */
export function findQueryErrors(input: RawInput): Record<string, string> {
  const tipo = readValue(input.params, 'tipo')
  if (!isImportTipo(tipo)) return {}
  const sent = readValue(input.query, 'columnas')
  const columnas = sent ? parseColumnas(tipo, sent) : {}
  const isKnown = columnas && Object.keys(columnas).every((name) => Object.hasOwn(importCampos[tipo], name))
  const isUpdate = readValue(input.query, 'duplicados') === 'actualizar'
  const notUpdated = notUpdatedTexts[tipo]
  const nombres = readNombres(input)
  return {
    ...(!isKnown && { columnas: sentences.wrongValue }),
    ...((nombres === null || !parseNombres(tipo, nombres)) && { nombres: sentences.wrongValue }),
    ...(!parseSin(tipo, readValue(input.query, 'sin')) && { sin: sentences.wrongValue }),
    ...(notUpdated && isUpdate && { duplicados: notUpdated }),
  }
}
