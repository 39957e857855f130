import { z } from 'zod'
import { endpoint, fileResponse, xlsxType } from '../core/endpoint.ts'
import { date, endsInOrder, named } from '../core/values.ts'

const truckSums = {
  km: z.int(),
  galones: z.number(),
  km_galon: z.number().nullable(),
  combustible: z.number(),
  mantenimiento: z.number(),
  gastos: z.number(),
  costo: z.number(),
  costo_km: z.number().nullable(),
}
const truckRow = named('Rendimiento', { camion_id: z.int(), placa: z.string(), ...truckSums })
export type Rendimiento = z.output<typeof truckRow>

const pilotSums = { km: z.int(), galones: z.number(), km_galon: z.number().nullable() }
/** Both null: the tramos whose last carga has no pilot. */
const pilotRow = named('RendimientoDePiloto', {
  chofer_id: z.int().nullable(),
  piloto: z.string().nullable(),
  ...pilotSums,
})
export type RendimientoDePiloto = z.output<typeof pilotRow>

const byTruck = z.object({ filas: z.array(truckRow), totales: named('RendimientoTotales', truckSums) })
const byPilot = z.object({
  filas: z.array(pilotRow),
  totales: named('RendimientoDePilotoTotales', pilotSums),
})

export const maxRendimientoDays = 366

const query = z
  .object({
    por: z.enum(['camion', 'piloto']).default('camion'),
    /** Default: the first day of the month of `hasta`, and today. At most 366 days. */
    desde: date().optional(),
    hasta: date().optional(),
  })
  .check(endsInOrder('desde', 'hasta'))
export type RendimientoQuery = z.output<typeof query>

export const rendimiento = {
  list: endpoint('GET /api/rendimiento', {
    summary: 'Sumar lo que recorrió, gastó y rindió cada camión o piloto',
    query,
    data: z.union([byTruck, byPilot]),
    wrapping: 'filas',
  }),
  exportar: endpoint('GET /api/rendimiento/exportar', {
    summary: 'Exportar el rendimiento a Excel',
    query,
    ...fileResponse('Rendimiento generado exitosamente', xlsxType),
  }),
}
