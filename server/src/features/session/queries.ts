import { randomBytes } from 'node:crypto'
import type { SessionUser } from '@flota/contract/account/session.ts'
import type { Rol } from '@flota/contract/core/access.ts'
import { effectivePermisos, effectivePermisosDinero, rolById, rolId } from '@flota/contract/core/permisos.ts'
import type { Sql } from 'sql-template-tag'
import { type Author, type Db, empty, one, prepared, raw, run, sql } from '../../platform/db/sql.ts'
import { sessionExpired } from '../../platform/errors.ts'
import { hashToken, type Session } from '../../platform/http/authentication.ts'

export interface UserRow extends Omit<SessionUser, 'rol_nombre'> {
  permisos: number[]
  permisos_dinero: number[]
  fila: string
  sesion_id: number
  debe_factor: boolean
  oida_antes?: string | null
}

const rolOf = (row: Pick<UserRow, 'id' | 'rol_id'>): Rol => {
  const rol = rolById(row.rol_id)
  if (!rol) throw new Error(`User ${row.id} has the unknown role ${row.rol_id}`)
  return rol
}

export function toSession(
  { permisos, permisos_dinero, fila, sesion_id, debe_factor, oida_antes = null, ...row }: UserRow,
  tokenHash: Buffer,
  isApiToken = false,
): Session {
  const rol_nombre = rolOf(row)
  return {
    user: { ...row, rol_nombre },
    rol_nombre,
    permissions: effectivePermisos(rol_nombre, permisos),
    permissions_dinero: effectivePermisosDinero(rol_nombre, permisos_dinero),
    tokenHash,
    userRowVersion: fila,
    id: sesion_id,
    isApiToken,
    mustAddSegundoFactor: debe_factor,
    heardBefore: oida_antes,
  }
}

/** Idle timeout of 12 hours (7 days for pilots), absolute timeout of 30 days (docs/contract/sessions.md). */
export const isLive = sql`s.creada_en > now() - interval '30 days'
  and s.usada_en > now() - case u.rol_id when 2 then interval '7 days' else interval '12 hours' end`

/** The session's last request before its latest pause of an hour: a phone that reconnects sends several at once. */
export const heardBefore = sql`case when s.usada_en < now() - interval '1 hour' then s.usada_en else s.oida_antes end`

/** Whether the user `u` has a second factor. */
export const hasFactor = sql`exists (select from segundos_factores f where f.usuario_id = u.id and f.desde is not null)`

/** Whether the company requires a second factor of the user `u`. */
export const needsFactor = sql`case (select segundo_factor from ajustes)
  when 'nadie' then false when 'administradores' then u.rol_id = ${raw(String(rolId.administrador))}
  else u.rol_id <> ${raw(String(rolId.piloto))} end`

/** Key of the unique index of usernames. */
export const usernameKey = (username: string) => sql`sin_signos(clave(${username}))`

export interface Credentials {
  id: number
  username: string
  password_hash: string
  estado: SessionUser['estado']
  segundo_factor: boolean
}

/**
 * Returns the user of a username, and the key that all spellings of it share. Users that have had one key since before
 * 0045_parecidos.sql must type their own name, in any width and case.
 */
export async function findCredentials(db: Db, username: string) {
  const row = await one<{ clave: string; user: Credentials | null }>(
    db,
    prepared(sql`select ${usernameKey(username)} as clave, (
        select json_build_object('id', id, 'username', username, 'password_hash', password_hash, 'estado', estado,
          'segundo_factor', ${hasFactor})
        from (
          select *, clave(username) = clave(${username}) as exacto, count(*) over () as iguales from usuarios
          where sin_signos(clave(username)) = ${usernameKey(username)} and eliminado_en is null) u
        where exacto or iguales = 1 order by exacto desc limit 1) as user`),
  )
  return { clave: row?.clave ?? '', user: row?.user ?? undefined }
}

/** Returns the INSERT that logs a session event; `accion` is SQL over `from`. */
export const auditSql = ({ usuario_id, usuario, direccion, peticion }: Author, accion: Sql, from = empty) =>
  sql`insert into bitacora (usuario_id, usuario, direccion, peticion, tipo, accion)
    select ${usuario_id}::int, ${usuario}::text, ${direccion}::text, ${peticion}::text, 'sesiones', ${accion} ${from}`

/** Rejected logins of a clock hour that get a row of the log. A job adds one row with the number of the others. */
export const maxLoggedRejections = 1000

/** Returns a CTE that ends with a comma. The statement is the same for known and unknown users. */
export const auditRejection = (author: Author) =>
  sql`rechazo as (${auditSql(
    author,
    sql`'rechazado'`,
    sql`from contar_en_la_hora('rechazado') n where n <= ${maxLoggedRejections}`,
  )}),`

const auditLogin = (author: Author) =>
  sql`entrada as (${auditSql(author, sql`'entrar'`, sql`from usuario`)}),`

interface LoginContext {
  /** CTEs for the same statement, each ending with a comma. */
  also: Sql
  author: Author
  navegador: string
}

/**
 * Opens a session for verified credentials, and locks the user to check that they are still valid.
 * @param by if undefined, the login is not logged
 * @returns undefined if the credentials changed meanwhile
 */
export async function openSession(
  db: Db,
  { id, password_hash }: Omit<Credentials, 'username' | 'segundo_factor'>,
  by?: LoginContext,
) {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  const row = await one<UserRow>(
    db,
    prepared(sql`with ${by?.also ?? empty} usuario as (
        select id, username, rol_id, estado, piloto_id, permisos, permisos_dinero, xmin::text as fila,
          ${needsFactor} and not ${hasFactor} as debe_factor
        from usuarios u
        where id = ${id} and password_hash = ${password_hash} and estado = 'activo' and eliminado_en is null
        for share),
      ${by ? auditLogin(by.author) : empty}
      sesion as (
        insert into sesiones (token_hash, usuario_id, direccion, navegador)
        select ${tokenHash}, id, ${by?.author.direccion ?? null}, ${by?.navegador ?? 'Otro'} from usuario
        returning id as sesion_id),
      vencidas as (
        delete from sesiones where usuario_id = ${id} and usada_en < now() - interval '7 days')
      select * from usuario, sesion`),
  )
  return row && { token, session: toSession(row, tokenHash) }
}

/** Deletes the session and logs the logout, once for concurrent requests. */
export const closeSession = (db: Db, { tokenHash }: Session, author: Author) =>
  run(
    db,
    prepared(sql`with fin as (delete from sesiones where token_hash = ${tokenHash} returning 1)
      ${auditSql(author, sql`'salir'`, sql`from fin`)}`),
  )

/**
 * Stores the password hash and revokes the user's other sessions.
 * @throws {HttpError} 401 if the password was changed meanwhile, which ended this session
 */
export async function changePassword(db: Db, { id, password_hash }: Credentials, hash: string, own: Session) {
  const changed = await run(
    db,
    sql`update usuarios set password_hash = ${hash}, version = version + 1, actualizado_en = now()
      where id = ${id} and password_hash = ${password_hash}`,
  )
  if (changed === 0) throw sessionExpired()
  await run(db, sql`delete from sesiones where usuario_id = ${id} and token_hash <> ${own.tokenHash}`)
}
