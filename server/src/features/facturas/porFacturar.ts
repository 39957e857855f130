import {
  type ClientePorFacturar,
  porFacturar,
  type ViajePorFacturar,
} from '@flota/contract/money/facturas.ts'
import { assertClienteExists } from '../../domain/trips/clientes.ts'
import { isUninvoiced } from '../../domain/trips/uninvoiced.ts'
import { type CompanyClock, companyToday } from '../../platform/clock.ts'
import { type Database, type Db, many, sql } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { serveRead } from '../../platform/http/serveRead.ts'

export function porFacturarRoutes(app: App, db: Database, clock: CompanyClock): void {
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

const findClientes = (db: Db, hasta: string) =>
  many<ClientePorFacturar>(
    db,
    sql`select t.cliente_id, trim(concat_ws(' ', c.nombre, c.apellido)) as cliente, t.viajes, t.total, t.desde
      from (
        select cliente_id, count(*)::int as viajes, sum(precio) as total, min(fecha) as desde
        from rutas where ${uninvoicedUntil(hasta)} group by cliente_id) t
        join clientes c on c.id = t.cliente_id
      order by t.desde, c.nombre collate es_nombre, c.apellido collate es_nombre, c.id`,
  )

const findViajes = (db: Db, cliente_id: number, hasta: string) =>
  many<ViajePorFacturar>(
    db,
    sql`select id as ruta_id, no_ruta, fecha, hora, servicio, origen, destino, precio
      from rutas where cliente_id = ${cliente_id} and ${uninvoicedUntil(hasta)}
      order by fecha, hora, id limit 1000`,
  )
