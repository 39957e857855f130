import { type Plan, planes } from '@flota/contract/fleet/planes.ts'
import { planEstadoWords } from '@flota/contract/records/planes.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { cell, dayCell, type ListColumn, listWorkbook } from '../../platform/xlsx/list.ts'
import { planesExportQuery } from './queries.ts'

const columns: readonly ListColumn<Plan>[] = [
  { title: 'Camión', ...cell(14, ({ camion }) => camion) },
  { title: 'Plan', ...cell(30, ({ nombre }) => nombre) },
  { title: 'Cada (km)', ...cell(13, ({ cada_km }) => cada_km, 'count') },
  { title: 'Cada (días)', ...cell(13, ({ cada_dias }) => cada_dias, 'count') },
  { title: 'Último', ...dayCell(({ ultimo_fecha }) => ultimo_fecha) },
  { title: 'Último (km)', ...cell(14, ({ ultimo_km }) => ultimo_km, 'count') },
  { title: 'Próximo', ...dayCell(({ proxima_fecha }) => proxima_fecha) },
  { title: 'Próximo (km)', ...cell(14, ({ proximo_km }) => proximo_km, 'count') },
  { title: 'Faltan (km)', ...cell(13, ({ falta_km }) => falta_km, 'count') },
  { title: 'Faltan (días)', ...cell(13, ({ dias }) => dias, 'count') },
  { title: 'Estado', ...cell(13, ({ estado }) => planEstadoWords[estado]) },
]

export function planesExportar(app: App, context: ExportContext): void {
  serveExport(app, planes.exportar, context, {
    tipo: 'planes',
    title: 'Planes',
    find: planesExportQuery,
    write: (batches: AsyncIterable<Plan[]>, about) => listWorkbook(columns, batches, about, 'Planes'),
  })
}
