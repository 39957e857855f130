import { type FacturaListada, type FacturasFilters, facturas } from '@flota/contract/money/facturas.ts'
import { facturaEstadoWords } from '@flota/contract/records/facturas.ts'
import { type Db, raw, sql } from '../../platform/db/sql.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, type ExportQuery, serveExport } from '../../platform/http/serveExport.ts'
import { cell, dayCell, type ListColumn, listWorkbook } from '../../platform/xlsx/list.ts'
import { facturaFilters, facturaOrders, withFacturaNames } from './queries.ts'

type ExportRow = Pick<
  FacturaListada,
  | 'fecha'
  | 'cliente'
  | 'tipo'
  | 'serie'
  | 'numero'
  | 'uuid'
  | 'vence'
  | 'monto'
  | 'cobrado'
  | 'retencion_iva'
  | 'retencion_isr'
  | 'saldo'
  | 'dias'
  | 'estado'
> & { nit: string | null }

const columns: readonly ListColumn<ExportRow>[] = [
  { title: 'Fecha', ...dayCell(({ fecha }) => fecha) },
  { title: 'Cliente', ...cell(34, ({ cliente }) => cliente) },
  { title: 'NIT', ...cell(14, ({ nit }) => nit) },
  { title: 'Tipo', ...cell(9, ({ tipo }) => tipo) },
  { title: 'Serie', ...cell(14, ({ serie }) => serie) },
  { title: 'Número', ...cell(16, ({ numero }) => numero) },
  { title: 'Autorización', ...cell(40, ({ uuid }) => uuid) },
  { title: 'Vence', ...dayCell(({ vence }) => vence) },
  { title: 'Monto', ...cell(16, ({ monto }) => monto, 'money') },
  { title: 'Cobrado', ...cell(16, ({ cobrado }) => cobrado, 'money') },
  { title: 'Retención IVA', ...cell(16, ({ retencion_iva }) => retencion_iva, 'money') },
  { title: 'Retención ISR', ...cell(16, ({ retencion_isr }) => retencion_isr, 'money') },
  { title: 'Saldo', ...cell(16, ({ saldo }) => saldo, 'money') },
  { title: 'Días', ...cell(9, ({ dias }) => dias, 'count') },
  { title: 'Estado', ...cell(12, ({ estado }) => facturaEstadoWords[estado]) },
]

async function exportQuery(
  { orden, ...filters }: FacturasFilters,
  hoy: string,
  db: Db,
): Promise<ExportQuery> {
  const from = sql`from facturas where ${facturaFilters(await withFacturaNames(db, filters))}`
  const by = facturaOrders[orden].replaceAll(/\b(fecha|vence|id)\b/g, 'v.$1')
  return {
    from,
    rows: sql`select v.fecha, v.cliente, d.nit, v.tipo, v.serie, v.numero, v.uuid, v.vence, v.monto, v.cobrado,
        v.retencion_iva, v.retencion_isr, v.saldo, case when v.saldo > 0 then v.vence - ${hoy}::date end as dias, v.estado
      from (select id ${from}) halladas
        join facturas_leer v using (id)
        left join clientes_fiscal d on d.cliente_id = v.cliente_id
      order by ${raw(by)}`,
  }
}

export function facturasExportar(app: App, context: ExportContext): void {
  serveExport(app, facturas.exportar, context, {
    tipo: 'facturas',
    title: 'Facturas',
    find: exportQuery,
    tooMany: { desde: 'Elige un período más corto.' },
    write: (batches: AsyncIterable<ExportRow[]>, about) => listWorkbook(columns, batches, about, 'Facturas'),
  })
}
