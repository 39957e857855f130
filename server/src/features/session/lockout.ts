import type { Sql } from 'sql-template-tag'
import { type Database, type Db, empty, one, prepared, raw, run, sql } from '../../platform/db/sql.ts'
import { networkOf } from '../../platform/http/clientAddress.ts'
import { tooManyAttempts, unavailable } from '../../platform/http/errors.ts'
import { runInHashQueue } from '../../platform/limits/hashQueue.ts'
import { lockoutCache } from '../../platform/limits/lockoutCache.ts'
import { type Credentials, findCredentials } from './queries.ts'

/** Who tries: one name, by the key of all its spellings, from one address, by what addresses count by. */
interface LoginAttempt {
  username: string
  network: string
}

/** Failed tries within 15 minutes after which further ones are refused (docs/contract/sessions.md). */
const maxFailures = { pair: 5, address: 30, username: 50 }
const windowSeconds = 15 * 60
/** A try whose process died before it knew the outcome holds others up for so long, and counts against nobody. */
const pendingAttemptSeconds = 10
/** From where a name came in so long ago, the tries of others elsewhere don't close it. */
export const knownNetworkDays = 30

type LimitKind = keyof typeof maxFailures
const limitKinds = Object.keys(maxFailures) as LimitKind[]

interface LimitCount {
  cerrado: boolean
  /** Seconds until the oldest failed try drops out. */
  wait: number
}
type LimitCounts = Record<LimitKind, LimitCount>

const waitOf = (counts: LimitCounts, kind: LimitKind) => Math.max(1, counts[kind].wait)

/** As near to clave() as it needs to be: what this process remembers is only a hint. */
const ignorableCharacters = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
function keysOf(username: string, network: string): Record<LimitKind, string> {
  const pair = JSON.stringify([
    username.replace(ignorableCharacters, '').normalize('NFKC').toLowerCase(),
    network,
  ])
  // A name that is closed is so but for where it is known.
  return { pair, address: `de ${network}`, username: `por ${pair}` }
}

/**
 * Tries a name's password for one process. A try counts before its password is looked at, so that tries in parallel
 * can't be more than the limit.
 * @throws {HttpError} 429 once a limit is reached, until the window has passed; 503 where too many are tried at once
 */
export function createTryPassword(db: Database) {
  const cache = lockoutCache()
  const remember = (guess: LoginAttempt, kind: LimitKind, key: string) =>
    cache.remember(key, async () => {
      const counts = await countAttempts(db, guess)
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
    const wait = await cache.wait(Object.values(keys))
    if (wait > 0) throw tooManyAttempts(wait)
    return runInHashQueue(async (pause) => {
      const { clave, user } = await findCredentials(db, username)
      const guess = { username: clave, network }
      const id = await reserveAttempt(db, guess, pause, (kind) => remember(guess, kind, keys[kind]))
      const judge = async () =>
        (await verify(user)) && user ? succeed(user, pardonSql(id, guess)) : undefined
      return settleAttempt(db, id, judge, () => failed(user))
    })
  }
}

/** The try's end, where it was wrong; what throws was not judged. */
async function settleAttempt<T>(
  db: Db,
  id: number,
  judge: () => Promise<T | undefined>,
  failed: () => Sql,
): Promise<T | undefined> {
  try {
    const done = await judge()
    if (done === undefined) await run(db, failAttempt(id, failed()))
    return done
  } catch (error) {
    // Where not even this can be written it counts no more in a moment.
    await run(db, sql`delete from intentos where id = ${id}`).catch(() => undefined)
    throw error
  }
}

export type TryPassword = ReturnType<typeof createTryPassword>

const failAttempt = (id: number, also: Sql) =>
  prepared(sql`with ${also} nada as (select) update intentos set en_curso = false where id = ${id}`)

async function reserveAttempt(
  db: Database,
  guess: LoginAttempt,
  pause: (ms: number) => Promise<void>,
  onLock: (kind: LimitKind) => void,
): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { id, counts } = await db.transaction((tx) => insertAttempt(tx, guess))
    if (id !== null) return id
    const locked = limitKinds.filter((kind) => counts[kind].cerrado)
    for (const kind of locked) onLock(kind)
    if (locked.length > 0) throw tooManyAttempts(Math.max(...locked.map((kind) => waitOf(counts, kind))))
    // Those who try right now may yet succeed: only what failed is held against anyone.
    await pause(25)
  }
  throw unavailable()
}

