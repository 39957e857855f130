import { rolId } from '@flota/contract/core/permisos.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'sql-template-tag'
import { type CompanyClock, companyToday } from '../../platform/clock.ts'
import { type Database, type Db, one, prepared, raw, run, sql } from '../../platform/db/sql.ts'
import { dailyWriteLimitReached, sessionExpired } from '../../platform/errors.ts'
import { type FindSession, hashToken } from '../../platform/http/authentication.ts'
import { tokenRateLimit } from '../../platform/limits/tokenRateLimit.ts'
import { hasFactor, heardBefore, isLive, needsFactor, toSession, type UserRow } from './queries.ts'

/** Session tokens have 43 characters and no prefix. */
const looksLikeApiToken = (token: string) => /^flota_[\w-]{43}$/.test(token)

/**
 * Returns a lookup that reads session, user and permissions in one statement, without a cache. Changed rights therefore
 * apply at the next request on every process.
 */
export function createFindSession(db: Database, log: FastifyBaseLogger, clock: CompanyClock): FindSession {
  const count = tokenRateLimit()
  return async (token, tx = db, began) => {
    const tokenHash = hashToken(token)
    const isApiToken = looksLikeApiToken(token)
    const isWrite = began === 'limited write'
    const statement = isApiToken
      ? apiTokenStatement(tokenHash, companyToday(clock), isWrite)
      : sessionStatement(tokenHash, isWrite)
    const row = await one<UserRow & { usada_hace_rato: boolean; espera: number | null }>(tx, statement)
    if (!row) throw sessionExpired(isApiToken ? undefined : await findInactiveUserId(tx, tokenHash))
    const { usada_hace_rato, espera, ...user } = row
    if (isApiToken && began) count(row.sesion_id)
    if (espera !== null) throw dailyWriteLimitReached(espera)
    if (usada_hace_rato) {
      // Not awaited, so that reads work when the database rejects writes.
      touch(db, tokenHash, isApiToken).catch((err: unknown) =>
        log.warn({ err }, 'last use of the token not written'),
      )
    }
    return toSession(user, tokenHash, isApiToken)
  }
}

const userColumns = sql`u.id, u.username, u.rol_id, u.estado, u.piloto_id, u.permisos, u.permisos_dinero,
  u.xmin::text as fila`

/** Seconds until the caller may write again; null for reads. */
const waitToWrite = (isWrite: boolean, token: Sql) =>
  sql`case when ${isWrite} then espera_por_cambios(u.id, ${token}, u.rol_id = ${raw(String(rolId.piloto))}) end as espera`

const sessionStatement = (tokenHash: Buffer, isWrite: boolean) =>
  prepared(
    sql`select ${userColumns}, s.id as sesion_id, ${needsFactor} and not ${hasFactor} as debe_factor,
        s.usada_en < now() - interval '1 minute' as usada_hace_rato, ${heardBefore} as oida_antes,
        ${waitToWrite(isWrite, raw('0'))}
      from sesiones s join usuarios u on u.id = s.usuario_id
      where s.token_hash = ${tokenHash}
        and u.estado = 'activo' and u.eliminado_en is null
        and ${isLive}`,
  )

const apiTokenStatement = (tokenHash: Buffer, hoy: string, isWrite: boolean) =>
  prepared(
    sql`select ${userColumns}, t.id as sesion_id, false as debe_factor,
        coalesce(t.usado_en < now() - interval '1 minute', true) as usada_hace_rato, ${waitToWrite(isWrite, raw('t.id'))}
      from tokens t join usuarios u on u.id = t.usuario_id
      where t.token_hash = ${tokenHash} and t.vence >= ${hoy}
        and u.rol_id = ${rolId.usuario} and u.estado = 'activo' and u.eliminado_en is null`,
  )

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
