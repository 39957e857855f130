import { z } from 'zod'
import { endpoint, fileResponse } from '../core/endpoint.ts'
import { outputShape } from '../core/fieldSchemas.ts'
import { listExport } from '../core/listExport.ts'
import { tripNamesQuery } from '../core/tripName.ts'
import {
  bodyId,
  date,
  endsInOrder,
  listQuery,
  named,
  pathId,
  queryText,
  recordMeta,
  text,
  version,
} from '../core/values.ts'
import { liquidacionEstados } from '../records/dinero.ts'
import { liquidacionFields } from '../records/liquidaciones.ts'
import { movimiento } from './movimientos.ts'

const liquidacionShape = { ...recordMeta, ...outputShape(liquidacionFields) }

const liquidacionListada = named('LiquidacionListada', liquidacionShape)
export type LiquidacionListada = z.output<typeof liquidacionListada>

/** Settlement of a pilot with its movements, ordered by fecha and id. An annulled one has none. */
export const liquidacion = named('Liquidacion', { ...liquidacionShape, movimientos: z.array(movimiento) })
export type Liquidacion = z.output<typeof liquidacion>

const values = named('LiquidacionValues', {
  chofer_id: bodyId(),
  movimientos: z
    .array(bodyId())
    .min(1, { error: 'Elige al menos un movimiento.' })
    .max(500, { error: 'Máximo 500 movimientos.' })
    .refine((ids) => new Set(ids).size === ids.length, { error: 'Hay un movimiento repetido.' }),
  /** Balance that the caller saw; a different one is a conflict. */
  saldo: z.number().nullish(),
})
export type LiquidacionValues = z.output<typeof values>

const filters = {
  chofer_id: pathId().optional(),
  estado: z.enum(liquidacionEstados).optional(),
  /** Days of creado_en in the company's time zone, both inclusive. */
  desde: date().optional(),
  hasta: date().optional(),
  buscar: listQuery.buscar,
}
const inOrder = endsInOrder('desde', 'hasta')
const exportLiquidaciones = z.object(filters).check(inOrder)
export type LiquidacionesFilters = z.output<typeof exportLiquidaciones>

const { pagina, porPagina } = listQuery
const listLiquidaciones = z.object({ ...filters, pagina, porPagina }).check(inOrder)
export type LiquidacionesQuery = z.output<typeof listLiquidaciones>

const params = z.object({ id: pathId() })

export const liquidaciones = {
  /** `total` stops at 10,000, of a search at 1,000; then `exacto` is false. */
  list: endpoint('GET /api/liquidaciones', {
    summary: 'Listar liquidaciones, las más nuevas primero',
    query: listLiquidaciones,
    data: z.array(liquidacionListada),
    wrapping: 'page',
  }),
  exportar: listExport('GET /api/liquidaciones/exportar', 'las liquidaciones', exportLiquidaciones),
  show: endpoint('GET /api/liquidaciones/:id', {
    summary: 'Ver liquidación',
    params,
    query: tripNamesQuery,
    data: liquidacion,
  }),
  create: endpoint('POST /api/liquidaciones', {
    summary: 'Liquidar a un piloto',
    body: values,
    data: liquidacion,
    creates: true,
    message: 'Liquidación creada exitosamente',
  }),
  anular: endpoint('POST /api/liquidaciones/:id/anular', {
    summary: 'Anular la última liquidación de un piloto',
    params,
    body: z.object({ motivo: text(200, 5), version: version() }),
    data: liquidacion,
    idempotent: true,
    message: 'Liquidación anulada',
    logAction: 'estado',
  }),
  pdf: endpoint('GET /api/liquidaciones/:id/pdf', {
    summary: 'Imprimir una liquidación',
    params,
    ...fileResponse('La liquidación', 'application/pdf'),
  }),
}

/** Balance of a pilot (positive if the pilot owes) and open work. */
const saldo = named('Saldo', {
  chofer_id: z.int(),
  piloto: z.string(),
  saldo: z.number(),
  /** Number of registrado movements, including those that the company paid. */
  por_revisar: z.int(),
  /** Number of aprobado movements that are not settled. */
  abiertos: z.int(),
  /** Oldest fecha of both. */
  desde: z.string().nullable(),
})
export type Saldo = z.output<typeof saldo>

export const saldoOrders = ['desde', 'piloto', '-piloto', '-saldo', 'saldo'] as const

const saldosQuery = z.object({ buscar: queryText(), orden: z.enum(saldoOrders).default('desde') })

export const saldos = {
  list: endpoint('GET /api/saldos', {
    summary: 'Listar lo que cada piloto debe o se le debe',
    query: saldosQuery,
    data: z.array(saldo),
    wrapping: 'rows',
  }),
  exportar: listExport('GET /api/saldos/exportar', 'lo que cada piloto debe', saldosQuery),
}
