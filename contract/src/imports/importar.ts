import { z } from 'zod'
import { endpoint, fileResponse, type RawInput, readValue, xlsxType } from '../core/endpoint.ts'
import { sentences } from '../core/sentences.ts'
import { listQuery, named, pathId, queryText, recordMeta, version } from '../core/values.ts'
import { importAccess } from './importarAccess.ts'
import { importCampos, importTipos } from './importarCampos.ts'
import { duplicadosModos, importLimits, importWords, isImportTipo } from './importarWords.ts'

const importTipoOf = ({ params }: RawInput) => readValue(params, 'tipo')

/** An unknown `tipo` is a 404 before the query is checked. */
const tipoEndpoint = {
  params: z.object({ tipo: z.enum(importTipos) }),
  resolveAccess: (input: RawInput) => importAccess(importTipoOf(input)),
  notFoundMessage: (input: RawInput) =>
    isImportTipo(importTipoOf(input)) ? undefined : importWords.unknownTipo,
}

/** Column A to CV. */
const isLetter = (text: string) => /^([A-Z]|[A-B][A-Z]|C[A-V])$/.test(text)

const columnasSchema = z.record(z.string(), z.string())

/** Parses the mapping of fields to a column letter or `=text`. Returns undefined if invalid. */
function parseColumnas(text: unknown): Record<string, string> | undefined {
  try {
    const json: unknown = JSON.parse(String(text))
    // z.record() drops the key __proto__, which would hide an unknown field.
    const hasProtoKey = typeof json === 'object' && json !== null && Object.hasOwn(json, '__proto__')
    const sent = hasProtoKey ? undefined : columnasSchema.safeParse(json).data
    const letters = Object.values(sent ?? {}).filter((where) => !where.startsWith('='))
    return letters.every(isLetter) && new Set(letters).size === letters.length ? sent : undefined
  } catch {
    return undefined
  }
}

const importQuery = z.object({
  prueba: z.enum(['si', 'no']).default('si'),
  duplicados: z.enum(duplicadosModos).default('error'),
  /** JSON, checked by `findQueryErrors`. */
  columnas: z.string().optional(),
  hoja: z.string().optional(),
  nombre: queryText().transform((nombre) => nombre || 'importacion'),
})
export type ImportarQuery = z.output<typeof importQuery>

/** Returns errors of the query that depend on `tipo`. */
function findQueryErrors(input: RawInput): Record<string, string> {
  const tipo = importTipoOf(input)
  const sent = readValue(input.query, 'columnas')
  if (!isImportTipo(tipo)) return {}
  const columnas = sent ? parseColumnas(sent) : {}
  const isKnown = columnas && Object.keys(columnas).every((name) => Object.hasOwn(importCampos[tipo], name))
  const isUpdate = readValue(input.query, 'duplicados') === 'actualizar'
  return {
    ...(!isKnown && { columnas: sentences.wrongValue }),
    ...(tipo === 'rutas' && isUpdate && { duplicados: importWords.rutasNotUpdated }),
  }
}

/** Error of a cell, or of a whole row: then column, field and value are null. */
export const filaError = named('FilaConError', {
  fila: z.int().min(1).nullable(),
  columna: z.string().nullable(),
  campo: z.string().nullable(),
  valor: z.string().nullable(),
  mensaje: z.string(),
})
export type FilaError = z.output<typeof filaError>

export const filaAcciones = ['nueva', 'cambiada', 'igual', 'saltada', 'error'] as const
export type FilaAccion = (typeof filaAcciones)[number]

const counts = { nuevas: z.int(), cambiadas: z.int(), iguales: z.int(), saltadas: z.int() }

const vistaPrevia = named('VistaPrevia', {
  hoja: z.string().nullable(),
  hojas: z.array(z.string()),
  filas: z.int(),
  columnas: z.array(
    z.object({
      columna: z.string(),
      titulo: z.string().nullable(),
      campo: z.string().nullable(),
      muestra: z.array(z.string()),
    }),
  ),
  faltan: z.array(z.string()),
  ...counts,
  errores: z.int(),
  detalle: z.array(filaError),
  vista: z.array(
    z.object({
      fila: z.int().min(1),
      accion: z.enum(filaAcciones),
      valores: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
    }),
  ),
})
export type VistaPrevia = z.output<typeof vistaPrevia>

export const importacion = named('Importacion', {
  id: z.int(),
  tipo: z.enum(importTipos),
  nombre: z.string(),
  filas: z.int(),
  ...counts,
  usuario: z.string(),
  deshacer_hasta: z.iso.datetime(),
  deshecha_en: z.iso.datetime().nullable(),
  version: recordMeta.version,
  creado_en: recordMeta.creado_en,
  actualizado_en: recordMeta.actualizado_en,
})
export type Importacion = z.output<typeof importacion>

export const plantillas = {
  show: endpoint('GET /api/importar/:tipo/plantilla', {
    summary: 'Bajar la plantilla de Excel de una lista',
    ...tipoEndpoint,
    ...fileResponse('La plantilla', xlsxType),
  }),
}

export const importar = {
  bring: endpoint('POST /api/importar/:tipo', {
    summary: 'Revisar una hoja de Excel o CSV, o importarla',
    ...tipoEndpoint,
    query: importQuery,
    bodyMediaTypes: [xlsxType, 'text/csv'],
    bodyLimit: importLimits.maxBytes,
    data: z.union([vistaPrevia, importacion]),
    idempotent: true,
    mayCreate: true,
    findInputErrors: findQueryErrors,
    errorStatuses: [409],
  }),
}

export const importaciones = {
  list: endpoint('GET /api/importaciones', {
    summary: 'Listar las importaciones, las más nuevas primero',
    query: z.object({ pagina: listQuery.pagina, porPagina: listQuery.porPagina }),
    data: z.array(importacion),
    wrapping: 'page',
  }),
  undo: endpoint('POST /api/importaciones/:id/deshacer', {
    summary: 'Deshacer una importación',
    params: z.object({ id: pathId() }),
    body: z.object({ version: version() }),
    data: importacion,
    idempotent: true,
    message: importWords.undone,
  }),
}
