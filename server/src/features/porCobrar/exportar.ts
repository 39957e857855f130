import { porCobrar } from '@flota/contract/money/porCobrar.ts'
import { type Bucket, bucketLabels } from '@flota/contract/records/porCobrar.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { cell, dayCell, type SummedColumn, totalledWorkbook } from '../../platform/xlsx/list.ts'
import { isPorCobrar, type PorCobrarLine, porCobrarStatement } from './queries.ts'

const amountColumns = (Object.entries(bucketLabels) as [Bucket, string][]).map(
  ([name, title]): SummedColumn<PorCobrarLine> => ({
    title,
    ...cell(17, (line) => line[name], 'money'),
    total: (line) => line[name],
  }),
)
const columns: readonly SummedColumn<PorCobrarLine>[] = [
  { title: 'Cliente', ...cell(36, ({ cliente }) => cliente) },
  { title: 'NIT', ...cell(14, (line) => (isPorCobrar(line) ? line.nit : null)) },
  ...amountColumns,
  { title: 'Vence', ...dayCell((line) => (isPorCobrar(line) ? line.vence : null)) },
]

export function porCobrarExportar(app: App, context: ExportContext): void {
  serveExport(app, porCobrar.exportar, context, {
    tipo: 'facturas',
    name: 'por_cobrar',
    title: 'Por cobrar',
    fileDate: ({ corte }) => corte,
    find: ({ corte }, hoy) => ({ rows: porCobrarStatement(corte ?? hoy) }),
    write: (batches: AsyncIterable<PorCobrarLine[]>, about) =>
      totalledWorkbook(columns, batches, about, { sheetName: 'Por cobrar', isRow: isPorCobrar }),
  })
}
