import { maxRendimientoDays, rendimiento } from '@flota/contract/fleet/rendimiento.ts'
import { rangeText } from '@flota/contract/reports/periodos.ts'
import { toDayRange } from '../../domain/dayRange.ts'
import { companyToday } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { rendimientoExcel } from './excel.ts'
import { findRendimiento, type Grupo, type RendimientoLine, rendimientoStatement } from './queries.ts'

const titles: Record<Grupo, string> = {
  camion: 'Costo por kilómetro',
  piloto: 'Rendimiento por piloto',
}

export function rendimientoRoutes(app: App, _db: Database, context: ExportContext): void {
  const { chooseDb, clock } = context
  serve(app, rendimiento.list, async ({ query: { por, ...days } }) =>
    findRendimiento(await chooseDb(), por, toDayRange(days, companyToday(clock), maxRendimientoDays)),
  )
  serveExport(app, rendimiento.exportar, context, {
    tipo: 'reportes',
    name: 'rendimiento',
    title: 'Rendimiento',
    find: ({ por, ...days }, hoy) => ({
      rows: rendimientoStatement(por, toDayRange(days, hoy, maxRendimientoDays)),
    }),
    write: (batches: AsyncIterable<RendimientoLine[]>, about, hoy, { por, ...days }) => {
      const { desde, hasta } = toDayRange(days, hoy, maxRendimientoDays)
      const title = `${titles[por]}. ${rangeText(desde, hasta)}`
      return rendimientoExcel(batches, por, { ...about, title })
    },
  })
}
