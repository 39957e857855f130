import type { NewestQuery } from '@flota/contract/core/values.ts'
import { lineaClases, tiempoNombres } from '@flota/contract/records/estados.ts'
import { type Db, join, limitOffset, one, prepared, raw, sql } from '../../platform/db/sql.ts'

type LineaClase = (typeof lineaClases)[number]

/** Returns the key of an event; `parte` is 1 for the end of an incident. */
export const claveOf = (clase: LineaClase, id: number, parte: number) => `${clase} ${id} ${parte}`

/** Returns the ids of one kind among keys. */
export const idsIn = (claves: ReadonlySet<string>, clase: LineaClase): number[] =>
  [...claves].filter((clave) => clave.startsWith(`${clase} `)).map((clave) => Number(clave.split(' ')[1]))

const tiempoMoments = join(tiempoNombres.map((name, id) => sql`(${raw(String(id))}, ${raw(name)})`))

/** Returns the keys of a page of a trip's events, counted from the newest, and the number of all events. */
export async function findTimelinePage(db: Db, ruta: number, { pagina, porPagina }: NewestQuery) {
  const found = await one<{ claves: string[] | null; total: number }>(
    db,
    prepared(sql`with hitos (clase, id, parte, momento) as (
        select 'estado', id, 0, coalesce(hecho_en, fecha) from rutas_historial where ruta_id = ${ruta}
        union all select 'tiempo', cada.id, 0, cada.momento
          from tiempos, lateral (values ${tiempoMoments}) cada (id, momento)
          where ruta_id = ${ruta} and cada.momento is not null
        union all select 'incidente', id, parte, case parte when 0 then desde else hasta end
          from incidentes, generate_series(0, 1) parte
          where ruta_id = ${ruta} and eliminado_en is null and (parte = 0 or hasta is not null)
        union all select 'entrega', 0, 0, coalesce(hecho_en, actualizado_en) from entregas where ruta_id = ${ruta}
        union all select 'archivo', id, 0, least(tomado_en, creado_en) from archivos
          where entidad = 'rutas' and entidad_id = ${ruta} and terminado_en is not null and eliminado_en is null),
      pagina as (
        select clase, id, parte from hitos
        order by date_trunc('milliseconds', momento) desc, array_position(${[...lineaClases]}::text[], clase) desc,
          id desc, parte desc
        ${limitOffset(porPagina, (pagina - 1) * porPagina)})
      select (select array_agg(concat_ws(' ', clase, id, parte)) from pagina) as claves,
        (select count(*) from hitos) as total`),
  )
  return { claves: new Set(found?.claves ?? []), total: found?.total ?? 0 }
}
