import { todayIn } from '@flota/contract/core/dates.ts'
import { type LiquidacionListada, liquidaciones, saldos } from '@flota/contract/money/liquidaciones.ts'
import { liquidacionEstadoWords } from '@flota/contract/records/dinero.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import {
  cell,
  dayCell,
  type ListColumn,
  listWorkbook,
  type SummedColumn,
  totalledWorkbook,
} from '../../platform/xlsx/list.ts'
import { liquidacionesExportQuery, type SaldoLine, saldosExportQuery } from './queries.ts'

const amount = (title: string, of: (row: LiquidacionListada) => number): ListColumn<LiquidacionListada> => ({
  title,
  ...cell(16, of, 'money'),
})

const columnsIn = (zona: string): readonly ListColumn<LiquidacionListada>[] => [
  { title: 'Número', ...cell(12, ({ numero }) => numero) },
  { title: 'Fecha', ...dayCell(({ creado_en }) => todayIn(zona, new Date(creado_en))) },
  { title: 'Piloto', ...cell(34, ({ piloto }) => piloto) },
  amount('Saldo anterior', ({ saldo_anterior }) => saldo_anterior),
  amount('Anticipos', ({ anticipos }) => anticipos),
  amount('Pagos', ({ pagos }) => pagos),
  amount('Cargos', ({ cargos }) => cargos),
  amount('Gastos', ({ gastos }) => gastos),
  amount('Devoluciones', ({ devoluciones }) => devoluciones),
  amount('Abonos', ({ abonos }) => abonos),
  amount('Saldo', ({ saldo }) => saldo),
  amount('Comisiones', ({ comisiones }) => comisiones),
  { title: 'Estado', ...cell(12, ({ estado }) => liquidacionEstadoWords[estado]) },
  { title: 'Motivo', ...cell(34, ({ motivo }) => motivo) },
  { title: 'Cerrada por', ...cell(20, ({ cerrada_por }) => cerrada_por) },
]

const saldoColumns: readonly SummedColumn<SaldoLine>[] = [
  { title: 'Piloto', ...cell(34, ({ piloto }) => piloto) },
  {
    title: 'Debe',
    ...cell(16, ({ saldo }) => (saldo > 0 ? saldo : null), 'money'),
    total: ({ suma_deben }) => suma_deben ?? 0,
  },
  {
    title: 'Se le debe',
    ...cell(16, ({ saldo }) => (saldo < 0 ? -saldo : null), 'money'),
    total: ({ suma_se_debe }) => suma_se_debe ?? 0,
  },
  { title: 'Por revisar', ...cell(13, ({ por_revisar }) => por_revisar, 'count') },
  { title: 'Por liquidar', ...cell(13, ({ abiertos }) => abiertos, 'count') },
  { title: 'Desde', ...dayCell(({ desde }) => desde) },
]

export function liquidacionesExportar(app: App, context: ExportContext): void {
  const zona = context.clock.env.TZ_EMPRESA
  serveExport(app, liquidaciones.exportar, context, {
    tipo: 'liquidaciones',
    title: 'Liquidaciones',
    find: (query, _hoy, db) => liquidacionesExportQuery(db, query, zona),
    tooMany: { desde: 'Elige un período más corto.' },
    write: (batches: AsyncIterable<LiquidacionListada[]>, about) =>
      listWorkbook(columnsIn(zona), batches, about, 'Liquidaciones'),
  })
  serveExport(app, saldos.exportar, context, {
    tipo: 'movimientos',
    name: 'saldos',
    title: 'Saldos',
    find: ({ orden, buscar }, _hoy, db) => saldosExportQuery(db, orden, buscar),
    write: (batches: AsyncIterable<SaldoLine[]>, about) =>
      totalledWorkbook(saldoColumns, batches, about, { sheetName: 'Saldos' }),
  })
}
