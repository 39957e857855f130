import { z } from 'zod'
import { can } from '../core/access.ts'
import { calls } from '../core/calls.ts'
import { changedRow, changesOrder, changesQuery } from '../core/changes.ts'
import { endpoint } from '../core/endpoint.ts'
import { checksOfNew } from '../core/fieldRules.ts'
import { inputShape, outputShapeForPilots } from '../core/fieldSchemas.ts'
import { pilotMask } from '../core/fields.ts'
import { hecho } from '../core/hecho.ts'
import { listExport } from '../core/listExport.ts'
import { sentences } from '../core/sentences.ts'
import { tripNamesQuery } from '../core/tripName.ts'
import {
  crossFieldRule,
  date,
  isVisible,
  listQuery,
  named,
  newestQuery,
  optionalEnum,
  optionalId,
  optionalReason,
  pathId,
  queryNumber,
  queryVersion,
  recordMeta,
  version,
} from '../core/values.ts'
import { rutaEstados } from '../records/estados.ts'
import { rutaFields } from '../records/rutas.ts'
import { avisoDeViaje } from './revision.ts'

const { duracion_min, ...listed } = outputShapeForPilots(rutaFields)
const rutaShape = { ...recordMeta, ...listed }
export const rutaKeys = Object.keys(rutaShape)

// Start and end of the trip. Not iso.datetime(): a trip at the end of 9999 ends in a year of five digits.
const moment = () => z.string().meta({ format: 'date-time' }).nullable().optional()
const horas = { inicio: moment(), fin: moment() }

/** List row; `inicio` and `fin` only with `?horas=si`. */
const rutaWithHours = { ...rutaShape, ...horas }
export const ruta = named('RutaEnLista', { ...rutaWithHours, ...changedRow })
export const rutaDelPiloto = named('RutaDelPiloto', z.object(rutaShape).pick(pilotMask(rutaFields)).shape)
export type RutaDelPiloto = z.output<typeof rutaDelPiloto>

const rutaDetail = named('Ruta', {
  ...rutaWithHours,
  duracion_min,
  /** User of the newest log entry. */
  modificado_por: z.string().nullable().optional(),
})
export type Ruta = z.output<typeof rutaDetail>

const { estado: _, ...inputs } = inputShape(rutaFields)
/** The client is identified by id, or by name without an id. */
const values = z.object({ ...inputs, cliente_id: optionalId(), motivo_excepcion: optionalReason() })

const hasClient = crossFieldRule(
  'cliente_id',
  sentences.required,
  ({ cliente_id, cliente }) =>
    Boolean(cliente_id) ||
    cliente_id === 0 ||
    (typeof cliente === 'string' ? isVisible(cliente) : Boolean(cliente)),
)

/** The form uses it too. POST without `estado` creates a Pendiente trip. */
export const rutaValues = values
  .extend({ estado: optionalEnum(rutaEstados) })
  .check(hasClient, ...checksOfNew(rutaFields))
  .meta({ id: 'RutaValues' })
export const rutaChanges = values
  .extend({ estado: z.enum(rutaEstados), version: version() })
  .check(hasClient)
  .meta({ id: 'RutaChanges' })
export type RutaValues = z.output<typeof rutaValues>

/** Orders that tell a pilot no price. */
export const ownRutaOrders = ['recientes', 'antiguas', 'ascendente', 'descendente'] as const
export const rutaOrders = [
  ...ownRutaOrders,
  'cliente',
  '-cliente',
  'piloto',
  '-piloto',
  'precio',
  '-precio',
] as const
export const rutaSearchFields = ['todos', 'no_ruta', 'cliente', 'servicio'] as const

const yesQuery = () => z.enum(['si']).optional()

export const rutaFilters = {
  ...listQuery,
  campo: z.enum(rutaSearchFields).default('todos'),
  cliente_id: pathId().optional(),
  chofer_id: pathId().optional(),
  camion_id: pathId().optional(),
  ayudante_id: pathId().optional(),
  estado: z.enum(rutaEstados).optional(),
  desde: date().optional(),
  hasta: date().optional(),
  orden: z.enum(rutaOrders).optional(),
  horas: yesQuery(),
  retraso: yesQuery(),
}
const filterRutas = z.object(rutaFilters)
export type RutaQuery = z.output<typeof filterRutas>
const listRutas = filterRutas.extend({
  orden: z.enum([...rutaOrders, changesOrder]).optional(),
  ...changesQuery,
})
const exportRutas = filterRutas.omit({ pagina: true, porPagina: true })
const exportAccess = calls['GET /api/rutas/exportar']

/** Change of a trip's state; the first row is its creation. */
export const historial = named('Historial', {
  id: z.int(),
  ruta_id: z.int(),
  estado_anterior: z.string().nullable(),
  estado_nuevo: z.string(),
  comentario: z.string().nullable(),
  usuario: z.string(),
  /** When the server received it. */
  fecha: z.iso.datetime(),
  ...hecho,
})

export type Historial = z.output<typeof historial>

const rutasDelDia = named('RutasDelDia', {
  fecha: z.string(),
  resumen: z.object({
    total: z.int(),
    pendientes: z.int(),
    en_curso: z.int(),
    entregadas: z.int(),
    incidentes: z.int(),
    /** Omitted for a pilot. */
    ingresos: z.number().optional(),
  }),
  rutas: z.array(ruta),
})

const params = z.object({ id: pathId() })

export const rutas = {
  list: endpoint('GET /api/rutas', {
    summary: 'Listar rutas',
    query: listRutas,
    data: z.array(ruta),
    wrapping: 'page',
  }),
  exportar: listExport('GET /api/rutas/exportar', 'las rutas', exportRutas, (_input, caller) =>
    can(caller, exportAccess) ? calls['GET /api/reportes/exportar'] : exportAccess,
  ),
  recientes: endpoint('GET /api/rutas/recientes', {
    summary: 'Listar las rutas de los últimos días',
    query: z.object({ dias: queryNumber(7).default(7), horas: yesQuery() }),
    data: z.object({ hoy: z.string(), rutasPorFecha: z.array(rutasDelDia) }),
  }),
  nextNumber: endpoint('GET /api/rutas/next-number', {
    summary: 'Sugerir el número de la siguiente ruta',
    data: z.object({ nextRutaNumber: z.string() }),
  }),
  show: endpoint('GET /api/rutas/:id', { summary: 'Ver ruta', params, data: rutaDetail }),
  historial: endpoint('GET /api/rutas/:id/historial', {
    summary: 'Listar los cambios de estado de una ruta',
    params,
    query: z.object(newestQuery),
    data: z.array(historial),
    wrapping: 'page',
  }),
  create: endpoint('POST /api/rutas', {
    summary: 'Crear ruta',
    query: tripNamesQuery,
    body: rutaValues,
    data: rutaDetail,
    avisos: z.array(avisoDeViaje),
    administradorFields: ['motivo_excepcion'],
    creates: true,
    message: sentences.rutaCreated,
  }),
  update: endpoint('PUT /api/rutas/:id', {
    summary: 'Editar ruta',
    params,
    query: tripNamesQuery,
    body: rutaChanges,
    data: rutaDetail,
    avisos: z.array(avisoDeViaje),
    administradorFields: ['motivo_excepcion'],
    message: 'Ruta actualizada exitosamente',
  }),
  remove: endpoint('DELETE /api/rutas/:id', {
    summary: 'Eliminar ruta',
    params,
    query: z.object({ version: queryVersion() }),
    data: z.null(),
    message: 'La ruta ha sido eliminada exitosamente',
  }),
}
