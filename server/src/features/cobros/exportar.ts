import { type CobrosFilters, cobros } from '@flota/contract/money/cobros.ts'
import { cobroEstadoWords } from '@flota/contract/records/cobros.ts'
import { conditionIf, type Db, raw, sql } from '../../platform/db/sql.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, type ExportQuery, serveExport } from '../../platform/http/serveExport.ts'
import { cell, dayCell, type SummedColumn, totalledWorkbook } from '../../platform/xlsx/list.ts'
import { cobroFilters, withCobroNames } from './queries.ts'

/** An allocation. The sums are of all valid ones. */
interface ExportRow {
  fecha: string
  cliente: string
  nit: string | null
  forma: string | null
  referencia: string | null
  serie: string
  numero: string
  monto: number
  retencion_iva: number
  constancia_iva: string | null
  retencion_isr: number
  constancia_isr: string | null
  estado: keyof typeof cobroEstadoWords
  suma_monto: number | null
  suma_iva: number | null
  suma_isr: number | null
}

const columns: readonly SummedColumn<ExportRow>[] = [
  { title: 'Fecha', ...dayCell(({ fecha }) => fecha) },
  { title: 'Cliente', ...cell(34, ({ cliente }) => cliente) },
  { title: 'NIT', ...cell(14, ({ nit }) => nit) },
  { title: 'Forma', ...cell(18, ({ forma }) => forma) },
  { title: 'Referencia', ...cell(20, ({ referencia }) => referencia) },
  { title: 'Serie', ...cell(14, ({ serie }) => serie) },
  { title: 'Número', ...cell(16, ({ numero }) => numero) },
  { title: 'Monto', ...cell(16, ({ monto }) => monto, 'money'), total: (row) => row.suma_monto },
  {
    title: 'Retención IVA',
    ...cell(16, (row) => row.retencion_iva, 'money'),
    total: (row) => row.suma_iva,
  },
  { title: 'Constancia IVA', ...cell(20, (row) => row.constancia_iva) },
  {
    title: 'Retención ISR',
    ...cell(16, (row) => row.retencion_isr, 'money'),
    total: (row) => row.suma_isr,
  },
  { title: 'Constancia ISR', ...cell(20, (row) => row.constancia_isr) },
  { title: 'Estado', ...cell(12, ({ estado }) => cobroEstadoWords[estado]) },
]

const sumOfValid = (column: string) => `sum(a.${column}) filter (where v.estado = 'vigente') over ()`
const sums = raw(
  `${sumOfValid('monto')} as suma_monto, ${sumOfValid('retencion_iva')} as suma_iva, ${sumOfValid('retencion_isr')} as suma_isr`,
)

async function exportQuery(filters: CobrosFilters, _hoy: string, db: Db): Promise<ExportQuery> {
  const from = sql`from cobros_aplicaciones
    where cobro_id in (select id from cobros where ${cobroFilters(await withCobroNames(db, filters))})
    ${conditionIf('factura_id =', filters.factura_id)}`
  return {
    from,
    rows: sql`select v.fecha, v.cliente, d.nit, v.forma, v.referencia, f.serie, f.numero, a.monto, a.retencion_iva,
        a.constancia_iva, a.retencion_isr, a.constancia_isr, v.estado, ${sums}
      from (select * ${from}) a
        join cobros_leer v on v.id = a.cobro_id
        join facturas f on f.id = a.factura_id
        left join clientes_fiscal d on d.cliente_id = v.cliente_id
      order by v.fecha desc, v.id desc, a.factura_id`,
  }
}

export function cobrosExportar(app: App, context: ExportContext): void {
  serveExport(app, cobros.exportar, context, {
    tipo: 'cobros',
    title: 'Cobros',
    find: exportQuery,
    tooMany: { desde: 'Elige un período más corto.' },
    write: (batches: AsyncIterable<ExportRow[]>, about) =>
      totalledWorkbook(columns, batches, about, { sheetName: 'Cobros' }),
  })
}
