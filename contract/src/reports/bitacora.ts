import { z } from 'zod'
import { endpoint, fileResponse, xlsxType } from '../core/endpoint.ts'
import { tripName, withTripNames } from '../core/tripName.ts'
import { date, endsInOrder, listQuery, named, pathId } from '../core/values.ts'
import { asuntoTipos } from '../records/asuntos.ts'
import { acciones } from '../records/cambios.ts'
import { labelledCampos } from '../records/campos.ts'

/** Log entry: one per record and call. Names are those at the time of the change, not the present ones. */
export const anotacion = named('Anotacion', {
  id: z.int(),
  momento: z.iso.datetime(),
  /** Null for a login with an unknown username and for the server's commands. */
  usuario_id: z.int().nullable(),
  usuario: z.string().nullable(),
  direccion: z.string().nullable(),
  /** Header X-Request-Id of the call. */
  peticion: z.string().nullable(),
  tipo: z.enum(asuntoTipos),
  registro_id: z.int().nullable(),
  nombre: z.string().nullable(),
  accion: z.enum(acciones),
  /** Old and new value of each changed field; {} if the action says everything. */
  cambios: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  motivo: z.string().nullable(),
  /** Only with `viaje=si`: the trip that `nombre` names by number. */
  viaje: tripName.optional(),
})
export type Anotacion = z.output<typeof anotacion>

const filters = {
  tipo: z.enum(asuntoTipos).optional(),
  registro_id: pathId().optional(),
  usuario_id: pathId().optional(),
  accion: z.enum(acciones).optional(),
  /** A field that the change wrote; of fields with one label each finds all. */
  dato: z.enum(labelledCampos).optional(),
  /** Days in the company's time zone, both inclusive. */
  desde: date().optional(),
  hasta: date().optional(),
  buscar: listQuery.buscar,
}
const inOrder = endsInOrder('desde', 'hasta')

const exportBitacora = z.object(filters).check(inOrder)
export type BitacoraFilters = z.output<typeof exportBitacora>

const { pagina, porPagina } = listQuery
const listBitacora = z.object({ ...filters, viaje: withTripNames, pagina, porPagina }).check(inOrder)
export type BitacoraQuery = z.output<typeof listBitacora>

export const bitacora = {
  /** Newest first. `total` stops at 10,000, of a search at 1,000; then `exacto` is false. */
  list: endpoint('GET /api/bitacora', {
    summary: 'Listar los cambios, los más nuevos primero',
    query: listBitacora,
    data: z.array(anotacion),
    wrapping: 'page',
  }),
  exportar: endpoint('GET /api/bitacora/exportar', {
    summary: 'Exportar la bitácora a Excel: hasta 100,000 filas',
    query: exportBitacora,
    ...fileResponse('Bitácora generada exitosamente', xlsxType),
  }),
}
