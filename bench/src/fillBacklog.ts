import { countTotals } from '@flota/server/domain/trips/totals.ts'
import { type Db, one, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import { newestDay } from './dataset.ts'

/** Data of a ten-year-old company: log entries, unclosed trips and incidents, types of unrenewed documents. */
const backlogSizes = {
  log: 100_000,
  unclosedTrips: 40_000,
  openIncidents: 2000,
  newestIncidents: 50,
  documentTypes: 28,
}

/** Runs once: does nothing if the data exists. */
export async function fillBacklog(db: Db): Promise<void> {
  if (await one(db, sql`select id from documento_tipos where nombre like 'Permiso anual %' limit 1`)) return
  await db.transaction(async (tx) => {
    await run(tx, insertLog)
    await run(tx, raw('set local session_replication_role = replica'))
    await run(tx, reopenTrips)
    await run(tx, stopTrips)
    for (const table of ['resumen', 'resumen_clientes', 'tarifas_cuenta'])
      await run(tx, raw(`delete from ${table}`))
    await countTotals(tx, 16)
    await run(tx, raw('set local session_replication_role = origin'))
    await run(tx, insertDocumentTypes)
    await run(tx, insertDueDocuments)
  })
  await run(db, raw('vacuum analyze'))
}

const insertLog = sql`insert into bitacora (momento, usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
  select now() - make_interval(mins => ${backlogSizes.log} - n), 1 + n % 3, 'oficina' || 1 + n % 3, '127.0.0.1',
    gen_random_uuid()::text, case when n % 9 = 0 then 'clientes' else 'rutas' end, 1 + n % 5000,
    case when n % 9 = 0 then 'José López' else 'RUTA-' || 1 + n % 5000 end, case when n % 4 = 0 then 'estado' else 'editar' end,
    '{"precio": [1250, 1150]}', case when n % 4 = 0 then 'Todo en orden' end
  from generate_series(1, ${backlogSizes.log}) n`

/** Reopens every fifth of the newest 200,000 delivered trips, most as Pendiente, some as En curso. */
const reopenTrips = sql`update rutas set estado = case when id % 10 = 0 then 'En curso' else 'Pendiente' end
  where id in (
    select id from rutas where estado = 'Entregado' and id % 5 = 0 order by id desc limit ${backlogSizes.unclosedTrips})`

/** Brings trips into Incidente with an open incident: some of the newest, the others of all years before. */
const stopTrips = sql`with cerradas as (
    select id, fecha, row_number() over (order by fecha desc, hora desc, id desc) as n, count(*) over () as total
    from rutas where estado = 'Entregado' and id % 5 = 1),
  detenidas as (
    update rutas r set estado = 'Incidente' from cerradas c
    where c.id = r.id and (n <= ${backlogSizes.newestIncidents}
      or c.fecha < ${newestDay}::date - 40 and n % greatest(1, total / ${backlogSizes.openIncidents - backlogSizes.newestIncidents}) = 0)
    returning r.id, r.inicio)
  insert into incidentes (ruta_id, causa, desde, usuario_id)
  select id, 'Mecánico', inicio + interval '5 minutes', 1 from detenidas`

const insertDocumentTypes = sql`insert into documento_tipos (nombre, aplica)
  select 'Permiso anual ' || n, 'camiones' from generate_series(1, ${backlogSizes.documentTypes}) n`

/** Gives each truck a document of each type, due on the newest day. */
const insertDueDocuments = sql`insert into documentos (tipo_id, entidad, entidad_id, tipo, nombre, numero, vence)
  select t.id, 'camiones', c.id, t.nombre, c.placa, 'P-' || c.id, date '2026-09-01' + (c.id * 31 + t.id * 17) % 80
  from camiones c, documento_tipos t where t.nombre like 'Permiso anual %'`
