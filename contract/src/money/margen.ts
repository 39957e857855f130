import { z } from 'zod'
import { endpoint, fileResponse, xlsxType } from '../core/endpoint.ts'
import { tripName, withTripNames } from '../core/tripName.ts'
import { date, endsInOrder, listQuery, named, pathId } from '../core/values.ts'

export const margenGrupos = ['ruta', 'cliente', 'trayecto', 'camion', 'piloto', 'mes'] as const
export type MargenGrupo = (typeof margenGrupos)[number]

const margenSums = {
  viajes: z.int(),
  ingreso: z.number(),
  /** Approved movements of these trips, whatever their date and payer. */
  combustible: z.number(),
  gastos: z.number(),
  comisiones: z.number(),
  costo: z.number(),
  margen: z.number(),
  /** Percent of ingreso with one decimal; null without ingreso. */
  margen_pct: z.number().nullable(),
  /** Trips with an expense that is not reviewed yet. */
  por_revisar: z.int(),
}
/** `clave` is an id, `2026-11` or a text of places; `nombre` a number, name, plate, 'Cobán → Mixco' or 'noviembre de 2026'. */
const margenGroupShape = { clave: z.string(), nombre: z.string() }

const margenRow = named('Margen', {
  ...margenGroupShape,
  ...margenSums,
  /** Only of trips, and with `viaje=si`. */
  viaje: tripName.optional(),
})
export type Margen = z.output<typeof margenRow>
const totales = named('MargenTotales', margenSums)
export type MargenTotales = z.output<typeof totales>

/** Margin of one trip, with the advances paid on the way. */
const margenDeRuta = named('MargenDeRuta', {
  ...margenGroupShape,
  ...margenSums,
  anticipos: z.number(),
  /** Gallons that the route plans; null if it plans none. */
  galones_planeados: z.number().nullable(),
  /** Gallons of its cargas that are not annulled; null without any. */
  galones: z.number().nullable(),
  /** Only for callers with gestionar_cobros: the valid invoice that has the trip. */
  factura: named('FacturaDeRuta', { id: z.int(), serie: z.string(), numero: z.string() })
    .nullable()
    .optional(),
})
export type MargenDeRuta = z.output<typeof margenDeRuta>

export const maxMargenDays = 366

export const margenOrders = ['margen', '-margen', 'viajes', '-viajes', 'ingreso', '-ingreso'] as const

const filters = {
  por: z.enum(margenGrupos),
  /** Default: the lowest margin first, of months the newest. */
  orden: z.enum(margenOrders).optional(),
  /** Default: the first day of the month of `hasta`, and today. At most 366 days. */
  desde: date().optional(),
  hasta: date().optional(),
}
const inOrder = endsInOrder('desde', 'hasta')
const { pagina, porPagina } = listQuery

export const margen = {
  /** Smallest margin first; months newest first. */
  list: endpoint('GET /api/margen', {
    summary: 'Sumar lo que dejaron los viajes entregados',
    // Only trips and places are paged.
    query: z.object({ ...filters, viaje: withTripNames, pagina, porPagina }).check(inOrder),
    data: z.object({ filas: z.array(margenRow), totales }),
    wrapping: 'filas',
  }),
  exportar: endpoint('GET /api/margen/exportar', {
    summary: 'Exportar el margen a Excel',
    query: z.object(filters).check(inOrder),
    ...fileResponse('Margen generado exitosamente', xlsxType),
  }),
  ofRuta: endpoint('GET /api/rutas/:id/dinero', {
    summary: 'Ver lo que dejó una ruta',
    params: z.object({ id: pathId() }),
    data: margenDeRuta,
  }),
}