/** @returns the try's id, or none while a limit or the outcome of others stands in its way */
async function insertAttempt(
  db: Db,
  guess: LoginAttempt,
): Promise<{ id: number | null; counts: LimitCounts }> {
  const { username, network } = guess
  const [name, from] = [`intentos:nombre:${username}`, `intentos:direccion:${network}`]
  await run(
    db,
    prepared(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0)),
      pg_advisory_xact_lock(hashtextextended(${from}, 0))`),
  )
  const { id, ...counts } = await readCounts<{ id: number | null }>(
    db,
    sql`with viejos as (
        delete from intentos where id in (
          select id from intentos where momento < now() - make_interval(secs => ${windowSeconds})
          limit 100 for update skip locked)),
      ${countsOf(guess)},
      propio as (
        insert into intentos (username, direccion) select ${username}, ${network} from pair, address, username
        where pair.libre and address.libre and username.libre returning id)
      select (select id from propio) as id, ${countColumns}`,
  )
  return { id, counts }
}

const countAttempts = (db: Db, guess: LoginAttempt) =>
  readCounts(db, sql`with ${countsOf(guess)} select ${countColumns}`)

async function readCounts<More>(db: Db, statement: Sql): Promise<LimitCounts & More> {
  const row = await one<LimitCounts & More>(db, prepared(statement))
  if (!row) throw new Error('counting the tries gave no row')
  return row
}

const countColumns = raw(`to_json(pair) as pair, to_json(address) as address, to_json(username) as username
  from pair, address, username`)

/** The counts of each kind as CTEs, and whether one more try is free. */
function countsOf({ username, network }: LoginAttempt): Sql {
  const count = (kind: LimitKind, where: Sql, isOpen = sql`false`) => sql`${raw(kind)} as materialized (
    select count(*) filter (where not en_curso) >= ${maxFailures[kind]} and not ${isOpen} as cerrado,
      ceil(extract(epoch from coalesce(min(momento) filter (where not en_curso), now()) - now()) + ${windowSeconds}) as wait,
      count(*) < ${maxFailures[kind]} or ${isOpen} as libre
    from recientes where ${where})`
  const isKnown = sql`exists (select from accesos where username = ${username} and red = ${network}
    and momento > now() - make_interval(days => ${knownNetworkDays}))`
  return sql`recientes as (
      select username, direccion, momento, perdonado, en_curso
      from intentos
      where (username = ${username} or direccion = ${network})
        and momento > now() - make_interval(secs => ${windowSeconds})
        and (not en_curso or momento > now() - make_interval(secs => ${pendingAttemptSeconds}))),
    ${count('pair', sql`username = ${username} and direccion = ${network} and not perdonado`)},
    ${count('address', sql`direccion = ${network}`)},
    ${count('username', sql`username = ${username}`, isKnown)}`
}

/** A success clears the name's count for this address, which is known from then on; the other limits count on. */
const pardonSql = (id: number, { username, network }: LoginAttempt) =>
  sql`propio as (delete from intentos where id = ${id}),
    perdon as (
      update intentos set perdonado = true
      where username = ${username} and direccion = ${network} and not en_curso and id <> ${id}),
    acceso as (
      insert into accesos (username, red) values (${username}, ${network})
      on conflict (username, red) do update set momento = now()),`

/** As if nobody had failed with this name. */
export const clearAttempts = (db: Db, username: string) =>
  run(db, sql`delete from intentos where username = clave(${username})`)
