import type { Caller } from '@flota/contract/core/access.ts'
import { effectivePermisos, effectivePermisosDinero, rolById, rolId } from '@flota/contract/core/permisos.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, one, raw, run, sql } from '../../platform/db/sql.ts'

// Queued mails: one row per day, user and class (docs/contract/notices.md).

/** The time, and the date in the company's zone. */
export interface CompanyTime {
  ahora: Date
  hoy: string
}

/** Delays before the retries of a mail that was rejected temporarily. */
const retryDelaysMinutes = [5, 30, 120]

const receivesMail = sql`u.estado = 'activo' and u.eliminado_en is null and u.rol_id <> ${raw(String(rolId.piloto))}
  and c.correo is not null and c.avisos`

/** Concurrent processes and repeated calls insert each mail once. */
const insertPendingMail = (from: Sql, clase: string, { ahora, hoy }: CompanyTime, more: Sql) => sql`
  insert into envios (dia, usuario_id, clase, proximo, asunto, texto)
  select ${hoy}, u.id, ${clase}, ${ahora}, ${more}
  from ${from} usuarios u join correos c on c.usuario_id = u.id
  where ${receivesMail}
    and not exists (select from envios e where (e.dia, e.usuario_id, e.clase) = (${hoy}::date, u.id, ${clase}))`

/** Queues the weekly mail once a Monday. Users who subscribe later that day get the next one. */
export const queueWeeklyMail = (db: Db, when: CompanyTime) =>
  run(
    db,
    sql`with semana as (
        update correo_estado set semana = ${when.hoy} where semana is distinct from ${when.hoy} returning 1),
      viejos as (delete from envios where dia < ${when.hoy}::date - 60 and exists (select from semana))
      ${insertPendingMail(sql`semana,`, 'semana', when, sql`null, null`)}
      on conflict do nothing`,
  )

/** Mail to administradores, at most one a day and class. */
export interface Alarm {
  clase: string
  asunto: string
  texto: string
  /** Date since when the alarm applies. It is then sent once since that day. */
  desde?: string
}

export const queueAlarm = (db: Db, { clase, asunto, texto, desde }: Alarm, when: CompanyTime) =>
  run(
    db,
    sql`${insertPendingMail(sql``, clase, when, sql`${asunto}, ${texto}`)} and u.rol_id = ${rolId.administrador}
      and not exists (select from envios e
        where (e.usuario_id, e.clase) = (u.id, ${clase}) and e.dia >= ${desde ?? null}::date and e.estado in ('enviando', 'enviado'))
      on conflict do nothing`,
  )

interface EnvioRow {
  id: number
  dia: string
  clase: string
  asunto: string | null
  texto: string | null
  intentos: number
  correo: string
  /** Whether the user still receives mail. */
  recibe: boolean
  rol_id: number
  permisos: number[]
  permisos_dinero: number[]
}

export interface Envio extends Pick<EnvioRow, 'id' | 'dia' | 'clase' | 'asunto' | 'texto' | 'intentos'> {
  correo: string
  /** The user's permissions; undefined if the user no longer receives mail. */
  caller: Caller | undefined
}

/**
 * Locks the next due mail for the transaction. Skips first attempts of an earlier day and retries that are a day late.
 * @returns undefined if none is due
 */
export async function lockNextMail(tx: Db, { ahora, hoy }: CompanyTime): Promise<Envio | undefined> {
  const row = await one<EnvioRow>(
    tx,
    sql`select e.id, e.dia, e.clase, e.asunto, e.texto, e.intentos, c.correo, coalesce(${receivesMail}, false) as recibe,
        u.rol_id, u.permisos, u.permisos_dinero
      from envios e join usuarios u on u.id = e.usuario_id left join correos c on c.usuario_id = u.id
      where e.estado = 'pendiente' and e.proximo <= ${ahora}
        and (e.dia = ${hoy} or (e.intentos > 0 and e.proximo > ${ahora}::timestamptz - interval '1 day'))
      order by e.proximo, e.id limit 1 for update of e skip locked`,
  )
  if (!row) return undefined
  const { recibe, rol_id, permisos, permisos_dinero, ...envio } = row
  return { ...envio, caller: recibe ? callerOf({ rol_id, permisos, permisos_dinero }) : undefined }
}

function callerOf({
  rol_id,
  permisos,
  permisos_dinero,
}: Pick<EnvioRow, 'rol_id' | 'permisos' | 'permisos_dinero'>) {
  const rol_nombre = rolById(rol_id)
  return (
    rol_nombre && {
      rol_nombre,
      permissions: effectivePermisos(rol_nombre, permisos),
      permissions_dinero: effectivePermisosDinero(rol_nombre, permisos_dinero),
    }
  )
}

export const setEnvioEstado = (db: Db, id: number, estado: 'enviando' | 'enviado' | 'callado') =>
  run(
    db,
    sql`update envios set estado = ${estado}, intentos = intentos + ${estado === 'enviando' ? 1 : 0}
      where id = ${id}`,
  )

/** @returns true if there will be no retry */
export async function markMailFailed(
  db: Db,
  { id, intentos }: Pick<Envio, 'id' | 'intentos'>,
  { ahora, isFinal }: { ahora: Date; isFinal: boolean },
): Promise<boolean> {
  const minutes = isFinal ? undefined : retryDelaysMinutes[intentos]
  await run(
    db,
    minutes === undefined
      ? sql`update envios set estado = 'fallido' where id = ${id}`
      : sql`update envios set estado = 'pendiente',
          proximo = ${ahora}::timestamptz + make_interval(mins => ${minutes}) where id = ${id}`,
  )
  return minutes === undefined
}
