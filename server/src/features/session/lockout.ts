import type { session } from '@flota/contract/account/session.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { Sql } from 'sql-template-tag'
import { clientAddress, networkOf, siteOf } from '../../platform/clientAddress.ts'
import { type Database, type Db, empty, one, prepared, raw, run, sql } from '../../platform/db/sql.ts'
import { invalid, tooManyAttempts, unavailable } from '../../platform/errors.ts'
import type { Input } from '../../platform/http/serve.ts'
import { runInHashQueue } from '../../platform/limits/hashQueue.ts'
import { lockoutCache } from '../../platform/limits/lockoutCache.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { type Credentials, findCredentials, usernameKey } from './queries.ts'

interface LoginAttempt {
  /** Key that all spellings of the username share. */
  username: string
  network: string
  /** The /48 of an IPv6 address; null for IPv4. */
  site: string | null
}

/** Failures within 15 minutes after which attempts are rejected (docs/contract/sessions.md). */
const maxFailures = { pair: 5, address: 30, username: 50, site: 300 }
const windowSeconds = 15 * 60
/** Lifetime of a pending attempt, in case its process dies before the outcome. */
const pendingAttemptSeconds = 10
/** Days after its last login during which a network is exempt from the username's lock. */
export const knownNetworkDays = 30

type LimitKind = keyof typeof maxFailures
const limitKinds = Object.keys(maxFailures) as LimitKind[]

interface LimitCount {
  cerrado: boolean
  /** Seconds until the oldest failure expires. */
  wait: number
}
type LimitCounts = Record<LimitKind, LimitCount>

const waitOf = (counts: LimitCounts, kind: LimitKind) => Math.max(1, counts[kind].wait)

/** Approximates `usernameKey`: the cache is only a hint. */
const ignorableCharacters = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Pd}\p{Zs}.]/gu
function keysOf(username: string, network: string, site: string | null): Record<LimitKind, string> {
  const pair = JSON.stringify([
    username.normalize('NFKC').replace(ignorableCharacters, '').toLowerCase(),
    network,
  ])
  // By pair, because a known network is exempt from the username's lock.
  return { pair, address: `de ${network}`, username: `por ${pair}`, site: `en ${site}` }
}

/**
 * Returns the function that checks a user's password or code under the login limits. An attempt counts before its
 * password is checked, so that concurrent attempts can't exceed the limit.
 * @throws {HttpError} 429 while a limit is reached, 503 if the queue is full
 */
export function createTryPassword(db: Database) {
  const cache = lockoutCache()
  const remember = (attempt: LoginAttempt, kind: LimitKind, key: string) =>
    cache.remember(key, async () => {
      const counts = await countAttempts(db, attempt)
      return counts[kind].cerrado ? waitOf(counts, kind) : 0
    })

  /**
   * `pardon`, `forget` and the result of `failed` are CTEs that end with a comma.
   * @param verify returns whether password or code is the user's
   * @param succeed runs `pardon` in its statement, or `forget` to keep the count of failures; returns undefined to reject the attempt after all
   * @param failed returns CTEs to run in the statement that records the failure
   * @returns the result of `succeed`, undefined for a failed attempt
   */
  return async <T>(
    username: string,
    address: string,
    verify: (user: Credentials | undefined) => Promise<boolean>,
    succeed: (user: Credentials, pardon: Sql, forget: Sql) => Promise<T | undefined>,
    failed: (user: Credentials | undefined) => Sql = () => empty,
  ): Promise<T | undefined> => {
    const network = networkOf(address)
    const site = siteOf(address)
    const keys = keysOf(username, network, site)
    const wait = await cache.wait(Object.values(keys))
    if (wait > 0) throw tooManyAttempts(wait)
    return runInHashQueue(async (pause) => {
      const { clave, user } = await findCredentials(db, username)
      const attempt = { username: clave, network, site }
      const id = await reserveAttempt(db, attempt, pause, (kind) => remember(attempt, kind, keys[kind]))
      const judge = async () =>
        (await verify(user)) && user ? succeed(user, pardonSql(id, attempt), forgetSql(id)) : undefined
      return settleAttempt(db, id, judge, () => failed(user))
    })
  }
}

/** Records a failure if `judge` returns undefined, and deletes the attempt if it throws. */
async function settleAttempt<T>(
  db: Db,
  id: number,
  judge: () => Promise<T | undefined>,
  failed: () => Sql,
): Promise<T | undefined> {
  try {
    const result = await judge()
    if (result === undefined) await run(db, failAttempt(id, failed()))
    return result
  } catch (error) {
    // If this fails too, the attempt expires after pendingAttemptSeconds.
    await run(db, sql`delete from intentos where id = ${id}`).catch(() => undefined)
    throw error
  }
}

export type TryPassword = ReturnType<typeof createTryPassword>

/** Runs `pardon` or `forget` in a statement of its own. */
export const pardonAttempt = (db: Db, pardon: Sql) => run(db, sql`with ${pardon} nada as (select) select`)

