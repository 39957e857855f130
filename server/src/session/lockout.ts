import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Db, lock, one, run, sql } from '../db/sql.ts'
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
 * A try counts before its password is looked at, so that tries in parallel can't be more than the limit.
 * @throws {HttpError} 429 once a limit is reached, until the window has passed
 */
export async function tryPassword(
  db: Database,
  guess: Guess,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const id = await takePlace(db, guess)
  const success = await verify()
  if (success) await forgive(db, id, guess)
  else await run(db, sql`update intentos set en_curso = false where id = ${id}`)
  return success
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
async function reserve(db: Db, { username, address }: Guess): Promise<number | undefined> {
  const locks = [`intentos:nombre:${username}`, `intentos:direccion:${address}`]
  for (const name of locks) await lock(db, name)
  const counts = await countTries(db, { username, address })
  const kinds = Object.entries(limits).map(([kind, limit]) => ({ limit, ...counts[kind as keyof Counts] }))
  const waits = kinds.filter(({ failed, limit }) => failed >= limit).map(({ wait }) => wait)
  if (waits.length > 0) throw tooManyTries(Math.max(1, ...waits))
  if (kinds.some(({ failed, running, limit }) => failed + running >= limit)) return undefined
  const row = await one<{ id: number }>(
    db,
    sql`with viejos as (
        delete from intentos where id in (
          select id from intentos where momento < now() - make_interval(secs => ${windowSeconds})
          limit 100 for update skip locked))
      insert into intentos (username, direccion) values (${username}, ${address}) returning id`,
  )
  return row?.id
}

const countTries = async (db: Db, { username, address }: Guess): Promise<Counts> => {
  const count = (where: ReturnType<typeof sql>) => sql`(
    select json_build_object(
      'failed', count(*) filter (where not corriendo),
      'running', count(*) filter (where corriendo),
      'wait', ceil(extract(epoch from coalesce(min(momento) filter (where not corriendo), now()) - now()) + ${windowSeconds}))
    from recientes where ${where})`
  const row = await one<Counts>(
    db,
    sql`with recientes as (
        select username, direccion, momento, perdonado,
          en_curso and momento > now() - make_interval(secs => ${unfinishedSeconds}) as corriendo
        from intentos
        where (username = ${username} or direccion = ${address})
          and momento > now() - make_interval(secs => ${windowSeconds}))
      select ${count(sql`username = ${username} and direccion = ${address} and not perdonado`)} as pair,
        ${count(sql`direccion = ${address}`)} as address,
        ${count(sql`username = ${username}`)} as username`,
  )
  if (!row) throw new Error('counting the tries gave no row')
  return row
}

/** A success clears the name's count for this address; the tries still count for the other limits. */
const forgive = (db: Database, id: number, { username, address }: Guess) =>
  run(
    db,
    sql`with propio as (delete from intentos where id = ${id})
      update intentos set perdonado = true
      where username = ${username} and direccion = ${address} and not en_curso and id <> ${id}`,
  )

/** As if nobody had failed with this name. */
export const forgetTries = (db: Db, username: string) =>
  run(db, sql`delete from intentos where username = clave(${username})`)
