import { daysBetween } from '@flota/contract/core/dates.ts'
import { type AvisoClaseName, parseAvisoId } from '@flota/contract/system/avisoClases.ts'
import type { Aviso } from '@flota/contract/system/avisos.ts'
import { type CompanyTime, hiddenFromPlanner } from '../../domain/trips/unclosedTrips.ts'
import { type Db, join, many, one, prepared, raw, run, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { clases, type NoticeRow } from './clases.ts'
import { nextTripChange } from './nextTripChange.ts'

type NoticeWithoutHref = Omit<Aviso, 'href'>

function toNotice(
  clase: AvisoClaseName,
  { id, asunto, entidad, entidad_id, fecha, datos }: NoticeRow,
  hoy: string,
): NoticeWithoutHref {
  const dias = fecha === null ? null : daysBetween(hoy, fecha)
  const { gravedad, texto } = clases[clase]
  return {
    id,
    clase,
    gravedad: gravedad(dias, datos ?? {}),
    texto: texto(asunto, dias, datos ?? {}),
    entidad,
    entidad_id,
    fecha,
    dias,
  }
}

/** Returns the first notices of each class that are not postponed, by date; undated ones last. */
export async function findAvisos(
  db: Db,
  names: readonly AvisoClaseName[],
  when: CompanyTime,
): Promise<NoticeWithoutHref[]> {
  if (names.length === 0) return []
  const time = hiddenFromPlanner(when)
  const parts = names.map(
    (name) =>
      sql`select ${raw(`'${name}'`)} as clase, id, asunto, entidad, entidad_id, fecha,
        ${raw(clases[name].hasDatos ? 'datos' : 'null::jsonb as datos')}
        from (${clases[name].selectFirst(time)}) de_${raw(name)}`,
  )
  const rows = await many<NoticeRow & { clase: AvisoClaseName }>(
    db,
    prepared(sql`select * from (${join(parts, ' union all ')}) a order by fecha nulls last, id collate "C"`),
  )
  return rows.map((row) => toNotice(row.clase, row, when.hoy))
}

/**
 * Counts the notices of each class that are not postponed, up to avisoLimits.maxCounted. `until` is the first moment of the
 * day at which a count may change without a write.
 */
export async function countAvisos(db: Db, names: readonly AvisoClaseName[], when: CompanyTime) {
  const time = hiddenFromPlanner(when)
  const columns = names.map((name) => sql`(${clases[name].selectCount(time)})::int as ${raw(name)}`)
  const row = await one<Partial<Record<AvisoClaseName, number>> & { cambia_en: string | null }>(
    db,
    prepared(sql`select ${join([nextTripChange(time), ...columns])}`),
  )
  const { cambia_en = null, ...counts } = row ?? {}
  return {
    counts: { total: Object.values(counts).reduce((sum, n) => sum + n, 0), ...counts },
    until: cambia_en === null ? undefined : new Date(cambia_en),
  }
}

/** Hides the notice from all users until the day `hasta`, in a transaction. @throws {HttpError} 404 if it does not exist */
export async function postponeNotice(
  db: Db,
  id: string,
  { hasta, motivo }: { hasta: string; motivo: string },
  when: CompanyTime,
): Promise<void> {
  const { hoy } = when
  const parsed = parseAvisoId(id)
  const row =
    parsed &&
    (await one<NoticeRow>(
      db,
      sql`select * from (${clases[parsed.clase].selectNotices(when, parsed.ids)}) a where id = ${id}`,
    ))
  if (!parsed || !row) throw notFound('Aviso no encontrado')
  await run(db, sql`delete from avisos_pospuestos where hasta <= ${hoy}`)
  const before = await one<{ hasta: string }>(
    db,
    sql`select hasta from avisos_pospuestos
      where aviso = ${id} and fecha is not distinct from ${row.fecha}::date for update`,
  )
  const cambios = before?.hasta === hasta ? {} : { hasta: [before?.hasta ?? null, hasta] }
  await run(
    db,
    sql`with pospuesto as (
        insert into avisos_pospuestos (aviso, fecha, hasta, motivo)
        values (${id}, ${row.fecha}, ${hasta}, ${motivo})
        on conflict (aviso) do update
        set fecha = excluded.fecha, hasta = excluded.hasta, motivo = excluded.motivo)
      select bitacora_agregar('posponer', 'avisos', ${row.entidad_id}, ${toNotice(parsed.clase, row, hoy).texto},
        ${JSON.stringify(cambios)}::jsonb, ${motivo})`,
  )
}
