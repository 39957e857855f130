import { type Db, one, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import { boardDay } from './dataset.ts'

/** Number of documents and of prices; the log has at least as many entries. */
const documentAndTarifaCount = 100_000

/** Fills the office's tables: documents, prices, their log entries, and a fully planned day. */
export async function fillOffice(db: Db): Promise<void> {
  if (await one(db, sql`select id from tarifas limit 1`)) return
  await run(db, insertDocuments)
  await run(db, insertPredecessors)
  await run(db, sql`update documento_tipos set obligatorio = true`)
  // The write flows of one user exceed the default of a day.
  await run(db, sql`update ajustes set cambios_diarios = 1000000, cambios_diarios_piloto = 1000000`)
  await fillTarifas(db)
  await run(db, insertBoard)
  await run(db, raw('vacuum analyze'))
}

/** One document per type and record, most of them due: with their renewed predecessors 100,000. */
const insertDocuments = sql`insert into documentos (tipo_id, entidad, entidad_id, tipo, nombre, numero, vence)
  select t.id, t.aplica, r.id, t.nombre, r.nombre, 'N-' || r.id, date '2026-06-01' + (r.id * 31 + t.id * 17) % 700
  from con_papeles r join documento_tipos t on t.aplica = r.entidad where r.id % 50 > 0`
const insertPredecessors = sql`insert into documentos (tipo_id, entidad, entidad_id, tipo, nombre, numero, vence, reemplazado_por)
  select tipo_id, entidad, entidad_id, tipo, nombre, numero, vence - 90 * n, id
  from documentos, generate_series(1, 41) n`

async function fillTarifas(db: Db): Promise<void> {
  // Checking this constraint row by row would take a minute.
  const name = 'tarifas_sin_traslape'
  const rule = await one<{ text: string }>(
    db,
    sql`select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${name}`,
  )
  await run(db, raw(`alter table tarifas drop constraint ${name}`))
  await run(db, insertTarifas)
  await run(db, raw(`alter table tarifas add constraint ${name} ${rule?.text}`))
}

/** Prices between places, with and without client or service, valid since 1980. */
const insertTarifas = sql`with lugares as (select array_agg(distinct origen) as l, array_agg(distinct servicio) as s from rutas)
  insert into tarifas (cliente_id, origen, destino, servicio, precio, duracion_min, vigente_desde)
  select distinct on (cliente, desde, hacia, servicio) cliente, desde, hacia, servicio, 500 + n % 3000,
    case when n % 3 = 0 then 60 * (2 + n % 9) end, date '1980-01-01'
  from lugares, generate_series(0, ${documentAndTarifaCount - 1}) n, lateral (
    select case when n % 10 > 0 then 1 + n / 10 % 2000 end as cliente, l[1 + n / 20000 % 9] as desde,
      l[1 + n % 9] as hacia, case when n % 2 = 0 then s[1 + n / 7 % 8] end as servicio) cada`

/** Three trips of four hours per truck on one day. Every tenth truck has an overlap. */
const insertBoard = sql`with usual as (select * from rutas order by id limit 900),
  highest as (select max(correlativo) as n from rutas),
  plan as (
    select c.id as camion_id, v.n as viaje, highest.n + 3 * c.id + v.n - 3 as numero
    from camiones c, generate_series(1, 3) v (n), highest),
  nuevas as (
    insert into rutas (no_ruta, correlativo, cliente_id, servicio, mercaderia, camion_id, combustible, origen, destino,
      chofer_id, ayudante_id, fecha, hora, precio, duracion_min, inicio, fin, estado, busqueda)
    select 'RUTA-' || p.numero, p.numero, u.cliente_id, u.servicio, u.mercaderia, p.camion_id, u.combustible,
      u.origen, u.destino, p.camion_id, null, ${boardDay}, h.hora, u.precio, 240, o.inicio, o.fin, 'Pendiente',
      concat_ws(e'\\n', normaliza('RUTA-' || p.numero), split_part(u.busqueda, e'\\n', 2),
        split_part(u.busqueda, e'\\n', 3), nombre_completo(ch.busqueda))
    from plan p join choferes ch on ch.id = p.camion_id join usual u on u.id = 3 * p.camion_id + p.viaje - 3,
      lateral (select time '05:00' + make_interval(hours => (p.viaje - 1)
        * case when p.camion_id % 10 = 0 then 3 else 5 end) as hora) h,
      lateral horario(${boardDay}, h.hora, 240) o
    returning *),
  historia as (insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, 1 from nuevas)
  select contar_ruta(null, n) from nuevas n`
