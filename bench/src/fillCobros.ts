import { dropIndexes } from '@flota/demo/bulkLoad.ts'
import { type Db, one, raw, run, sql } from '@flota/server/platform/db/sql.ts'

/** Number of invoices and of payments. Each client has one open invoice, and one trip to be invoiced. */
const facturaCount = 100_000

/** Marks the delivered trips that `fillCobros` invoices: all but each client's newest. Rewriting the table must follow. */
export const markInvoiced = raw(`update rutas r set facturada = true
  from (select cliente_id, max(id) as id from rutas where estado = 'Entregado' group by 1) ultima
  where ultima.cliente_id = r.cliente_id and r.id < ultima.id and r.estado = 'Entregado' and r.precio > 0
    and r.eliminado_en is null`)

/** Creates invoices of two trips each, further ones without trips, and a payment for all but the newest of each client. */
export async function fillCobros(db: Db): Promise<void> {
  if (await one(db, sql`select id from facturas limit 1`)) return
  await db.transaction(async (tx) => {
    const indexes = [...(await dropIndexes(tx, 'facturas')), ...(await dropIndexes(tx, 'cobros'))]
    await run(tx, createDrafts)
    for (const statement of inserts) await run(tx, raw(statement))
    for (const table of ['facturas', 'cobros'])
      await run(tx, raw(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`))
    for (const index of indexes) await run(tx, raw(index))
  })
  await run(db, raw('vacuum analyze'))
}

/** The search texts are those of `texto_de_factura` and `texto_de_cobro`, which take 0.7 ms a row. */
const createDrafts = sql`create temp table emitidas on commit drop as
  with de_viajes as (
    select cliente_id, max(fecha) as fecha, sum(precio) as monto, array_agg(id order by id) as rutas,
      string_agg(no_ruta, ' ' order by id) as nombres
    from (
      select *, (row_number() over (partition by cliente_id order by fecha, id) - 1) / 2 as par
      from rutas where facturada) viajes
    group by cliente_id, par),
  otras as (
    select (select min(id) from clientes) + n % (select count(*)::int from clientes) as cliente_id,
      (date '2026-11-01' - n % 700) as fecha, 1000 + n % 9000 as monto, '{}'::int[] as rutas,
      null::text as nombres
    from generate_series(1, greatest(0, ${facturaCount} - (select count(*)::int from de_viajes))) n),
  numeradas as (
    select row_number() over (order by fecha, cliente_id, rutas)::int as id, *,
      row_number() over (partition by cliente_id order by fecha desc, rutas desc) = 1 as abierta
    from (select * from de_viajes union all select * from otras) todas)
  select n.*, concat_ws(' ', c.nombre, c.apellido) as cliente, upper(md5(n.id::text)::uuid::text) as uuid,
    upper(left(md5(n.id::text), 8)) as serie, (1000000000 + n.id)::text as numero, (4000000 + n.id)::text as referencia,
    case when abierta then 0 else round(monto * 9 / 560, 2) end as retencion
  from numeradas n join clientes c on c.id = n.cliente_id`

const inserts = [
  `insert into facturas
    (id, cliente_id, uuid, serie, numero, fecha, vence, monto, rutas, cobrado, retencion_iva, busqueda)
  overriding system value
  select id, cliente_id, uuid, serie, numero, fecha, fecha + 30, monto, rutas,
    case when abierta then 0 else monto - retencion end, retencion,
    normaliza(concat_ws(' ', cliente, serie || '-' || numero, numero, uuid, replace(uuid, '-', ''), nombres))
  from emitidas order by id`,
  `insert into facturas_rutas (factura_id, ruta_id, monto)
  select e.id, r.id, r.precio from emitidas e, unnest(e.rutas) ruta join rutas r on r.id = ruta`,
  `insert into clientes_fiscal (cliente_id, nit, dias_credito, retiene_iva, retiene_isr)
  select id, '576937K', 30, id % 2 = 0, id % 3 = 0 from clientes`,
  `insert into cobros (id, cliente_id, fecha, forma, referencia, monto, retencion_iva, busqueda)
  overriding system value
  select id, cliente_id, least(fecha + 5, date '2026-11-20'), 'Transferencia', referencia, monto - retencion,
    retencion, normaliza(concat_ws(' ', cliente, referencia))
  from emitidas where not abierta order by id`,
  `insert into cobros_aplicaciones (cobro_id, factura_id, monto, retencion_iva, constancia_iva)
  select id, id, monto, retencion_iva, 'C-' || id from cobros`,
]
