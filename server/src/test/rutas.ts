import { dropIndexes, recomputeAll } from '@flota/demo/bulkLoad.ts'
import { normalize, searchText } from '../platform/db/search.ts'
import { type Database, type Db, join, one, raw, run, sql } from '../platform/db/sql.ts'

// Inserts trips without HTTP: many rows, dates a form rejects, or no user.

export interface References {
  cliente_id: number
  camion_id: number
  chofer_id: number
  ayudante_id: number | null
}

export interface RutaChanges extends Partial<References> {
  no_ruta?: string
  fecha?: string
  hora?: string
  estado?: string
  /** Decimal text, as PostgreSQL accepts it. */
  precio?: string
  comentario?: string | null
}

const personas = ['José López', 'María Ixcoy', 'Ángel Muñoz', 'Rosa Xicará', 'Julio Pérez', 'Ana Zúñiga']
const servicios = ['Flete local', 'Carga refrigerada', 'Contenedor', 'Mudanza', 'Encomienda']
const estados = ['Pendiente', 'En curso', 'Entregado', 'Incidente']

/** Inserts `n` people; the number makes their names unique. @returns the first id, the others follow */
async function insertPersonas(db: Db, table: 'clientes' | 'choferes' | 'ayudantes', n: number) {
  const nombres = personas.map((name) => name.split(' ')[0] ?? '')
  const apellidos = personas.map((name) => name.split(' ')[1] ?? '')
  const column = table === 'choferes' ? raw(', tipo_licencia') : raw('')
  const value = table === 'choferes' ? raw(", 'A'") : raw('')
  const row = await one<{ id: number }>(
    db,
    sql`with nuevas as (
        insert into ${raw(table)} (nombre, apellido, telefono, busqueda${column})
        select nombre, apellido || ' ' || i, '5555-1234', busqueda || ' ' || i${value}
        from generate_series(1, ${n}::int) as i,
          lateral (select (${nombres}::text[])[1 + i % ${personas.length}] as nombre,
            (${apellidos}::text[])[1 + i / 7 % ${personas.length}] as apellido) as quien,
          lateral (select (${nombres.map(normalize)}::text[])[1 + i % ${personas.length}] || E'\n' ||
            (${apellidos.map(normalize)}::text[])[1 + i / 7 % ${personas.length}] as busqueda) as normal
        returning id)
      select min(id) as id from nuevas`,
  )
  return row?.id ?? 0
}

async function insertCamiones(db: Db, n: number): Promise<number> {
  const row = await one<{ id: number }>(
    db,
    sql`with nuevos as (
        insert into camiones (placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda)
        select placa, 'Freightliner', 'M2 106', 'Blanco', 'Cabezal', 'TC-4471',
          lower(placa) || E'\nfreightliner\nm2 106'
        from generate_series(1, ${n}::int) as i,
          lateral (select 'C-' || left(md5(i || clock_timestamp()::text), 12) as placa) as cual
        returning id)
      select min(id) as id from nuevos`,
  )
  return row?.id ?? 0
}

/** Inserts a client, truck, pilot and helper. */
export async function insertReferences(db: Db): Promise<References> {
  return {
    cliente_id: await insertPersonas(db, 'clientes', 1),
    camion_id: await insertCamiones(db, 1),
    chofer_id: await insertPersonas(db, 'choferes', 1),
    ayudante_id: await insertPersonas(db, 'ayudantes', 1),
  }
}

let rutaCount = 0

/** Inserts a trip and updates the totals. @returns its id */
export async function insertRutaRow(
  db: Db,
  references: References,
  changes: RutaChanges = {},
): Promise<number> {
  rutaCount += 1
  const values: Record<string, unknown> = {
    no_ruta: `P-${process.pid}-${rutaCount}`,
    servicio: 'Flete local',
    mercaderia: 'Cemento',
    origen: 'Guatemala',
    destino: 'Quetzaltenango',
    fecha: '2026-11-20',
    hora: '08:30',
    precio: '100.00',
    estado: 'Pendiente',
    ...references,
    ...changes,
  }
  const busqueda = searchText([values.no_ruta, 'jose lopez', values.servicio, 'jose lopez'])
  const row = await one<{ id: number }>(
    db,
    sql`with nueva as (
        insert into rutas (${raw(Object.keys(values).join(', '))}, busqueda)
        values (${join(Object.values(values))}, ${busqueda}) returning *)
      select id, contar_ruta(null, nueva) from nueva`,
  )
  if (!row) throw new Error('insert into rutas returned no row')
  return row.id
}

