import { Readable } from 'node:stream'
import { defaultPermisos } from '@flota/contract/core/permisos.ts'
import { dropIndexes, recomputeAll } from '@flota/demo/bulkLoad.ts'
import {
  type DedicatedConnection,
  inTransaction,
  withDedicatedConnection,
} from '@flota/server/platform/db/dedicatedConnection.ts'
import type { Connection } from '@flota/server/platform/db/servers.ts'
import { type Db, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import { hashPassword } from '@flota/server/platform/passwords.ts'
import { generateTables, type TableRows } from './dataset.ts'
import { markInvoiced } from './fillCobros.ts'
import { password } from './flows.ts'

const pilotsWithUser = 40

/** Escapes a value for COPY's text format. */
const escapeCopyValue = (value: string) =>
  value.replace(/[\\\n\t\r]/g, (letter) => ({ '\n': '\\n', '\t': '\\t', '\r': '\\r' })[letter] ?? '\\\\')

const copyLine = (row: TableRows['rows'][number]) =>
  Object.values(row)
    .map((value) => (value === null ? '\\N' : escapeCopyValue(String(value))))
    .join('\t')

async function copyRows(session: DedicatedConnection, { table, rows }: TableRows): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const text = `${rows.map(copyLine).join('\n')}\n`
  await session.copyIn(`copy ${table} (${columns}) from stdin`, Readable.from([text]), [])
  await run(session, sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${raw(table)}`)
}

/** Fills an empty, migrated database. The same number of trips gives the same data. */
export const fillDatabase = (connection: Connection, rutas: number, signal: AbortSignal): Promise<void> =>
  withDedicatedConnection(connection, signal, async (session) => {
    await inTransaction(session, '', () => loadRows(session, rutas))
    await run(session, raw('vacuum analyze'))
    await run(session, raw('checkpoint'))
  })

async function loadRows(session: DedicatedConnection, rutas: number): Promise<void> {
  await run(session, raw("set local maintenance_work_mem = '256MB'"))
  const indexes = [
    ...(await dropIndexes(session, 'rutas')),
    ...(await dropIndexes(session, 'rutas_historial')),
  ]
  for (const part of generateTables(rutas)) await copyRows(session, part)
  await addUsers(session)
  await addHistory(session)
  await run(session, markInvoiced)
  // Sharded as 16 connections would have written them.
  await recomputeAll(session, 16)
  for (const index of indexes) await run(session, raw(index))
}

/** Only `admin` has a password; the other sessions are opened in the database. */
const addUsers = async (db: Db) =>
  run(
    db,
    sql`insert into usuarios (username, password_hash, rol_id, permisos, piloto_id, busqueda)
      select 'admin', ${await hashPassword(password)}, 1, '{}'::smallint[], null::int, 'admin'
      union all select 'piloto' || id, 'ninguna', 2, ${defaultPermisos('piloto')}::smallint[], id, 'piloto' || id
      from choferes where id <= ${pilotsWithUser}
      union all select 'oficina' || n, 'ninguna', 1, '{}', null, 'oficina' || n from generate_series(1, 3) n`,
  )

/** Every trip was Pendiente first; those no longer Pendiente were En curso. */
const addHistory = (db: Db) =>
  run(
    db,
    sql`insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, usuario_id)
      select r.id, paso.antes, paso.ahora, u.id
      from rutas r cross join (select id from usuarios where username = 'oficina1') u, lateral (values
        (1, null, 'Pendiente'),
        (2, 'Pendiente', 'En curso'),
        (3, 'En curso', r.estado)) as paso (n, antes, ahora)
      where paso.n = 1 or (paso.n = 2 and r.estado <> 'Pendiente')
        or (paso.n = 3 and r.estado not in ('Pendiente', 'En curso'))
      order by r.id, paso.n`,
  )
