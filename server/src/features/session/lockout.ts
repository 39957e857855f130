import type { Sql } from 'sql-template-tag'
import { type Database, type Db, empty, one, prepared, raw, run, sql } from '../../platform/db/sql.ts'
import { networkOf } from '../../platform/http/clientAddress.ts'
import { tooManyTries, unavailable } from '../../platform/http/errors.ts'
import { passwordTurn } from '../../platform/limits/hashQueue.ts'
import { lockHints } from '../../platform/limits/lockoutCache.ts'
import { type Credentials, findCredentials } from './queries.ts'

/** Who tries: one name, by the key of all its spellings, from one address, by what addresses count by. */
interface Guess {
  username: string
  network: string
}

/** Failed tries within 15 minutes after which further ones are refused (docs/contract/sessions.md). */
const limits = { pair: 5, address: 30, username: 50 }
const windowSeconds = 15 * 60
/** A try whose process died before it knew the outcome holds others up for so long, and counts against nobody. */
const unfinishedSeconds = 10
/** From where a name came in so long ago, the tries of others elsewhere don't close it. */
export const knownDays = 30

type Kind = keyof typeof limits
const kinds = Object.keys(limits) as Kind[]

interface Count {
  cerrado: boolean
  /** Seconds until the oldest failed try drops out. */
  wait: number
}
type Counts = Record<Kind, Count>

const waitOf = (counts: Counts, kind: Kind) => Math.max(1, counts[kind].wait)

/** As near to clave() as it needs to be: what this process remembers is only a hint. */
const nameless = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
function keysOf(username: string, network: string): Record<Kind, string> {
  const pair = JSON.stringify([username.replace(nameless, '').normalize('NFKC').toLowerCase(), network])
  // A name that is closed is so but for where it is known.
  return { pair, address: `de ${network}`, username: `por ${pair}` }
}

/**
 * Tries a name's password for one process. A try counts before its password is looked at, so that tries in parallel
 * can't be more than the limit.
 * @throws {HttpError} 429 once a limit is reached, until the window has passed; 503 where too many are tried at once
 */
export function lockout(db: Database) {
  const hints = lockHints()
  const remember = (guess: Guess, kind: Kind, key: string) =>
    hints.remember(key, async () => {
      const counts = await countTries(db, guess)
      return counts[kind].cerrado ? waitOf(counts, kind) : 0
    })

  /**
   * What a right password is for, `succeed`, writes in one statement with the try's pardon, and what a wrong one
   * leaves, `failed`, with the try's end: CTEs that end with a comma. `succeed` gives undefined where the try was
   * wrong after all; what it throws says nothing of the password.
   * @returns undefined unless `verify` says that it is this user's
   */
  return async <T>(
    username: string,
    address: string,
    verify: (user: Credentials | undefined) => Promise<boolean>,
    succeed: (user: Credentials, pardon: Sql) => Promise<T | undefined>,
    failed: (user: Credentials | undefined) => Sql = () => empty,
  ): Promise<T | undefined> => {
    const network = networkOf(address)
    const keys = keysOf(username, network)
    const wait = await hints.wait(Object.values(keys))
    if (wait > 0) throw tooManyTries(wait)
    return passwordTurn(async (pause) => {
      const { clave, user } = await findCredentials(db, username)
      const guess = { username: clave, network }
      const id = await takePlace(db, guess, pause, (kind) => remember(guess, kind, keys[kind]))
      const judge = async () =>
        (await verify(user)) && user ? succeed(user, pardonOf(id, guess)) : undefined
      return judged(db, id, judge, () => failed(user))
    })
  }
}

/** The try's end, where it was wrong; what throws was not judged. */
async function judged<T>(
  db: Db,
  id: number,
  judge: () => Promise<T | undefined>,
  failed: () => Sql,
): Promise<T | undefined> {
  try {
    const done = await judge()
    if (done === undefined) await run(db, failure(id, failed()))
    return done
  } catch (error) {
    // Where not even this can be written it counts no more in a moment.
    await run(db, sql`delete from intentos where id = ${id}`).catch(() => undefined)
    throw error
  }
}

