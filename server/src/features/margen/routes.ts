import { can } from '@flota/contract/core/access.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { margen, maxMargenDays } from '@flota/contract/money/margen.ts'
import { type DaysQuery, toDayRange } from '../../domain/dayRange.ts'
import { companyToday } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { margenExcel } from './excel.ts'
import {
  findFacturaDeRuta,
  findMargen,
  findMargenDeRuta,
  type MargenFilter,
  type MargenLine,
  margenExportStatement,
} from './queries.ts'

type MargenQuery = DaysQuery & Pick<MargenFilter, 'por' | 'orden'>

export function margenRoutes(app: App, db: Database, context: ExportContext): void {
  const { chooseDb, clock } = context
  serve(app, margen.list, async ({ query }) =>
    findMargen(await chooseDb(), { ...query, ...toMargenFilter(query, companyToday(clock)) }),
  )
  serve(app, margen.ofRuta, async ({ params: { id }, session }) => {
    const found = await findMargenDeRuta(db, id)
    return can(session, calls['GET /api/facturas'])
      ? { ...found, factura: await findFacturaDeRuta(db, id) }
      : found
  })
  serveExport(app, margen.exportar, context, {
    tipo: 'reportes',
    name: 'margen',
    title: 'Margen',
    find: (query, hoy) => ({ rows: margenExportStatement(toMargenFilter(query, hoy)) }),
    write: (batches: AsyncIterable<MargenLine[]>, about, hoy, query) =>
      margenExcel(batches, toMargenFilter(query, hoy), about),
  })
}

const toMargenFilter = ({ por, orden, ...days }: MargenQuery, hoy: string): MargenFilter => ({
  por,
  orden,
  ...toDayRange(days, hoy, maxMargenDays),
})
