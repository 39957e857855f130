import { z } from 'zod'
import { endpoint, fileResponse, type RawInput, readValue, xlsxType } from '../core/endpoint.ts'
import { listQuery, named, pathId, recordMeta, version } from '../core/values.ts'
import { catalogueNames } from '../records/catalogues.ts'
import { importAccess } from './importarAccess.ts'
import { importTipos } from './importarCampos.ts'
import { candidatoMotivos, importLimits, importWords, isImportTipo } from './importarWords.ts'
import { findQueryErrors, importQuery, queryFieldsAddedLater } from './importQuery.ts'

const importTipoOf = ({ params }: RawInput) => readValue(params, 'tipo')

/** An unknown `tipo` is a 404 before the query is checked. */
const tipoEndpoint = {
  params: z.object({ tipo: z.enum(importTipos) }),
  resolveAccess: (input: RawInput) => importAccess(importTipoOf(input)),
  notFoundMessage: (input: RawInput) =>
    isImportTipo(importTipoOf(input)) ? undefined : importWords.unknownTipo,
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

/** Rows with the same error. */
export const errorGrupo = named('GrupoDeErrores', {
  campo: z.string().nullable(),
  mensaje: z.string(),
  filas: z.int(),
  primeras: z.array(z.int().min(1)),
})
export type ErrorGrupo = z.output<typeof errorGrupo>

/** Value that names no record, or several, with the records that it may mean. */
const desconocido = named('NombreDesconocido', {
  campo: z.string(),
  valor: z.string(),
  filas: z.int(),
  candidatos: z.array(z.object({ id: z.int(), nombre: z.string(), por: z.enum(candidatoMotivos) })),
})
export type Desconocido = z.output<typeof desconocido>

export const filaAcciones = ['nueva', 'cambiada', 'igual', 'saltada', 'omitida', 'error'] as const
export type FilaAccion = (typeof filaAcciones)[number]

const counts = {
  nuevas: z.int(),
  cambiadas: z.int(),
  iguales: z.int(),
  saltadas: z.int(),
  omitidas: z.int(),
}
const valores = z.record(z.string(), z.union([z.string(), z.number()]).nullable())

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
      valores,
      /** Stored values that the row changes. */
      antes: valores.optional(),
      /** Change of the record after `fecha_archivo`. */
      cambio: z.object({ usuario: z.string(), en: z.iso.datetime() }).optional(),
    }),
  ),
  desconocidos: z.array(desconocido),
  parecidos: z.array(z.object({ fila: z.int(), valor: z.string(), id: z.int(), nombre: z.string() })),
  grupos: z.array(errorGrupo),
  ignoradas: z.array(z.int().min(1)),
  recordado: z.boolean(),
  coma_decimal: z.array(z.string()),
})
export type VistaPrevia = z.output<typeof vistaPrevia>

export const importacion = named('Importacion', {
  id: z.int(),
  tipo: z.enum(importTipos),
  nombre: z.string(),
  filas: z.int(),
  ...counts,
  /** New records that rows of another kind name. */
  creados: z.partialRecord(z.enum(catalogueNames), z.int()),
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
    headers: { 'X-Nombres': '`nombres` en base64, cuando es largo para la dirección.' },
    bodyMediaTypes: [xlsxType, 'text/csv'],
    bodyLimit: importLimits.maxBytes,
    data: z.union([vistaPrevia, importacion]),
    idempotent: true,
    mayCreate: true,
    fieldsAddedLater: queryFieldsAddedLater,
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
  omitted: endpoint('GET /api/importaciones/:id/omitidas', {
    summary: 'Bajar las filas que una importación dejó fuera, con su motivo',
    params: z.object({ id: pathId() }),
    ...fileResponse('Las filas que no se importaron', xlsxType),
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
