import { type Carga, cargas } from '@flota/contract/money/cargas.ts'
import { comprobanteWords, movimientoEstadoText, pagaWords } from '@flota/contract/records/dinero.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { cell, dayCell, type ListColumn, listWorkbook } from '../../platform/xlsx/list.ts'
import { cargaFilters, cargaOrders, withCargaNames } from './queries.ts'

const columns: readonly ListColumn<Carga>[] = [
  { title: 'Fecha', ...dayCell(({ fecha }) => fecha) },
  { title: 'Camión', ...cell(14, ({ camion }) => camion) },
  { title: 'Piloto', ...cell(34, ({ piloto }) => piloto) },
  { title: 'Ruta', ...cell(14, ({ no_ruta }) => no_ruta) },
  { title: 'Estación', ...cell(24, ({ estacion }) => estacion) },
  { title: 'Vale', ...cell(14, ({ vale }) => vale) },
  { title: 'Galones', ...cell(13, ({ galones }) => galones, 'thousandths') },
  { title: 'Precio', ...cell(13, ({ precio_galon }) => precio_galon, 'money') },
  { title: 'Total', ...cell(17, ({ total }) => total, 'money') },
  { title: 'Km', ...cell(13, ({ km }) => km, 'count') },
  { title: 'Lleno', ...cell(9, ({ lleno }) => (lleno ? 'Sí' : 'No')) },
  { title: 'Km/gal', ...cell(11, ({ km_galon }) => km_galon, 'decimal') },
  { title: 'Paga', ...cell(11, ({ paga }) => pagaWords[paga]) },
  { title: 'Comprobante', ...cell(14, ({ comprobante }) => comprobante && comprobanteWords[comprobante]) },
  { title: 'Estado', ...cell(13, movimientoEstadoText) },
  { title: 'Liquidación', ...cell(13, ({ liquidacion }) => liquidacion) },
]

export function cargasExportar(app: App, context: ExportContext): void {
  serveExport(app, cargas.exportar, context, {
    tipo: 'movimientos',
    name: 'cargas',
    title: 'Cargas de combustible',
    find: async ({ orden, ...filters }, _hoy, db) => {
      const from = sql`from movimientos where ${cargaFilters(await withCargaNames(db, filters))}`
      const by = cargaOrders[orden].replaceAll(/\b(fecha|id)\b/g, 'v.$1')
      return {
        from,
        rows: sql`select v.* from (select id ${from}) halladas join cargas_leer v using (id) order by ${raw(by)}`,
      }
    },
    tooMany: { desde: 'Elige un período más corto.' },
    write: (batches: AsyncIterable<Carga[]>, about) => listWorkbook(columns, batches, about, 'Cargas'),
  })
}
