import { z } from 'zod'
import { endpoint, readValue } from '../core/endpoint.ts'
import { moment, named, optionalText, pathId, queryVersion, recordMeta } from '../core/values.ts'
import { entidades } from '../records/registros.ts'
import { archivoClases, archivosAccess, archivoTipos } from './archivoClases.ts'
import { archivoLimits } from './archivoLimits.ts'

export const archivo = named('Archivo', {
  ...recordMeta,
  entidad: z.enum(entidades),
  entidad_id: z.int(),
  clase: z.enum(archivoClases),
  nombre: z.string(),
  tipo_mime: z.enum(archivoTipos),
  bytes: z.int(),
  sha256: z.string(),
  tomado_en: z.iso.datetime().nullable(),
  subido_por: z.string(),
})
export type Archivo = z.output<typeof archivo>

/** Optional metadata. Missing values are derived from the content. */
const metadataShape = {
  clase: z.enum(archivoClases).optional(),
  nombre: optionalText(),
  tomado_en: moment().optional(),
}
export type ArchivoMetadata = z.output<z.ZodObject<typeof metadataShape>>

const recordRef = { entidad: z.enum(entidades), entidad_id: pathId() }
const params = z.object({ id: pathId() })

/** The body is the file itself; the query carries the metadata. */
const upload = {
  bodyMediaTypes: archivoTipos,
  bodyLimit: archivoLimits.maxBytes,
  data: archivo,
  creates: true,
  message: 'Archivo guardado exitosamente',
} as const

export const archivos = {
  list: endpoint('GET /api/archivos', {
    summary: 'Listar los archivos de un registro',
    resolveAccess: ({ query }) => archivosAccess('read', readValue(query, 'entidad')),
    query: z.object(recordRef),
    data: z.array(archivo),
    wrapping: 'rows',
    errorStatuses: [404],
  }),
  show: endpoint('GET /api/archivos/:id', {
    summary: 'Ver los datos de un archivo',
    resolveAccess: () => archivosAccess('read'),
    params,
    data: archivo,
  }),
  contenido: endpoint('GET /api/archivos/:id/contenido', {
    summary: 'Ver o bajar un archivo',
    resolveAccess: () => archivosAccess('read'),
    params,
    data: z.string(),
    wrapping: 'bare',
    mediaTypes: archivoTipos,
    message: 'El archivo',
  }),
  create: endpoint('POST /api/archivos', {
    summary: 'Guardar un archivo en un registro',
    resolveAccess: ({ query }) => archivosAccess('write', readValue(query, 'entidad')),
    query: z.object({ ...recordRef, ...metadataShape }),
    ...upload,
    errorStatuses: [404, 429],
  }),
  remove: endpoint('DELETE /api/archivos/:id', {
    summary: 'Eliminar un archivo',
    resolveAccess: () => archivosAccess('write'),
    params,
    query: z.object({ version: queryVersion() }),
    data: z.null(),
    message: 'Archivo eliminado con éxito',
  }),
  createDeGasto: endpoint('POST /api/piloto/gastos/:id/archivos', {
    summary: 'Guardar un archivo en un movimiento propio',
    params,
    query: z.object(metadataShape),
    ...upload,
    errorStatuses: [429],
  }),
  listDeRuta: endpoint('GET /api/piloto/ruta/:id/archivos', {
    summary: 'Listar los archivos de una ruta propia',
    params,
    data: z.array(archivo),
    wrapping: 'rows',
  }),
  createDeRuta: endpoint('POST /api/piloto/ruta/:id/archivos', {
    summary: 'Guardar un archivo en una ruta propia',
    params,
    query: z.object(metadataShape),
    ...upload,
    errorStatuses: [429],
  }),
}
