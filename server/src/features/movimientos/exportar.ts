import { type Movimiento, movimientos } from '@flota/contract/money/movimientos.ts'
import {
  comprobanteWords,
  movimientoEstadoText,
  pagaWords,
  tipoWords,
} from '@flota/contract/records/dinero.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { dayColumn, type ListColumn, listColumn, listWorkbook } from '../../platform/xlsx/list.ts'
import { movimientoFilters, movimientoOrders } from './queries.ts'

const columns: readonly ListColumn<Movimiento>[] = [
  dayColumn('fecha', ({ fecha }) => fecha),
  listColumn('tipo', 14, ({ tipo }) => tipoWords[tipo]),
  listColumn('piloto', 34, ({ piloto }) => piloto),
  listColumn('ruta', 14, ({ no_ruta }) => no_ruta),
  listColumn('concepto', 18, ({ concepto }) => concepto),
  listColumn('paga', 11, ({ paga }) => paga && pagaWords[paga]),
  listColumn('monto', 17, ({ monto }) => monto, 'money'),
  listColumn('forma', 15, ({ forma }) => forma),
  listColumn('comprobante', 14, ({ comprobante }) => comprobante && comprobanteWords[comprobante]),
  listColumn('nit', 14, ({ nit }) => nit),
  listColumn('serie', 14, ({ serie }) => serie),
  listColumn('numero', 16, ({ numero }) => numero),
  listColumn('descripcion', 40, ({ descripcion }) => descripcion),
  listColumn('estado', 13, movimientoEstadoText),
  { title: 'Liquidación', width: 13, format: 'general', of: ({ liquidacion }) => liquidacion },
  { title: 'Registrado por', width: 20, format: 'general', of: ({ registrado_por }) => registrado_por },
]

export function movimientosExportar(app: App, context: ExportContext): void {
  serveExport(app, movimientos.exportar, context, {
    tipo: 'movimientos',
    title: 'Movimientos',
    find: ({ orden, ...filters }) => {
      const from = sql`from movimientos where ${movimientoFilters(filters)}`
      const by = movimientoOrders[orden].replaceAll(/\b(fecha|id)\b/g, 'v.$1')
      return {
        from,
        rows: sql`select v.* from (select id ${from}) hallados join movimientos_leer v using (id) order by ${raw(by)}`,
      }
    },
    tooMany: { desde: 'Elige un período más corto.' },
    write: (batches: AsyncIterable<Movimiento[]>, about) =>
      listWorkbook(columns, batches, about, 'Movimientos'),
  })
}
