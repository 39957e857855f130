import { todayIn } from '@flota/contract/dias.ts'
import { type Database, type Db, one, raw, run, sql } from '../db/sql.ts'
import { hashPassword } from '../passwords.ts'
import { countAll, dropIndexes } from '../viajes/bulk.ts'
import { dayOf, minutesADay } from './calendar.ts'
import { createClock } from './clock.ts'
import { makeDemo } from './company.ts'
import { rutaParts } from './rutaRows.ts'
import { catalogueTables, type Row, type Shown } from './tables.ts'
import { makeUsuarios, type Usuario, usuariosBlock } from './usuarios.ts'

export interface Wanted {
  rutas: number
  /** The zone of the company, and the moment that decides what its today is. */
  zone: string
  now: Date
  seed?: number
}

/** About what a company with two dozen trucks drives in two years. */
export const usualRutas = 9000
const usualSeed = 4471

/**
 * Fills an empty, migrated database with a company, all of it or nothing. It writes past the program, as fast
 * as it can, what the program would have written.
 * @returns the users, with their passwords
 */
export async function fillDemo(
  db: Database,
  { rutas, zone, now, seed = usualSeed }: Wanted,
): Promise<Usuario[]> {
  const today = dayOf(todayIn(zone, now))
  const demo = makeDemo({ seed, today, rutas })
  const usuarios = makeUsuarios(seed, demo)
  const hashes = await Promise.all(usuarios.map(({ password }) => hashPassword(password)))
  const clock = createClock(demo.moment, minuteIn(zone, now))
  const shown: Shown = { demo, usuarios, hashes, today, clock, seed }
  await db.transaction(async (tx) => {
    // A million routes take longer than a call may.
    await run(tx, raw('set local statement_timeout = 0'))
    await run(tx, raw('set local idle_in_transaction_session_timeout = 0'))
    // The rows say what the clock on the wall showed.
    await run(tx, sql`select set_config('timezone', ${zone}, true)`)
    const indexes = [...(await dropIndexes(tx, 'rutas')), ...(await dropIndexes(tx, 'rutas_historial'))]
    for (const [table, rows] of catalogueTables(shown)) await insertRows(tx, table, rows)
    let writing = Promise.resolve()
    for (const part of rutaParts(shown)) {
      // The next part is made while the database still writes this one.
      await writing
      writing = insertRows(tx, 'rutas', part.rutas).then(() =>
        insertRows(tx, 'rutas_historial', part.historial),
      )
    }
    await writing
    await countAll(tx)
    for (const index of indexes) await run(tx, raw(index))
    for (const table of filled) await advanceIdentity(tx, table)
    await writeNote(tx, usuariosBlock(usuarios))
  })
  await run(db, raw('vacuum analyze'))
  return usuarios
}

const filled = [
  'clientes',
  'choferes',
  'ayudantes',
  'camiones',
  'usuarios',
  'mantenimientos',
  'rutas',
  'rutas_historial',
]

/** The minute that the clock in the zone shows. */
function minuteIn(zone: string, now: Date): number {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' }).format(now)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return dayOf(todayIn(zone, now)) * minutesADay + hours * 60 + minutes
}

/** Names come from the program, never from a request. */
async function insertRows(tx: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = raw(Object.keys(rows[0] ?? {}).join(', '))
  if (rows.length === 0) return
  await run(
    tx,
    sql`insert into ${raw(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::json)`,
  )
}

const advanceIdentity = (tx: Db, table: string) =>
  one(tx, sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${raw(table)}))`)

/** What the next start says, and how it knows that this is no real company's data. */
async function writeNote(tx: Db, note: string): Promise<void> {
  // A comment takes no parameter, only a literal.
  const made = await one<{ text: string }>(
    tx,
    sql`select format('comment on table usuarios is %L', ${note}::text) as text`,
  )
  await run(tx, raw(made?.text ?? ''))
}

/** The users of a demonstration; null in a company's database, undefined in an empty one. */
export async function readNote(db: Db): Promise<string | null | undefined> {
  const row = await one<{ used: boolean; note: string | null }>(
    db,
    sql`select exists (select from usuarios) as used, obj_description('usuarios'::regclass) as note`,
  )
  return row?.used ? row.note : undefined
}
