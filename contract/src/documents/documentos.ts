import { z } from 'zod'
import { crudOf, formsOf } from '../core/crud.ts'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { listExport } from '../core/listExport.ts'
import { sentences } from '../core/sentences.ts'
import {
  blankAsAbsent,
  booleanWithDefault,
  crossFieldRule,
  endsInOrder,
  integer,
  listQuery,
  named,
  optionalEnum,
  optionalId,
  pathId,
  recordMeta,
  text,
  version,
} from '../core/values.ts'
import { documentoFields } from '../records/documentos.ts'
import { documentoEntidades, documentoEstados, documentoPlazos } from '../records/estados.ts'

export const documentoTipo = named('DocumentoTipo', {
  ...recordMeta,
  nombre: z.string(),
  aplica: z.enum(documentoEntidades),
  obligatorio: z.boolean(),
  dias_aviso: z.int(),
  activo: z.boolean(),
})
export type DocumentoTipo = z.output<typeof documentoTipo>

const daysWithDefault = (absent: number) => blankAsAbsent(integer(0, 365).default(absent))

const tipoValues = z.object({
  nombre: text(),
  aplica: z.enum(documentoEntidades),
  obligatorio: booleanWithDefault(false),
  dias_aviso: daysWithDefault(30),
  activo: booleanWithDefault(true),
})

export const documento = named('Documento', { ...recordMeta, ...outputShape(documentoFields) })
export type Documento = z.output<typeof documento>

/** A document. With id null a licence (tipo_id null), or a missing obligatory document or fact (estado falta). */
export const papel = named('Papel', {
  ...documento.shape,
  id: z.int().nullable(),
  tipo_id: z.int().nullable(),
  version: z.int().nullable(),
  creado_en: z.iso.datetime().nullable(),
  actualizado_en: z.iso.datetime().nullable(),
})
export type Papel = z.output<typeof papel>

const { tipo_id, entidad, entidad_id, nota, ...renewed } = inputShape(documentoFields)

const inOrder = endsInOrder('emitido', 'vence', sentences.expiresEarly)

export const documentoValues = z
  .object({
    tipo_id,
    entidad,
    entidad_id,
    ...renewed,
    nota,
  })
  .check(inOrder)
  .meta({ id: 'DocumentoValues' })
export type DocumentoValues = z.output<typeof documentoValues>
/** Type and record can't change: they may be omitted, and other values are rejected. */
export const documentoChanges = z
  .object({
    tipo_id: optionalId(),
    entidad: optionalEnum(documentoEntidades),
    entidad_id: optionalId(),
    ...renewed,
    nota,
    version: version(),
  })
  .check(inOrder)
  .meta({ id: 'DocumentoChanges' })
export const documentoRenewal = z
  .object({ ...renewed, version: version() })
  .check(inOrder)
  .meta({ id: 'DocumentoRenewal' })

export const documentoOrders = ['vence', '-vence'] as const

const documentoFilters = {
  buscar: listQuery.buscar,
  entidad: z.enum(documentoEntidades).optional(),
  entidad_id: pathId().optional(),
  tipo_id: pathId().optional(),
  estado: z.enum(documentoEstados).optional(),
  plazo: z.enum(documentoPlazos).optional(),
  /** `si` includes replaced documents. */
  historial: z.enum(['si', 'no']).default('no'),
  orden: z.enum(documentoOrders).default('vence'),
}
const entidadRequired = crossFieldRule(
  'entidad',
  sentences.required,
  ({ entidad, entidad_id }) => entidad_id === undefined || entidad !== undefined,
)
const exportDocumentos = z.object(documentoFilters).check(entidadRequired)
export type DocumentoFilters = z.output<typeof exportDocumentos>
const listDocumentos = z.object({ ...listQuery, ...documentoFilters }).check(entidadRequired)
export type DocumentosQuery = z.output<typeof listDocumentos>

export const documentoTipos = {
  list: endpoint('GET /api/documento-tipos', {
    summary: 'Listar tipos de documento',
    data: z.array(documentoTipo),
    wrapping: 'rows',
  }),
  ...crudOf('documento-tipos', {
    row: documentoTipo,
    ...formsOf('DocumentoTipo', tipoValues),
    words: {
      singular: 'Tipo de documento',
      created: 'Tipo de documento creado exitosamente',
      updated: 'Tipo de documento actualizado exitosamente',
      deleted: 'Tipo de documento eliminado con éxito',
    },
  }),
}

export const documentos = {
  exportar: listExport('GET /api/documentos/exportar', 'los documentos', exportDocumentos),
  list: endpoint('GET /api/documentos', {
    summary: 'Listar documentos, licencias y documentos que faltan',
    query: listDocumentos,
    data: z.array(papel),
    wrapping: 'page',
  }),
  ...crudOf('documentos', {
    row: documento,
    values: documentoValues,
    changes: documentoChanges,
    words: {
      singular: 'Documento',
      created: 'Documento creado exitosamente',
      updated: 'Documento actualizado exitosamente',
      deleted: 'Documento eliminado con éxito',
    },
  }),
  /** Returns the new document. The old one stores its id in `reemplazado_por`. */
  renew: endpoint('POST /api/documentos/:id/renovar', {
    summary: 'Renovar documento',
    params: z.object({ id: pathId() }),
    body: documentoRenewal,
    data: documento,
    creates: true,
    message: 'Documento renovado exitosamente',
  }),
}
