import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { documentoEntidades, documentoEstados } from './estados.ts'
import { sentences } from './sentences.ts'
import {
  bodyId,
  booleanOr,
  endsBefore,
  integer,
  listQuery,
  named,
  optionalDate,
  optionalEnum,
  optionalId,
  optionalText,
  pathId,
  queryVersion,
  recordMeta,
  text,
  version,
} from './values.ts'

export const documentoTipo = named('DocumentoTipo', {
  ...recordMeta,
  nombre: z.string(),
  aplica: z.enum(documentoEntidades),
  obligatorio: z.boolean(),
  dias_aviso: z.int(),
  activo: z.boolean(),
})
export type DocumentoTipo = z.output<typeof documentoTipo>

const daysOr = (absent: number) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    integer(0, 365).default(absent),
  )

export const documentoTipoValues = named('DocumentoTipoValues', {
  nombre: text(),
  aplica: z.enum(documentoEntidades),
  obligatorio: booleanOr(false),
  dias_aviso: daysOr(30),
  activo: booleanOr(true),
})

/** `dias` is vence − hoy; `tipo` and `nombre` are what the type and the person or truck are called now. */
export const documento = named('Documento', {
  ...recordMeta,
  tipo_id: z.int(),
  tipo: z.string(),
  entidad: z.enum(documentoEntidades),
  entidad_id: z.int(),
  nombre: z.string(),
  numero: z.string().nullable(),
  emitido: z.string().nullable(),
  vence: z.string().nullable(),
  dias: z.int().nullable(),
  estado: z.enum(documentoEstados),
  nota: z.string().nullable(),
  /** The id of its renewal. */
  reemplazado_por: z.int().nullable(),
})
export type Documento = z.output<typeof documento>

/** A paper, or with id null a licence (tipo_id null too) or an obligatory paper that is missing (estado falta). */
export const papel = named('Papel', {
  ...documento.shape,
  id: z.int().nullable(),
  tipo_id: z.int().nullable(),
  version: z.int().nullable(),
  creado_en: z.iso.datetime().nullable(),
  actualizado_en: z.iso.datetime().nullable(),
})
export type Papel = z.output<typeof papel>

const dated = { numero: optionalText(), emitido: optionalDate(), vence: optionalDate() }

/** Checked also where another field is wrong, so that all wrong fields are told together. */
const inOrder = { path: ['vence'], error: sentences.expiresEarly, when: () => true }
const expiresInOrder = ({ emitido, vence }: { emitido?: unknown; vence?: unknown }) =>
  !endsBefore(vence, emitido)

export const documentoValues = z
  .object({
    tipo_id: bodyId(),
    entidad: z.enum(documentoEntidades),
    entidad_id: bodyId(),
    ...dated,
    nota: optionalText(2000),
  })
  .refine(expiresInOrder, inOrder)
  .meta({ id: 'DocumentoValues' })
/** Type and record can't be changed: they may be left out, and are refused where they are others. */
export const documentoChanges = z
  .object({
    tipo_id: optionalId(),
    entidad: optionalEnum(documentoEntidades),
    entidad_id: optionalId(),
    ...dated,
    nota: optionalText(2000),
    version: version(),
  })
  .refine(expiresInOrder, inOrder)
  .meta({ id: 'DocumentoChanges' })
export const documentoRenewal = z
  .object({ ...dated, version: version() })
  .refine(expiresInOrder, inOrder)
  .meta({ id: 'DocumentoRenewal' })

export const documentoOrders = ['vence', '-vence'] as const

const listDocumentos = z
  .object({
    ...listQuery,
    entidad: z.enum(documentoEntidades).optional(),
    entidad_id: pathId().optional(),
    tipo_id: pathId().optional(),
    estado: z.enum(documentoEstados).optional(),
    /** `si` gives the replaced ones too. */
    historial: z.enum(['si', 'no']).default('no'),
    orden: z.enum(documentoOrders).default('vence'),
  })
  .refine(({ entidad, entidad_id }) => entidad_id === undefined || entidad !== undefined, {
    path: ['entidad'],
    error: sentences.required,
    when: () => true,
  })
export type DocumentosQuery = z.output<typeof listDocumentos>

const params = z.object({ id: pathId() })
const query = z.object({ version: queryVersion() })

export const documentoTipos = {
  list: endpoint('GET /api/documento-tipos', {
    summary: 'Listar tipos de documento',
    data: z.array(documentoTipo),
    wrapping: 'rows',
  }),
  show: endpoint('GET /api/documento-tipos/:id', {
    summary: 'Ver tipo de documento',
    params,
    data: documentoTipo,
  }),
  create: endpoint('POST /api/documento-tipos', {
    summary: 'Crear tipo de documento',
    body: documentoTipoValues,
    data: documentoTipo,
    creates: true,
    message: 'Tipo de documento creado exitosamente',
  }),
  update: endpoint('PUT /api/documento-tipos/:id', {
    summary: 'Editar tipo de documento',
    params,
    body: documentoTipoValues.extend({ version: version() }).meta({ id: 'DocumentoTipoChanges' }),
    data: documentoTipo,
    message: 'Tipo de documento actualizado exitosamente',
  }),
  remove: endpoint('DELETE /api/documento-tipos/:id', {
    summary: 'Eliminar tipo de documento',
    params,
    query,
    data: z.null(),
    message: 'Tipo de documento eliminado con éxito',
  }),
}

export const documentos = {
  list: endpoint('GET /api/documentos', {
    summary: 'Listar documentos, licencias y documentos que faltan',
    query: listDocumentos,
    data: z.array(papel),
    wrapping: 'page',
  }),
  show: endpoint('GET /api/documentos/:id', { summary: 'Ver documento', params, data: documento }),
  create: endpoint('POST /api/documentos', {
    summary: 'Crear documento',
    body: documentoValues,
    data: documento,
    creates: true,
    message: 'Documento creado exitosamente',
  }),
  /** The answer is the new one; the old one keeps its id in `reemplazado_por`. */
  renew: endpoint('POST /api/documentos/:id/renovar', {
    summary: 'Renovar documento',
    params,
    body: documentoRenewal,
    data: documento,
    creates: true,
    message: 'Documento renovado exitosamente',
  }),
  update: endpoint('PUT /api/documentos/:id', {
    summary: 'Editar documento',
    params,
    body: documentoChanges,
    data: documento,
    message: 'Documento actualizado exitosamente',
  }),
  remove: endpoint('DELETE /api/documentos/:id', {
    summary: 'Eliminar documento',
    params,
    query,
    data: z.null(),
    message: 'Documento eliminado con éxito',
  }),
}
