import { shortDisks } from '../../domain/shortDisks.ts'
import { sql } from '../../platform/db/sql.ts'
import { noticeId } from './noticeSql.ts'

/** Exists from a final failure until the next mail is sent. */
export const failedMail = sql`
  select ${noticeId('correo', [])} as id, ultimo_error as asunto, null::text as entidad, null::int as entidad_id,
    (fallando_desde at time zone (select zona from ajustes))::date as fecha
  from correo_estado where fallando_desde is not null`

export const shortDiskNotices = sql`
  select ${noticeId('disco', [sql`id`])} as id, carpeta as asunto, null::text as entidad, null::int as entidad_id,
    desde as fecha, jsonb_build_object('libres', libres, 'dias_libres', dias, 'unico', unico) as datos
  from (${shortDisks}) d`
