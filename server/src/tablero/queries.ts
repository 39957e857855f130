import { catalogues } from '@flota/contract/catalogues.ts'
import type { Tablero, ViajeDelTablero } from '@flota/contract/tablero.ts'
import type { Sql } from 'sql-template-tag'
import { byName } from '../db/byName.ts'
import { type Db, join, many, raw, sql } from '../db/sql.ts'
import { isOpen, open } from '../viajes/references.ts'
import { unclosed, type When } from '../viajes/sinCerrar.ts'

type Viaje = ViajeDelTablero & { camion_id: number }

/** What a trip occupies, by the code that tells of a clash. */
const occupied = [
  ['CAMION_OCUPADO', 'camion_id'],
  ['PILOTO_OCUPADO', 'chofer_id'],
  ['AYUDANTE_OCUPADO', 'ayudante_id'],
] as const

/**
 * Whether another open trip of what `column` names overlaps r, which lasts until `acaba`; one under way lasts until now
 * at least. Asked of the indexes: no trip takes more than 14 days.
 */
const meets = (column: string, ahora: Date) => {
  const other = sql`select from rutas o
    where ${raw(`o.${column} = r.${column}`)} and o.id <> r.id and o.eliminado_en is null and o.inicio < r.acaba`
  return sql`(exists (${other} and o.${open} and o.fin > r.inicio and o.fin < r.acaba + interval '15 days')
    or r.inicio < ${ahora} and exists (${other} and o.estado = 'En curso'))`
}

/** The codes of what a trip clashes in, but for those that nobody wants to hear. */
const avisos = (ahora: Date) =>
  sql`case when r.${open} then array_remove(array[${join(
    occupied.map(
      ([codigo, column]) =>
        sql`case when modos ->> ${codigo} <> 'callar' and ${meets(column, ahora)} then ${codigo}::text end`,
    ),
  )}], null) else '{}' end`

/** Routes as the board shows them, by their beginning. @param rutas a select of routes */
const findViajes = (db: Db, rutas: Sql, ahora: Date): Promise<Viaje[]> =>
  many<Viaje>(
    db,
    sql`select r.id, r.no_ruta, r.inicio as desde, r.fin as hasta,
        trim(cl.nombre || ' ' || cl.apellido) as cliente, r.destino, r.camion_id, r.chofer_id,
        trim(ch.nombre || ' ' || ch.apellido) as piloto, r.ayudante_id, r.estado, r.version,
        ${avisos(ahora)} as avisos
      from (select *, case estado when 'En curso' then greatest(fin, ${ahora}) else fin end as acaba
          from (${rutas}) todas) r
        join clientes cl on cl.id = r.cliente_id join choferes ch on ch.id = r.chofer_id, ajustes
      order by r.inicio, r.id`,
  )

/** The open trips that touch a day, and those of its date that are closed. */
const ofDay = (fecha: string) => sql`
  with dia as materialized (
    select ${fecha}::date::timestamp at time zone zona as empieza,
      (${fecha}::date + 1)::timestamp at time zone zona as acaba
    from ajustes)
  select r.* from rutas r, dia
  where r.eliminado_en is null and r.${open} and r.inicio < acaba and r.fin > empieza
    -- What the index finds: no trip takes more than 14 days.
    and r.fin < acaba + interval '15 days'
  union all
  select * from rutas where eliminado_en is null and not ${open} and fecha = ${fecha}`

/** Trucks by plate: all that are there, and of the bin these. */
const findCamiones = (db: Db, ids: readonly number[]) =>
  many<Omit<Tablero['camiones'][number], 'rutas'>>(
    db,
    sql`select id, placa, case
        when exists (select from mantenimientos m
          where m.camion_id = c.id and m.eliminado_en is null and m.estado = 'En proceso') then 'en_taller'
        when exists (select from rutas r
          where r.camion_id = c.id and r.eliminado_en is null and r.estado = 'En curso') then 'en_viaje'
        else 'libre' end as estado
      from camiones c where eliminado_en is null or id = any(${ids}::int[])
      order by ${raw(byName(catalogues.camiones).join(', '))}`,
  )

/** Pilots by name, but for these. */
const findLibres = (db: Db, busy: readonly number[]) =>
  many<Tablero['pilotos_libres'][number]>(
    db,
    sql`select id, nombre, apellido from choferes where eliminado_en is null and id <> all(${busy}::int[])
      order by ${raw(byName(catalogues.choferes).join(', '))}`,
  )

const mostUnclosed = 100

/** The board of a day, as it is at a moment. */
export async function findTablero(db: Db, fecha: string, when: When): Promise<Tablero> {
  const viajes = await findViajes(db, ofDay(fecha), when.ahora)
  const byCamion = Map.groupBy(viajes, ({ camion_id }) => camion_id)
  const busy = viajes.filter(({ estado }) => isOpen(estado)).map(({ chofer_id }) => chofer_id)
  const [camiones, pilotos_libres, sin_cerrar] = await Promise.all([
    findCamiones(db, [...byCamion.keys()]),
    findLibres(db, busy),
    findViajes(db, unclosed(when, sql`true`, mostUnclosed), when.ahora),
  ])
  return {
    fecha,
    camiones: camiones.map((camion) => ({ ...camion, rutas: byCamion.get(camion.id) ?? [] })),
    pilotos_libres,
    sin_cerrar,
  }
}
