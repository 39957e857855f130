import { type Movimiento, movimientos } from '@flota/contract/money/movimientos.ts'
import {
  comprobanteWords,
  movimientoEstadoText,
  pagaWords,
  tipoWords,
} from '@flota/contract/records/dinero.ts'
import { movimientoSheet } from '@flota/contract/records/movimientos.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { listWorkbook, sheetColumns } from '../../platform/xlsx/list.ts'
import { movimientoFilters, movimientoOrders, withMovimientoNames } from './queries.ts'

const columns = sheetColumns<Movimiento, keyof typeof movimientoSheet>(movimientoSheet, {
  tipo: ({ tipo }) => tipoWords[tipo],
  ruta: ({ no_ruta }) => no_ruta,
  paga: ({ paga }) => paga && pagaWords[paga],
  comprobante: ({ comprobante }) => comprobante && comprobanteWords[comprobante],
  estado: movimientoEstadoText,
})

export function movimientosExportar(app: App, context: ExportContext): void {
  serveExport(app, movimientos.exportar, context, {
    tipo: 'movimientos',
    title: 'Movimientos',
    find: async ({ orden, ...filters }, _hoy, db) => {
      const from = sql`from movimientos where ${movimientoFilters(await withMovimientoNames(db, filters))}`
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