export type TryPassword = ReturnType<typeof lockout>

const failure = (id: number, also: Sql) =>
  prepared(sql`with ${also} nada as (select) update intentos set en_curso = false where id = ${id}`)

async function takePlace(
  db: Database,
  guess: Guess,
  pause: (ms: number) => Promise<void>,
  onLock: (kind: Kind) => void,
): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { id, counts } = await db.transaction((tx) => reserve(tx, guess))
    if (id !== null) return id
    const locked = kinds.filter((kind) => counts[kind].cerrado)
    for (const kind of locked) onLock(kind)
    if (locked.length > 0) throw tooManyTries(Math.max(...locked.map((kind) => waitOf(counts, kind))))
    // Those who try right now may yet succeed: only what failed is held against anyone.
    await pause(25)
  }
  throw unavailable()
}

/** @returns the try's id, or none while a limit or the outcome of others stands in its way */
async function reserve(db: Db, guess: Guess): Promise<{ id: number | null; counts: Counts }> {
  const { username, network } = guess
  const [name, from] = [`intentos:nombre:${username}`, `intentos:direccion:${network}`]
  await run(
    db,
    prepared(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0)),
      pg_advisory_xact_lock(hashtextextended(${from}, 0))`),
  )
  const { id, ...counts } = await counted<{ id: number | null }>(
    db,
    sql`with viejos as (
        delete from intentos where id in (
          select id from intentos where momento < now() - make_interval(secs => ${windowSeconds})
          limit 100 for update skip locked)),
      ${countsOf(guess)},
      propio as (
        insert into intentos (username, direccion) select ${username}, ${network} from pair, address, username
        where pair.libre and address.libre and username.libre returning id)
      select (select id from propio) as id, ${told}`,
  )
  return { id, counts }
}

const countTries = (db: Db, guess: Guess) => counted(db, sql`with ${countsOf(guess)} select ${told}`)

async function counted<More>(db: Db, statement: Sql): Promise<Counts & More> {
  const row = await one<Counts & More>(db, prepared(statement))
  if (!row) throw new Error('counting the tries gave no row')
  return row
}

const told = raw(`to_json(pair) as pair, to_json(address) as address, to_json(username) as username
  from pair, address, username`)

/** The counts of each kind as CTEs, and whether one more try is free. */
function countsOf({ username, network }: Guess): Sql {
  const count = (kind: Kind, where: Sql, isOpen = sql`false`) => sql`${raw(kind)} as materialized (
    select count(*) filter (where not en_curso) >= ${limits[kind]} and not ${isOpen} as cerrado,
      ceil(extract(epoch from coalesce(min(momento) filter (where not en_curso), now()) - now()) + ${windowSeconds}) as wait,
      count(*) < ${limits[kind]} or ${isOpen} as libre
    from recientes where ${where})`
  const isKnown = sql`exists (select from accesos where username = ${username} and red = ${network}
    and momento > now() - make_interval(days => ${knownDays}))`
  return sql`recientes as (
      select username, direccion, momento, perdonado, en_curso
      from intentos
      where (username = ${username} or direccion = ${network})
        and momento > now() - make_interval(secs => ${windowSeconds})
        and (not en_curso or momento > now() - make_interval(secs => ${unfinishedSeconds}))),
    ${count('pair', sql`username = ${username} and direccion = ${network} and not perdonado`)},
    ${count('address', sql`direccion = ${network}`)},
    ${count('username', sql`username = ${username}`, isKnown)}`
}

/** A success clears the name's count for this address, which is known from then on; the other limits count on. */
const pardonOf = (id: number, { username, network }: Guess) =>
  sql`propio as (delete from intentos where id = ${id}),
    perdon as (
      update intentos set perdonado = true
      where username = ${username} and direccion = ${network} and not en_curso and id <> ${id}),
    acceso as (
      insert into accesos (username, red) values (${username}, ${network})
      on conflict (username, red) do update set momento = now()),`

/** As if nobody had failed with this name. */
export const forgetTries = (db: Db, username: string) =>
  run(db, sql`delete from intentos where username = clave(${username})`)
