import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ruta } from './rutas.ts'
import { sentences } from './sentences.ts'
import { date, endsBefore, named, optionalEnum, optionalNumber, text } from './values.ts'

/** `anio` is another spelling of `año`. */
export const reporteFiltros = ['dia', 'mes', 'año', 'anio'] as const
export type ReporteFiltro = (typeof reporteFiltros)[number]

/** One period: `2026-11-20`, `2026-11` or `2026`. All four states count towards the income. */
export const reporteRow = named('Periodo', {
  periodo: z.string(),
  total_rutas: z.int(),
  rutas_pendientes: z.int(),
  rutas_en_curso: z.int(),
  rutas_entregadas: z.int(),
  rutas_incidentes: z.int(),
  ingresos_totales: z.number(),
})
export type ReporteRow = z.output<typeof reporteRow>

export const reporteFormatos = ['excel', 'pdf'] as const
export type ReporteFormato = (typeof reporteFormatos)[number]

const range = z.object({
  filtro: z.enum(reporteFiltros).default('dia'),
  fechaInicio: date().optional(),
  fechaFin: date().optional(),
})
/** Checked also where another filter is wrong, so that all are told together. */
const inOrder = ({ fechaInicio, fechaFin }: { fechaInicio?: unknown; fechaFin?: unknown }) =>
  !endsBefore(fechaFin, fechaInicio)
const endsEarly = { path: ['fechaFin'], error: sentences.endsEarly, when: () => true }

export const reporteRange = range.refine(inOrder, endsEarly)

export const reportes = {
  list: endpoint('GET /api/reportes', {
    summary: 'Reporte por día, mes o año',
    query: reporteRange,
    data: z.array(reporteRow),
    wrapping: 'rows',
  }),
  periodo: endpoint('POST /api/reportes/periodo', {
    summary: 'Ver un periodo con sus rutas',
    body: z.object({
      periodo: text(),
      tipo: optionalEnum(reporteFiltros),
      // A screen shows a page of the routes; without porPagina all of them are given.
      pagina: optionalNumber(1e12),
      porPagina: optionalNumber(100),
    }),
    data: reporteRow.extend({ rutas: z.array(ruta) }).meta({ id: 'PeriodoConRutas' }),
  }),
  exportar: endpoint('GET /api/reportes/exportar', {
    summary: 'Exportar el reporte a Excel o PDF',
    query: range.extend({ formato: z.enum(reporteFormatos).default('excel') }).refine(inOrder, endsEarly),
    data: z.string(),
    wrapping: 'bare',
    media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/pdf'],
    message: 'Reporte generado exitosamente',
  }),
}
