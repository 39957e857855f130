import { type Database, type Db, many, one, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import { hashPassword } from '@flota/server/platform/passwords.ts'
import type { FileStore } from '@flota/server/platform/store/FileStore.ts'
import { makeArchivos, storeArchivos } from './archivos.ts'
import { fillBitacora } from './bitacora.ts'
import { dropIndexes, recomputeAll } from './bulkLoad.ts'
import { dayOfMinute } from './calendar.ts'
import { createClock } from './clock.ts'
import { writeCobros } from './cobros.ts'
import { makeDemo } from './company.ts'
import { writeDinero } from './dinero.ts'
import { type DemoTipo, obligatorio } from './documentos.ts'
import { entregaRows, reglaRows } from './entregas.ts'
import { insertRows, insertTables } from './insertRows.ts'
import { flotaRows } from './planes.ts'
import { correoRows, tokenRows } from './programas.ts'
import { restriccionRows } from './restricciones.ts'
import { type DemoContext, deletedRows, documentoRows, tablesOf } from './rows.ts'
import { generateRutaRows } from './rutaRows.ts'
import { type DemoUsuario, formatUsuarios, makeUsuarios } from './usuarios.ts'

export interface DemoOptions {
  rutas: number
  /** The zone of the company, and the moment that decides what its today is. */
  zone: string
  now: Date
  seed?: number
  /** Where the bytes of files go; without it only their rows are made. */
  store?: FileStore
}

/** The minute that the clock in the zone shows; Sweden writes moments as ISO 8601 does. */
const minuteIn = (zone: string, now: Date): number =>
  Date.parse(`${now.toLocaleString('sv-SE', { timeZone: zone })}Z`) / 60_000

/** Fills an empty, migrated database, all or nothing, past the program for speed. @returns users with passwords */
export async function fillDemo(
  db: Database,
  { rutas, zone, now, seed = 4471, store }: DemoOptions,
): Promise<DemoUsuario[]> {
  const minute = minuteIn(zone, now)
  const demo = makeDemo({ seed, today: dayOfMinute(minute), rutas })
  const usuarios = makeUsuarios(demo)
  const hashes = await Promise.all(usuarios.map(({ password }) => hashPassword(password)))
  const pilotIds = new Map(usuarios.map(({ id, chofer }) => [chofer?.id, id]))
  const context = { demo, usuarios, hashes, clock: createClock(demo.moment, minute), pilotIds }
  await db.transaction(async (tx) => {
    // The rows say what the clock on the wall showed.
    await run(tx, sql`select set_config('timezone', ${zone}, true)`)
    // Before the triggers rest: one of them keeps the counts of papers.
    const papers = documentoRows(context, await findTipos(tx))
    await insertRows(tx, 'documentos', papers)
    const indexes = [...(await dropIndexes(tx, 'rutas')), ...(await dropIndexes(tx, 'rutas_historial'))]
    await insertTables(tx, {
      ...tablesOf(context),
      ...deletedRows(context, papers),
      restricciones: restriccionRows(context),
      tokens: tokenRows(context),
      correos: correoRows(context),
    })
    await insertRutas(tx, context)
    await insertTables(tx, { reglas: reglaRows(context), ...entregaRows(context), ...flotaRows(context) })
    const archivos = makeArchivos(context, await writeDinero(tx, context))
    if (store) await storeArchivos(archivos, store)
    await insertTables(tx, { archivos: archivos.map(({ row }) => row) })
    await writeCobros(tx, context)
    for (const statement of [insertTarifas, insertDuplicateIncidente]) await run(tx, statement)
    await recomputeAll(tx)
    for (const index of indexes) await run(tx, raw(index))
    await run(tx, updateSede)
    await fillBitacora(tx)
    await writeDemoUsers(tx, formatUsuarios(usuarios))
  })
  await run(db, raw('vacuum analyze'))
  return usuarios
}

async function insertRutas(tx: Db, context: DemoContext): Promise<void> {
  let writing = Promise.resolve()
  for (const part of generateRutaRows(context)) {
    // The next part is made while the database still writes this one.
    await writing
    writing = insertTables(tx, part)
  }
  await writing
}

/** The prices of what is driven most, as of its last trip; one of them is in the bin. */
const insertTarifas = sql`with viajes as (
    select cliente_id, (array_agg(origen order by fecha desc, id))[1] as origen,
      (array_agg(destino order by fecha desc, id))[1] as destino, (array_agg(precio order by fecha desc, id))[1] as precio,
      (date_trunc('month', max(fecha)) - interval '5 months')::date as desde,
      row_number() over (order by count(*) desc, min(id)) as n
    from rutas where eliminado_en is null group by cliente_id, normaliza(origen), normaliza(destino))
  insert into tarifas
    (cliente_id, origen, destino, precio, duracion_min, vigente_desde, creado_en, actualizado_en, eliminado_en, eliminado_por)
  select cliente_id, origen, destino, precio, case when n % 3 = 0 then 360 end, desde, desde + time '09:00',
    desde + time '09:00', case n when 24 then desde + time '16:30' end, case n when 24 then 1 end
  from viajes where n <= 24`

/** An incident that the office typed though the pilot had movements it: in the bin. */
const insertDuplicateIncidente = sql`insert into incidentes
    (ruta_id, causa, lugar, desde, hasta, usuario_id, version, creado_en, actualizado_en, eliminado_en, eliminado_por)
  select ruta_id, causa, lugar, desde, hasta, 1, 2, hasta, hasta + interval '25 min', hasta + interval '25 min', 1
  from incidentes where hasta < (select max(fecha) from rutas_historial) - interval '3 days'
  order by desde desc, ruta_id limit 1`

/** What is printed of the company beside its name. */
const updateSede = sql`update ajustes
  set nit = '7845123-6', direccion = 'Calzada Aguilar Batres 34-77, zona 11, Guatemala', telefono = '2440-7100'`

/** The types of papers that the migrations have seeded, one of them made a must. */
async function findTipos(tx: Db): Promise<DemoTipo[]> {
  await run(tx, sql`update documento_tipos set obligatorio = true where nombre = ${obligatorio}`)
  return many<DemoTipo>(tx, sql`select id, nombre, aplica from documento_tipos order by id`)
}

/** What the next start says, and how it knows that this is no real company's data. */
async function writeDemoUsers(tx: Db, note: string): Promise<void> {
  // A comment takes no parameter, only a literal.
  const made = await one<{ text: string }>(
    tx,
    sql`select format('comment on table usuarios is %L', ${note}::text) as text`,
  )
  await run(tx, raw(made?.text ?? ''))
}

/** The users of a demonstration; null in a company's database, undefined in an empty one. */
export async function readDemoUsers(db: Db): Promise<string | null | undefined> {
  const row = await one<{ used: boolean; note: string | null }>(
    db,
    sql`select exists (select from usuarios) as used, obj_description('usuarios'::regclass) as note`,
  )
  return row?.used ? row.note : undefined
}
