import { rolId } from '@flota/contract/core/permisos.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'sql-template-tag'
import { type CompanyClock, companyToday } from '../../platform/clock.ts'
import { type Database, type Db, empty, one, prepared, raw, run, sql } from '../../platform/db/sql.ts'
import { dailyWriteLimitReached, sessionExpired } from '../../platform/errors.ts'
import { hashToken, type SessionLookup } from '../../platform/http/authentication.ts'
import type { SessionKey } from '../../platform/http/sessionProof.ts'
import { tokenRateLimit } from '../../platform/limits/tokenRateLimit.ts'
import { hasFactor, heardBefore, isLive, needsFactor, toSession, type UserRow } from './queries.ts'
import { rememberedSessions } from './rememberedSessions.ts'

/** Session tokens have 43 characters and no prefix. */
const looksLikeApiToken = (token: string) => /^flota_[\w-]{43}$/.test(token)

/**
 * Returns a lookup that reads session, user and permissions in one statement. Statements that end with `proofOf` may use
 * a remembered session. Changed rights therefore apply at the next request on every process.
 */
export function createSessionLookup(
  db: Database,
  log: FastifyBaseLogger,
  clock: CompanyClock,
): SessionLookup {
  const count = tokenRateLimit()
  const remembered = rememberedSessions()
  const find: SessionLookup['find'] = async (token, tx = db, began) => {
    const tokenHash = hashToken(token)
    const isApiToken = looksLikeApiToken(token)
    const isWrite = began === 'limited write'
    const statement = isApiToken
      ? apiTokenStatement(tokenHash, companyToday(clock), isWrite)
      : sessionStatement(tokenHash, isWrite)
    const row = await one<UserRow & { anotar_en: number; espera: number | null }>(tx, statement)
    if (!row) throw sessionExpired(isApiToken ? undefined : await findInactiveUserId(tx, tokenHash))
    const { anotar_en, espera, ...user } = row
    if (isApiToken && began) count(row.sesion_id)
    if (espera !== null) throw dailyWriteLimitReached(espera)
    if (anotar_en < 0) {
      // Not awaited, so that reads work when the database rejects writes.
      touch(db, tokenHash, isApiToken).catch((err: unknown) =>
        log.warn({ err }, 'last use of the token not written'),
      )
    }
    const session = toSession(user, tokenHash, isApiToken)
    const isRemembered = tx === db && !isApiToken && !session.mustAddSegundoFactor
    // A request reads the session again when its last use is to be written.
    if (isRemembered) remembered.remember(session, anotar_en < 0 ? minuteMs : anotar_en * 1000)
    return session
  }
  return {
    find,
    findRemembered: (token) => remembered.find(hashToken(token)),
    forget: ({ tokenHash }) => remembered.forget(tokenHash),
    proofOf,
  }
}

const minuteMs = 60_000

/** Seconds until the last use is written again; negative if it is to be written now. */
const secondsUntilTouch = (lastUse: Sql) =>
  sql`coalesce(extract(epoch from ${lastUse} + interval '1 minute' - now()), -1) as anotar_en`

const userColumns = sql`u.id, u.username, u.rol_id, u.estado, u.piloto_id, u.permisos, u.permisos_dinero,
  u.xmin::text as fila`

const secondsToWait = (token: Sql) =>
  sql`espera_por_cambios(u.id, ${token}, u.rol_id = ${raw(String(rolId.piloto))})`

/** Seconds until the caller may write again; null for reads. */
const waitToWrite = (isWrite: boolean, token: Sql) =>
  sql`case when ${isWrite} then ${secondsToWait(token)} end as espera`

const sessionStatement = (tokenHash: Buffer, isWrite: boolean) =>
  prepared(
    sql`select ${userColumns}, s.id as sesion_id, ${needsFactor} and not ${hasFactor} as debe_factor,
        ${secondsUntilTouch(raw('s.usada_en'))}, ${heardBefore} as oida_antes,
        ${waitToWrite(isWrite, raw('0'))}
      from sesiones s join usuarios u on u.id = s.usuario_id
      where s.token_hash = ${tokenHash}
        and u.estado = 'activo' and u.eliminado_en is null
        and ${isLive}`,
  )

const apiTokenStatement = (tokenHash: Buffer, hoy: string, isWrite: boolean) =>
  prepared(
    sql`select ${userColumns}, t.id as sesion_id, false as debe_factor,
        ${secondsUntilTouch(raw('t.usado_en'))}, ${waitToWrite(isWrite, raw('t.id'))}
      from tokens t join usuarios u on u.id = t.usuario_id
      where t.token_hash = ${tokenHash} and t.vence >= ${hoy}
        and u.rol_id = ${rolId.usuario} and u.estado = 'activo' and u.eliminado_en is null`,
  )

/**
 * Returns an expression that fails with FL401 if a remembered session has ended, its user's row has changed, the company
 * requires a second factor since, or the session had a pause of an hour (`heardBefore`). The daily limit of writes too.
 */
const proofOf = ({ tokenHash, userRowVersion }: SessionKey, isLimitedWrite: boolean) =>
  sql`exigir_sesion(exists (
    select from sesiones s join usuarios u on u.id = s.usuario_id
    where s.token_hash = ${tokenHash} and u.xmin = ${userRowVersion}::xid
      and ${isLive} and s.usada_en > now() - interval '1 hour' and not (${needsFactor} and not ${hasFactor})
      ${isLimitedWrite ? sql`and ${secondsToWait(raw('0'))} is null` : empty}))`

/** Returns the id of the session's user if the user is deactivated or deleted. */
const findInactiveUserId = async (db: Db, tokenHash: Buffer) =>
  (
    await one<{ id: number }>(
      db,
      prepared(sql`select u.id from sesiones s join usuarios u on u.id = s.usuario_id
        where s.token_hash = ${tokenHash} and (u.estado = 'inactivo' or u.eliminado_en is not null)`),
    )
  )?.id

const touch = (db: Db, tokenHash: Buffer, isApiToken: boolean) =>
  run(
    db,
    isApiToken
      ? sql`update tokens set usado_en = now()
          where token_hash = ${tokenHash} and coalesce(usado_en < now() - interval '1 minute', true)`
      : sql`update sesiones s set usada_en = now(), oida_antes = ${heardBefore}
          where token_hash = ${tokenHash} and usada_en < now() - interval '1 minute'`,
  )
