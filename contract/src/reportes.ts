import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ruta } from './rutas.ts'
import { date, optionalEnum, text } from './values.ts'

/** `anio` is another spelling of `año`. */
export const reporteFiltros = ['dia', 'mes', 'año', 'anio'] as const
export type ReporteFiltro = (typeof reporteFiltros)[number]

/** One period: `2026-11-20`, `2026-11` or `2026`. All four states count towards the income. */
export const reporteRow = z.object({
  periodo: z.string(),
  total_rutas: z.int(),
  rutas_pendientes: z.int(),
  rutas_en_curso: z.int(),
  rutas_entregadas: z.int(),
  rutas_incidentes: z.int(),
  ingresos_totales: z.number(),
})
export type ReporteRow = z.output<typeof reporteRow>

export const reporteRange = z
  .object({
    filtro: z.enum(reporteFiltros).default('dia'),
    fechaInicio: date().optional(),
    fechaFin: date().optional(),
  })
  .refine(({ fechaInicio, fechaFin }) => !fechaInicio || !fechaFin || fechaInicio <= fechaFin, {
    path: ['fechaFin'],
    error: 'La fecha final no puede ser anterior a la inicial.',
  })

export const reportes = {
  list: endpoint('GET /api/reportes', { query: reporteRange, data: z.array(reporteRow), wrapping: 'rows' }),
  periodo: endpoint('POST /api/reportes/periodo', {
    body: z.object({ periodo: text(), tipo: optionalEnum(reporteFiltros) }),
    data: reporteRow.extend({ rutas: z.array(ruta) }),
  }),
}
