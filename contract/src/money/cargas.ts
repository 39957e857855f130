import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { galones, optionalKm } from '../core/galones.ts'
import { listExport } from '../core/listExport.ts'
import { sentences } from '../core/sentences.ts'
import { tripName, tripNamesQuery, withTripNames } from '../core/tripName.ts'
import {
  booleanWithDefault,
  crossFieldRule,
  date,
  endsInOrder,
  listQuery,
  montoAboveZero,
  named,
  pathId,
  queryText,
  recordMeta,
  version,
} from '../core/values.ts'
import { cargaFaltas, cargaFields } from '../records/cargas.ts'
import { movimientoEstados, pagadores } from '../records/dinero.ts'
import { isBlank, nitInput, numeroInput, serieInput, uuidInput } from './invoiceInputs.ts'

export const carga = named('Carga', {
  ...recordMeta,
  ...outputShape(cargaFields),
  faltas: z.array(z.enum(cargaFaltas)),
  /** Only with `viaje=si`: the trip of `ruta_id`. */
  viaje: tripName.optional(),
})
export type Carga = z.output<typeof carga>

const inputs = {
  ...inputShape(cargaFields),
  galones: galones(),
  total: montoAboveZero(),
  km: optionalKm(),
  lleno: booleanWithDefault(true),
  nit: nitInput(),
  serie: serieInput(),
  numero: numeroInput(),
  uuid: uuidInput(),
}
const pilotoRule = crossFieldRule(
  'chofer_id',
  sentences.required,
  ({ paga, chofer_id }) => paga !== 'piloto' || !isBlank(chofer_id),
)
const values = z.object(inputs).check(pilotoRule).meta({ id: 'CargaValues' })
const changes = z
  .object({ ...inputs, version: version() })
  .check(pilotoRule)
  .meta({ id: 'CargaChanges' })
export type CargaValues = z.output<typeof values>
export type CargaChanges = z.output<typeof changes>

const filters = {
  camion_id: pathId().optional(),
  chofer_id: pathId().optional(),
  ruta_id: pathId().optional(),
  paga: z.enum(pagadores).optional(),
  estado: z.enum(movimientoEstados).optional(),
  lleno: z.enum(['si', 'no']).optional(),
  /** The whole name, compared as searches compare. */
  estacion: queryText(),
  desde: date().optional(),
  hasta: date().optional(),
  buscar: listQuery.buscar,
  orden: z.enum(['recientes', 'antiguas']).default('recientes'),
}
const inOrder = endsInOrder('desde', 'hasta')
const exportCargas = z.object(filters).check(inOrder)
export type CargasFilters = z.output<typeof exportCargas>

const { pagina, porPagina } = listQuery
const listCargas = z.object({ ...filters, viaje: withTripNames, pagina, porPagina }).check(inOrder)
export type CargasQuery = z.output<typeof listCargas>

const totales = named('CargasTotales', { galones: z.number(), total: z.number() })
export type CargasTotales = z.output<typeof totales>

const params = z.object({ id: pathId() })

export const cargas = {
  /** `total` stops at 10,000, of a search at 1,000; then `exacto` is false. `totales` are of all rows that match. */
  list: endpoint('GET /api/cargas', {
    summary: 'Listar cargas de combustible, las más nuevas primero',
    query: listCargas,
    data: z.array(carga),
    wrapping: 'page',
    totales,
  }),
  exportar: listExport('GET /api/cargas/exportar', 'las cargas', exportCargas),
  show: endpoint('GET /api/cargas/:id', {
    summary: 'Ver carga',
    params,
    query: tripNamesQuery,
    data: carga,
  }),
  create: endpoint('POST /api/cargas', {
    summary: 'Registrar una carga de combustible',
    body: values,
    data: carga,
    creates: true,
    message: 'Carga creada exitosamente',
  }),
  /** Also makes a gasto Combustible a carga. */
  update: endpoint('PUT /api/cargas/:id', {
    summary: 'Editar carga, o agregar galones a un gasto de combustible',
    params,
    body: changes,
    data: carga,
    message: 'Carga actualizada exitosamente',
  }),
}