/** Changes a trip and its totals in one transaction. The lock serializes concurrent changes. */
export const changeRuta = (
  db: Db,
  id: number,
  changes: RutaChanges & { eliminado_en?: string | null },
): Promise<void> =>
  db.transaction(async (tx) => {
    await run(tx, sql`select 1 from rutas where id = ${id} for update`)
    const set = Object.entries(changes).map(([column, value]) => sql`${raw(column)} = ${value}`)
    await run(
      tx,
      sql`with despues as (
          update rutas set ${join(set)}, version = version + 1 where id = ${id} returning *)
        select contar_ruta(antes, despues) from rutas as antes, despues where antes.id = ${id}`,
    )
  })

export interface BulkOptions {
  rutas: number
  clientes?: number
  camiones?: number
  choferes?: number
  ayudantes?: number
  /** Newest date; 183 trips a day precede it. */
  hasta?: string
  /** Number of shards of each total. */
  cajones?: number
}

/** Fills an empty database with the same history at every run. Totals are computed once at the end. */
export async function fillRutas(db: Database, bulk: BulkOptions): Promise<void> {
  const { rutas, clientes = 2000, camiones = 300, choferes = 300, ayudantes = 200 } = bulk
  const { hasta = '2026-11-20', cajones = 16 } = bulk
  const ids = {
    cliente: { first: await insertPersonas(db, 'clientes', clientes), n: clientes },
    camion: { first: await insertCamiones(db, camiones), n: camiones },
    chofer: { first: await insertPersonas(db, 'choferes', choferes), n: choferes },
    ayudante: { first: await insertPersonas(db, 'ayudantes', ayudantes), n: ayudantes },
  }
  await db.transaction(async (tx) => {
    const indexes = await dropIndexes(tx, 'rutas')
    // In batches, because of the statement timeout.
    for (let from = 1; from <= rutas; from += 100_000) {
      await fillPart(tx, ids, { from, to: Math.min(rutas, from + 99_999), rutas, hasta })
    }
    await recomputeAll(tx, cajones)
    for (const index of indexes) await run(tx, raw(index))
  })
  await run(db, raw('vacuum analyze'))
}

type Ids = Record<'cliente' | 'camion' | 'chofer' | 'ayudante', { first: number; n: number }>
interface Part {
  from: number
  to: number
  rutas: number
  hasta: string
}

/** Pseudo-random number from 0 to n - 1. */
const random = (seed: number, n: number) => sql`((hashint4extended(i, ${seed}) & 1048575) % ${n})::int`
const anyOf = (seed: number, { first, n }: { first: number; n: number }) =>
  sql`${first}::int + ${random(seed, n)}`

const fillPart = (db: Db, ids: Ids, { from, to, rutas, hasta }: Part) =>
  run(
    db,
    sql`insert into rutas (no_ruta, correlativo, cliente_id, servicio, mercaderia, camion_id, combustible, origen,
        destino, chofer_id, ayudante_id, fecha, hora, precio, comentario, estado, busqueda)
      select 'RUTA-' || lpad(i::text, 7, '0'), i, cl.id, (${servicios}::text[])[1 + servicio], 'Cemento',
        ${anyOf(2, ids.camion)}, 10 + ${random(3, 4000)} / 100.0, 'Guatemala', 'Quetzaltenango',
        ch.id, case when i % 5 > 0 then ${anyOf(5, ids.ayudante)} end,
        ${hasta}::date - (${rutas}::int - i) / 183, time '05:00' + ${random(6, 900)} * interval '1 minute',
        ${random(7, 900_000)} / 100.0, case when i % 3 = 0 then 'Entregar en bodega ' || i % 9 end,
        (${estados}::text[])[1 + ${random(8, estados.length)}],
        'ruta-' || lpad(i::text, 7, '0') || E'\n' || replace(cl.busqueda, E'\n', ' ') || E'\n' ||
          (${servicios.map(normalize)}::text[])[1 + servicio] || E'\n' || replace(ch.busqueda, E'\n', ' ')
      from (select i, ${random(1, servicios.length)} as servicio, ${anyOf(9, ids.cliente)} as cliente_id,
          ${anyOf(4, ids.chofer)} as chofer_id from generate_series(${from}::int, ${to}::int) as i) as nueva
        join clientes cl on cl.id = nueva.cliente_id
        join choferes ch on ch.id = nueva.chofer_id
      order by i`,
  )
