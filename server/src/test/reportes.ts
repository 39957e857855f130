import { sumTotales } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import type { Reporte } from '../features/reportes/reporte.ts'
import { raw, run } from '../platform/db/sql.ts'
import { insertReferences } from './rutas.ts'
import { type TestApp, testApp } from './testApp.ts'

export const buildReporteRow = (
  periodo: string,
  index = 0,
  ingresos_totales = 1234.5 + index * 0.01,
): ReporteRow => ({
  periodo,
  total_rutas: 1000 + (index % 10),
  rutas_pendientes: index % 10,
  rutas_en_curso: 200,
  rutas_entregadas: 300,
  rutas_incidentes: 500,
  ingresos_totales,
})
export const buildReporteDays = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildReporteRow(new Date(Date.UTC(2026, 10, 20 - index)).toISOString().slice(0, 10), index),
  )

interface ReporteOptions extends Partial<Omit<Reporte, 'empresa'>> {
  empresa?: string
  logo?: Buffer
}

export const buildReporte = (
  rows: ReporteRow[],
  { empresa = 'Transportes Izote, S.A.', logo, ...more }: ReporteOptions = {},
): Reporte => ({
  empresa: { nombre: empresa, logo },
  tipo: 'dia',
  desde: undefined,
  hasta: undefined,
  impreso: '20/11/2026 08:30',
  rows,
  totales: sumTotales(rows),
  papel: 'a4',
  iva: 'con IVA',
  ...more,
})

/** Opens an office with a user who may create reports, and the records trips refer to. */
export async function openReportes() {
  const server = await testApp()
  const office = await server.as({ rol: 'usuario', permisos: ['generar_reportes'] })
  return { server, office, references: await insertReferences(server.db) }
}

export const truncateRutas = ({ db }: TestApp) =>
  run(db, raw('truncate rutas, resumen, resumen_clientes cascade'))
