import type { SessionUser } from '@flota/contract/account/session.ts'
import type { MailSettings, MailSettingsChanges, MailState } from '@flota/contract/system/correo.ts'
import { type Db, one, run, sql } from '../../platform/db/sql.ts'

const defaultOwnMail: MailSettings = { correo: null, avisos: true }

export const findOwnMail = async (db: Db, usuarioId: number): Promise<MailSettings> =>
  (await one<MailSettings>(db, sql`select correo, avisos from correos where usuario_id = ${usuarioId}`)) ??
  defaultOwnMail

/** Sets and logs the sent fields, in a transaction. */
export async function changeOwnMail(
  tx: Db,
  { id, username }: Pick<SessionUser, 'id' | 'username'>,
  changes: MailSettingsChanges,
): Promise<MailSettings> {
  await run(tx, sql`insert into correos (usuario_id) values (${id}) on conflict do nothing`)
  const row = await one<MailSettings & { cambios: object }>(
    tx,
    sql`with antes as (select * from correos where usuario_id = ${id} for no key update),
      despues as (
        update correos c set
          correo = case when ${changes.correo !== undefined} then ${changes.correo ?? null} else antes.correo end,
          avisos = coalesce(${changes.avisos ?? null}, antes.avisos)
        from antes where c.usuario_id = antes.usuario_id returning c.*),
      cambio as (
        select diferencias(to_jsonb(antes), to_jsonb(despues)) as campos from antes, despues)
      select correo, avisos,
        case when campos <> '{}' then bitacora_agregar('editar', 'usuarios', ${id}, ${username}, campos, null) end
      from despues, cambio`,
  )
  if (!row) throw new Error(`Row of user ${id} in correos was not updated`)
  return { correo: row.correo, avisos: row.avisos }
}

export const findMailState = async (db: Db): Promise<Pick<MailState, 'ultimo_envio' | 'ultimo_error'>> =>
  (await one<Pick<MailState, 'ultimo_envio' | 'ultimo_error'>>(
    db,
    sql`select ultimo_envio, ultimo_error from correo_estado`,
  )) ?? { ultimo_envio: null, ultimo_error: null }

export const clearMailError = (db: Db) =>
  run(
    db,
    sql`update correo_estado set ultimo_error = null, fallando_desde = null
      where ultimo_error is not null or fallando_desde is not null`,
  )
