import { z } from 'zod'
import { endpoint, fileResponse, xlsxType } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { sentences } from '../core/sentences.ts'
import { tripName, tripNamesQuery, withTripNames } from '../core/tripName.ts'
import {
  crossFieldRule,
  date,
  endsInOrder,
  listQuery,
  montoAboveZero,
  named,
  optionalEnum,
  optionalReason,
  pathId,
  queryText,
  recordMeta,
  version,
} from '../core/values.ts'
import { comprobantes, conceptos, movimientoEstados, movimientoTipos } from '../records/dinero.ts'
import { movimientoFields } from '../records/movimientos.ts'
import { isBlank, nitInput, numeroInput, serieInput, uuidInput } from './invoiceInputs.ts'

export const movimiento = named('Movimiento', {
  ...recordMeta,
  ...outputShape(movimientoFields),
  /** Only with `viaje=si`: the trip of `ruta_id`. */
  viaje: tripName.optional(),
})
export type Movimiento = z.output<typeof movimiento>

const { tipo, ...inputs } = inputShape(movimientoFields)
const sharedInputs = {
  ...inputs,
  monto: montoAboveZero(),
  nit: nitInput(),
  serie: serieInput(),
  numero: numeroInput(),
  uuid: uuidInput(),
}

type FormInput = Record<string, unknown>
/** Returns the fields that a movement of this type requires and lacks. */
export function missingMovimientoFields(input: FormInput): string[] {
  const { tipo, paga } = input
  const needed = [
    ...(tipo === 'gasto' ? ['concepto', 'paga'] : []),
    ...(tipo === 'cargo' || tipo === 'abono' ? ['descripcion'] : []),
    ...(tipo === 'gasto' && paga === 'empresa' ? [] : ['chofer_id']),
    ...(tipo === 'comision' || isBlank(input.chofer_id) ? ['ruta_id'] : []),
  ]
  return needed.filter((campo) => isBlank(input[campo]))
}

/** Reported besides other errors, but not if tipo is invalid. */
const rules = (['concepto', 'paga', 'descripcion', 'chofer_id', 'ruta_id'] as const).map((campo) =>
  crossFieldRule(
    campo,
    sentences.required,
    (input) =>
      !movimientoTipos.some((tipo) => tipo === input.tipo) || !missingMovimientoFields(input).includes(campo),
  ),
)

const values = z
  .object({ tipo, ...sharedInputs })
  .check(...rules)
  .meta({ id: 'MovimientoValues' })
/** tipo can't change: it may be omitted. */
const changes = z
  .object({ tipo: optionalEnum(movimientoTipos), ...sharedInputs, version: version() })
  .check(...rules)
  .meta({ id: 'MovimientoChanges' })
export type MovimientoValues = z.output<typeof values>
export type MovimientoChanges = z.output<typeof changes>

const filters = {
  chofer_id: pathId().optional(),
  ruta_id: pathId().optional(),
  liquidacion_id: pathId().optional(),
  tipo: z.enum(movimientoTipos).optional(),
  concepto: z.enum(conceptos).optional(),
  estado: z.enum(movimientoEstados).optional(),
  comprobante: z.enum(comprobantes).optional(),
  /** `si`: only unsettled movements. */
  abiertos: z.enum(['si']).optional(),
  /** `si`: only gastos Combustible that are no carga and not annulled. */
  sin_galones: z.enum(['si']).optional(),
  desde: date().optional(),
  hasta: date().optional(),
  buscar: listQuery.buscar,
  orden: z.enum(['recientes', 'antiguas']).default('recientes'),
}
const inOrder = endsInOrder('desde', 'hasta')

export const movimientosQuery = z.object(filters).check(inOrder)
export type MovimientosFilters = z.output<typeof movimientosQuery>

const { pagina, porPagina } = listQuery
const listMovimientos = z.object({ ...filters, viaje: withTripNames, pagina, porPagina }).check(inOrder)
export type MovimientosQuery = z.output<typeof listMovimientos>

const params = z.object({ id: pathId() })

const rutaParaDinero = named('RutaParaDinero', {
  id: z.int(),
  no_ruta: z.string(),
  fecha: z.string(),
  chofer_id: z.int(),
  piloto: z.string(),
  cliente: z.string(),
  destino: z.string(),
  /** Only with `viaje=si`. */
  viaje: tripName.optional(),
})
export type RutaParaDinero = z.output<typeof rutaParaDinero>

export const movimientos = {
  /** `total` stops at 10,000, of a search at 1,000; then `exacto` is false. */
  list: endpoint('GET /api/movimientos', {
    summary: 'Listar movimientos de dinero, los más nuevos primero',
    query: listMovimientos,
    data: z.array(movimiento),
    wrapping: 'page',
  }),
  show: endpoint('GET /api/movimientos/:id', {
    summary: 'Ver movimiento',
    params,
    query: tripNamesQuery,
    data: movimiento,
  }),
  create: endpoint('POST /api/movimientos', {
    summary: 'Registrar un anticipo, un gasto u otro movimiento',
    body: values,
    data: movimiento,
    creates: true,
    message: 'Movimiento creado exitosamente',
  }),
  update: endpoint('PUT /api/movimientos/:id', {
    summary: 'Editar movimiento',
    params,
    body: changes,
    data: movimiento,
    message: 'Movimiento actualizado exitosamente',
  }),
  /** `message` depends on the state. The present state changes nothing. */
  estado: endpoint('PUT /api/movimientos/:id/estado', {
    summary: 'Aprobar, anular o volver a revisar un movimiento',
    params,
    body: z
      .object({ estado: z.enum(movimientoEstados), motivo: optionalReason(), version: version() })
      .check(
        crossFieldRule(
          'motivo',
          sentences.required,
          ({ estado, motivo }) => estado !== 'anulado' || !isBlank(motivo),
        ),
      ),
    data: movimiento,
    message: 'Movimiento aprobado',
    logAction: 'estado',
  }),
  rutas: endpoint('GET /api/movimientos/rutas', {
    summary: 'Buscar la ruta de un movimiento',
    query: z.object({ buscar: queryText(), chofer_id: pathId().optional(), viaje: withTripNames }),
    data: z.array(rutaParaDinero),
    wrapping: 'rows',
  }),
  exportar: endpoint('GET /api/movimientos/exportar', {
    summary: 'Exportar los movimientos a Excel: hasta 100,000 filas',
    query: movimientosQuery,
    ...fileResponse('Movimientos generados exitosamente', xlsxType),
  }),
  pdf: endpoint('GET /api/movimientos/:id/pdf', {
    summary: 'Imprimir el recibo de un movimiento',
    params,
    ...fileResponse('El recibo', 'application/pdf'),
  }),
}
