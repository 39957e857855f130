import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'sql-template-tag'
import { type Database, type Db, one, prepared, raw, run, sql } from '../db/sql.ts'
import { tooManyTries, unavailable } from '../http/errors.ts'

/** Who tries: one name from one address. */
export interface Guess {
  username: string
  address: string
}

/** Failed tries within 15 minutes after which further ones are refused (contract.md section 4). */
const limits = { pair: 5, address: 30, username: 50 }
const windowSeconds = 15 * 60
/** A try whose process died before it knew the outcome counts as failed from then on. */
const unfinishedSeconds = 10

interface Count {
  failed: number
  running: number
  /** Seconds until the oldest failed try drops out. */
  wait: number
}
type Counts = Record<keyof typeof limits, Count>

/**
 * A try counts before its password is looked at, so that tries in parallel can't be more than the limit. What a right
 * one is for, `succeed`, writes in one statement with the try's pardon: CTEs that end with a comma.
 * @returns undefined when the password is wrong
 * @throws {HttpError} 429 once a limit is reached, until the window has passed
 */
export async function tryPassword<T>(
  db: Database,
  guess: Guess,
  verify: () => Promise<boolean>,
  succeed: (pardon: Sql) => Promise<T>,
): Promise<T | undefined> {
  const id = await takePlace(db, guess)
  if (await verify()) return succeed(pardonOf(id, guess))
  await run(db, prepared(sql`update intentos set en_curso = false where id = ${id}`))
  return undefined
}

async function takePlace(db: Database, guess: Guess): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const id = await db.transaction((tx) => reserve(tx, guess))
    if (id !== undefined) return id
    // Those who try right now may yet succeed: only what failed is held against anyone.
    await sleep(25)
  }
  throw unavailable()
}

/** @returns the try's id, or undefined while the outcome of others decides */
async function reserve(db: Db, guess: Guess): Promise<number | undefined> {
  const { username, address } = guess
  const [name, from] = [`intentos:nombre:${username}`, `intentos:direccion:${address}`]
  await run(
    db,
    prepared(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0)),
      pg_advisory_xact_lock(hashtextextended(${from}, 0))`),
  )
  const { id, ...counts } = await countAndTry(db, guess)
  const kinds = Object.entries(limits).map(([kind, limit]) => ({ limit, ...counts[kind as keyof Counts] }))
  const waits = kinds.filter(({ failed, limit }) => failed >= limit).map(({ wait }) => wait)
  if (waits.length > 0) throw tooManyTries(Math.max(1, ...waits))
  return id ?? undefined
}

/** Writes the try where no count has reached its limit. */
async function countAndTry(db: Db, { username, address }: Guess): Promise<Counts & { id: number | null }> {
  const count = (kind: keyof Counts, where: Sql) => sql`${raw(kind)} as materialized (
    select count(*) filter (where not corriendo) as failed, count(*) filter (where corriendo) as running,
      ceil(extract(epoch from coalesce(min(momento) filter (where not corriendo), now()) - now()) + ${windowSeconds}) as wait,
      count(*) < ${limits[kind]} as libre
    from recientes where ${where})`
  const row = await one<Counts & { id: number | null }>(
    db,
    prepared(sql`with viejos as (
        delete from intentos where id in (
          select id from intentos where momento < now() - make_interval(secs => ${windowSeconds})
          limit 100 for update skip locked)),
      recientes as (
        select username, direccion, momento, perdonado,
          en_curso and momento > now() - make_interval(secs => ${unfinishedSeconds}) as corriendo
        from intentos
        where (username = ${username} or direccion = ${address})
          and momento > now() - make_interval(secs => ${windowSeconds})),
      ${count('pair', sql`username = ${username} and direccion = ${address} and not perdonado`)},
      ${count('address', sql`direccion = ${address}`)},
      ${count('username', sql`username = ${username}`)},
      propio as (
        insert into intentos (username, direccion) select ${username}, ${address} from pair, address, username
        where pair.libre and address.libre and username.libre returning id)
      select to_json(pair) as pair, to_json(address) as address, to_json(username) as username,
        (select id from propio) as id
      from pair, address, username`),
  )
  if (!row) throw new Error('counting the tries gave no row')
  return row
}

/** A success clears the name's count for this address; the tries still count for the other limits. */
const pardonOf = (id: number, { username, address }: Guess) =>
  sql`propio as (delete from intentos where id = ${id}),
    perdon as (
      update intentos set perdonado = true
      where username = ${username} and direccion = ${address} and not en_curso and id <> ${id}),`

/** As if nobody had failed with this name. */
export const forgetTries = (db: Db, username: string) =>
  run(db, sql`delete from intentos where username = clave(${username})`)
