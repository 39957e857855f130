import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { date, endsInOrder, listQuery, named, pathId } from './values.ts'

/** By what trips are added up. */
export const margenGrupos = ['ruta', 'cliente', 'camion', 'piloto', 'mes'] as const
export type MargenGrupo = (typeof margenGrupos)[number]

const margenSums = {
  viajes: z.int(),
  ingreso: z.number(),
  /** Of the aprobado movimientos of these trips, of any fecha, whoever paid. */
  combustible: z.number(),
  gastos: z.number(),
  comisiones: z.number(),
  costo: z.number(),
  margen: z.number(),
  /** Of ingreso, with one decimal; null where there is none. */
  margen_pct: z.number().nullable(),
  /** Trips with a gasto that nobody has reviewed. */
  por_revisar: z.int(),
}
/** The id, of a month `2026-11`; the number, name or plate, of a month 'noviembre de 2026'. */
const margenGroupShape = { clave: z.string(), nombre: z.string() }

const margenRow = named('Margen', { ...margenGroupShape, ...margenSums })
export type Margen = z.output<typeof margenRow>
const totales = named('MargenTotales', margenSums)
export type MargenTotales = z.output<typeof totales>

/** Of a trip also what its pilot got on the way, reanticipos too. */
const margenDeRuta = named('MargenDeRuta', { ...margenGroupShape, ...margenSums, anticipos: z.number() })
export type MargenDeRuta = z.output<typeof margenDeRuta>

/** A year, leap or not. */
export const maxMargenDays = 366

const filters = {
  por: z.enum(margenGrupos),
  /** By default the first of hasta's month, and today; at most 366 days. */
  desde: date().optional(),
  hasta: date().optional(),
}
const inOrder = endsInOrder('desde', 'hasta')
const { pagina, porPagina } = listQuery

export const margen = {
  /** The smallest margen first; months the newest first. */
  list: endpoint('GET /api/margen', {
    summary: 'Sumar lo que dejaron los viajes entregados',
    // Only trips are listed in pages.
    query: z.object({ ...filters, pagina, porPagina }).check(inOrder),
    data: z.object({ filas: z.array(margenRow), totales }),
    wrapping: 'filas',
  }),
  exportar: endpoint('GET /api/margen/exportar', {
    summary: 'Exportar el margen a Excel',
    query: z.object(filters).check(inOrder),
    data: z.string(),
    wrapping: 'bare',
    media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    message: 'Margen generado exitosamente',
  }),
  ofRuta: endpoint('GET /api/rutas/:id/dinero', {
    summary: 'Ver lo que dejó una ruta',
    params: z.object({ id: pathId() }),
    data: margenDeRuta,
  }),
}
