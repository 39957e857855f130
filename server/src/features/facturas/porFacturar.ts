import {
  type ClientePorFacturar,
  porFacturar,
  type ViajePorFacturar,
} from '@flota/contract/money/facturas.ts'
import { assertClienteExists } from '../../domain/trips/clientes.ts'
import { isUninvoiced } from '../../domain/trips/uninvoiced.ts'
import { companyToday } from '../../platform/clock.ts'
import { type Database, type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { cell, dayCell, type SummedColumn, totalledWorkbook } from '../../platform/xlsx/list.ts'

export function porFacturarRoutes(app: App, db: Database, context: ExportContext): void {
  const { clock } = context
  porFacturarExportar(app, context)
  serveRead(app, porFacturar.list, (reader, { query: { hasta = companyToday(clock) } }) =>
    findClientes(reader, hasta),
  )
  serve(app, porFacturar.show, async ({ params: { id }, query: { hasta = companyToday(clock) } }) => {
    await assertClienteExists(db, id)
    return findViajes(db, id, hasta)
  })
}

/** Selects trips to invoice in the range that counts. */
const uninvoicedUntil = (hasta: string) =>
  sql`${isUninvoiced} and fecha <= ${hasta}
    and fecha >= coalesce((select facturar_desde from ajustes), '-infinity')`

const clienteColumns = raw(
  `t.cliente_id, trim(concat_ws(' ', c.nombre, c.apellido)) as cliente, t.viajes, t.total, t.desde`,
)
const clientesUntil = (hasta: string) => sql`
  from (
    select cliente_id, count(*)::int as viajes, sum(precio) as total, min(fecha) as desde
    from rutas where ${uninvoicedUntil(hasta)} group by cliente_id) t
    join clientes c on c.id = t.cliente_id`
const clienteOrder = raw('order by t.desde, c.nombre collate es_nombre, c.apellido collate es_nombre, c.id')

const findClientes = (db: Db, hasta: string) =>
  many<ClientePorFacturar>(db, sql`select ${clienteColumns} ${clientesUntil(hasta)} ${clienteOrder}`)

/** A client with its NIT; the sums are of all rows. */
interface PorFacturarLine extends ClientePorFacturar {
  nit: string | null
  suma_viajes: number
  suma_total: number
}

const columns: readonly SummedColumn<PorFacturarLine>[] = [
  { title: 'Cliente', ...cell(36, ({ cliente }) => cliente) },
  { title: 'NIT', ...cell(14, ({ nit }) => nit) },
  { title: 'Viajes', ...cell(11, ({ viajes }) => viajes, 'count'), total: ({ suma_viajes }) => suma_viajes },
  { title: 'Total', ...cell(17, ({ total }) => total, 'money'), total: ({ suma_total }) => suma_total },
  { title: 'Desde', ...dayCell(({ desde }) => desde) },
]

function porFacturarExportar(app: App, context: ExportContext): void {
  serveExport(app, porFacturar.exportar, context, {
    tipo: 'facturas',
    name: 'por_facturar',
    title: 'Por facturar',
    fileDate: ({ hasta }) => hasta,
    find: ({ hasta }, hoy) => {
      const from = clientesUntil(hasta ?? hoy)
      return {
        from,
        rows: sql`select ${clienteColumns}, d.nit, sum(t.viajes) over ()::int as suma_viajes,
            sum(t.total) over () as suma_total
          ${from} left join clientes_fiscal d on d.cliente_id = c.id ${clienteOrder}`,
      }
    },
    tooMany: { hasta: 'Elige una fecha anterior.' },
    write: (batches: AsyncIterable<PorFacturarLine[]>, about) =>
      totalledWorkbook(columns, batches, about, { sheetName: 'Por facturar' }),
  })
}

const findViajes = (db: Db, cliente_id: number, hasta: string) =>
  many<ViajePorFacturar>(
    db,
    sql`select id as ruta_id, no_ruta, fecha, hora, servicio, origen, destino, precio
      from rutas where cliente_id = ${cliente_id} and ${uninvoicedUntil(hasta)}
      order by fecha, hora, id limit 1000`,
  )