/** Checks the session's user's own password. @throws {HttpError} 400 for a wrong one, 429, 503 */
export async function checkOwnPassword(
  db: Db,
  tryPassword: TryPassword,
  { session: { user }, request }: Pick<Input<typeof session.password>, 'session' | 'request'>,
  actual: string,
): Promise<Credentials> {
  const found = await tryPassword(
    user.username,
    clientAddress(request),
    (credentials) => verifyPassword(credentials?.password_hash, actual),
    async (credentials, pardon, forget) => {
      // With a second factor only a code clears the count, else the password would allow endless guesses of codes.
      await pardonAttempt(db, credentials.segundo_factor ? forget : pardon)
      return credentials
    },
  )
  if (!found) throw invalid({ actual: sentences.wrongPassword })
  return found
}

const failAttempt = (id: number, also: Sql) =>
  prepared(sql`with ${also} nada as (select) update intentos set en_curso = false where id = ${id}`)

async function reserveAttempt(
  db: Database,
  attempt: LoginAttempt,
  pause: (ms: number) => Promise<void>,
  onLock: (kind: LimitKind) => void,
): Promise<number> {
  for (let round = 0; round < 200; round++) {
    const { id, counts } = await db.transaction((tx) => insertAttempt(tx, attempt))
    if (id !== null) return id
    const locked = limitKinds.filter((kind) => counts[kind].cerrado)
    for (const kind of locked) onLock(kind)
    if (locked.length > 0) throw tooManyAttempts(Math.max(...locked.map((kind) => waitOf(counts, kind))))
    // Wait for pending attempts: only failures may cause a 429.
    await pause(25)
  }
  throw unavailable()
}

/** @returns the attempt's id; null if a limit is reached, or if pending attempts could still reach it */
async function insertAttempt(
  db: Db,
  attempt: LoginAttempt,
): Promise<{ id: number | null; counts: LimitCounts }> {
  const { username, network, site } = attempt
  const locks = [
    `intentos:nombre:${username}`,
    `intentos:direccion:${network}`,
    site && `intentos:sitio:${site}`,
  ]
  await run(
    db,
    prepared(sql`select pg_advisory_xact_lock(hashtextextended(cual, 0))
      from unnest(${locks}::text[]) with ordinality cada (cual, orden) where cual is not null order by orden`),
  )
  const { id, ...counts } = await readCounts<{ id: number | null }>(
    db,
    sql`with viejos as (
        delete from intentos where id in (
          select id from intentos where momento < now() - make_interval(secs => ${windowSeconds})
          limit 100 for update skip locked)),
      ${countsOf(attempt)},
      propio as (
        insert into intentos (username, direccion, sitio) select ${username}, ${network}, ${site}
        from pair, address, username, site
        where pair.libre and address.libre and username.libre and site.libre returning id)
      select (select id from propio) as id, ${countColumns}`,
  )
  return { id, counts }
}

const countAttempts = (db: Db, attempt: LoginAttempt) =>
  readCounts(db, sql`with ${countsOf(attempt)} select ${countColumns}`)

async function readCounts<More>(db: Db, statement: Sql): Promise<LimitCounts & More> {
  const row = await one<LimitCounts & More>(db, prepared(statement))
  if (!row) throw new Error('Counting login attempts returned no row')
  return row
}

const countColumns = raw(`to_json(pair) as pair, to_json(address) as address, to_json(username) as username,
  to_json(site) as site from pair, address, username, site`)

/** Returns the counts of each kind as CTEs; `libre` says whether one more attempt is allowed. */
function countsOf({ username, network, site }: LoginAttempt): Sql {
  const count = (kind: LimitKind, where: Sql, isOpen = sql`false`) => sql`${raw(kind)} as materialized (
    select count(*) filter (where not en_curso) >= ${maxFailures[kind]} and not ${isOpen} as cerrado,
      ceil(extract(epoch from coalesce(min(momento) filter (where not en_curso), now()) - now()) + ${windowSeconds}) as wait,
      count(*) < ${maxFailures[kind]} or ${isOpen} as libre
    from recientes where ${where})`
  const isKnown = sql`exists (select from accesos where username = ${username} and red = ${network}
    and momento > now() - make_interval(days => ${knownNetworkDays}))`
  return sql`recientes as (
      select username, direccion, sitio, momento, perdonado, en_curso
      from intentos
      where (username = ${username} or direccion = ${network} or sitio = ${site})
        and momento > now() - make_interval(secs => ${windowSeconds})
        and (not en_curso or momento > now() - make_interval(secs => ${pendingAttemptSeconds}))),
    ${count('pair', sql`username = ${username} and direccion = ${network} and not perdonado`)},
    ${count('address', sql`direccion = ${network}`)},
    ${count('username', sql`username = ${username}`, isKnown)},
    ${count('site', sql`sitio = ${site}`)}`
}

const forgetSql = (id: number) => sql`propio as (delete from intentos where id = ${id}),`

/** Returns CTEs that clear the username's count for this network and record the network as known. */
const pardonSql = (id: number, { username, network }: LoginAttempt) =>
  sql`${forgetSql(id)}
    perdon as (
      update intentos set perdonado = true
      where username = ${username} and direccion = ${network} and not en_curso and id <> ${id}),
    acceso as (
      insert into accesos (username, red) values (${username}, ${network})
      on conflict (username, red) do update set momento = now()),`

export const clearAttempts = (db: Db, username: string) =>
  run(db, sql`delete from intentos where username = ${usernameKey(username)}`)
