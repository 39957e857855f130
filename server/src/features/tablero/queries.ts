import { catalogues } from '@flota/contract/catalogues.ts'
import { occupiedCodigos } from '@flota/contract/codigos.ts'
import { isOpen } from '@flota/contract/estados.ts'
import type { Tablero, ViajeDelTablero } from '@flota/contract/tablero.ts'
import type { Sql } from 'sql-template-tag'
import { isOpenSql } from '../../domain/trips/references.ts'
import { type CompanyTime, hiddenFromPlanner, selectUnclosed } from '../../domain/trips/unclosedTrips.ts'
import { orderByName } from '../../platform/db/byName.ts'
import { type Db, join, many, prepared, raw, sql } from '../../platform/db/sql.ts'

type Viaje = ViajeDelTablero & { camion_id: number }

const columns = ['camion_id', 'chofer_id', 'ayudante_id'] as const

/** The codes of what a trip clashes in, but for those that nobody wants to hear. */
const conflictCodes = () => {
  const asked = occupiedCodigos.map(
    (codigo, i) => sql`case when modos ->> ${codigo} <> 'callar' then ${raw(`r.${columns[i]}`)} end`,
  )
  return sql`case when r.${isOpenSql} then array(
      select o.codigo from viajes_que_ocupan(${join(asked)}, r.inicio, r.acaba, r.id, r.ahora) o
      group by o.codigo order by array_position(${[...occupiedCodigos]}::text[], o.codigo))
    else '{}' end`
}

/** When a trip begins or ends; where that was never reckoned, as it would be today. */
const computedTime = (column: 'inicio' | 'fin') =>
  raw(`coalesce(r.${column}, (select h.${column} from horario(r.fecha, r.hora,
    duracion_de(r.duracion_min, r.cliente_id, r.origen, r.destino, r.servicio, r.fecha)) h))`)

/** Routes as the board shows them, by their beginning. @param rutas a select of routes */
const findViajes = (db: Db, rutas: Sql, ahora: Date | Sql): Promise<Viaje[]> =>
  many<Viaje>(
    db,
    prepared(sql`select r.id, r.no_ruta, ${computedTime('inicio')} as desde, ${computedTime('fin')} as hasta,
        trim(cl.nombre || ' ' || cl.apellido) as cliente, r.destino, r.camion_id, r.chofer_id,
        trim(ch.nombre || ' ' || ch.apellido) as piloto, r.ayudante_id, r.estado, r.version,
        ${conflictCodes()} as avisos
      from (select *, ocupa_hasta(estado, fin, ahora) as acaba
          from (${rutas}) todas, (select ${ahora}::timestamptz as ahora offset 0) reloj offset 0) r
        join clientes cl on cl.id = r.cliente_id join choferes ch on ch.id = r.chofer_id, ajustes
      order by desde, r.id`),
  )

/** The open trips that touch a day, and those of its date that are closed. */
const tripsOfDay = (fecha: Sql) => sql`
  with dia as materialized (
    select ${fecha}::timestamp at time zone zona as empieza,
      (${fecha} + 1)::timestamp at time zone zona as acaba
    from ajustes)
  select r.* from rutas r, dia
  where r.eliminado_en is null and r.${isOpenSql} and r.inicio < acaba and r.fin > empieza
    -- What the index finds: no trip takes more than 14 days.
    and r.fin < acaba + interval '14 days'
  union all
  select * from rutas where eliminado_en is null and not ${isOpenSql} and fecha = ${fecha}`

/** Trucks by plate: all that are there, and of the bin these. */
const findCamiones = (db: Db, ids: readonly number[]) =>
  many<Omit<Tablero['camiones'][number], 'rutas'>>(
    db,
    prepared(sql`select id, placa, case
        when exists (select from mantenimientos m
          where m.camion_id = c.id and m.eliminado_en is null and m.estado = 'En proceso') then 'en_taller'
        when exists (select from rutas r
          where r.camion_id = c.id and r.eliminado_en is null and r.estado = 'En curso') then 'en_viaje'
        else 'libre' end as estado
      from camiones c where eliminado_en is null or id = any(${ids}::int[])
      order by ${raw(orderByName(catalogues.camiones).join(', '))}`),
  )

/** Pilots by name. */
const findPilotos = (db: Db) =>
  many<Tablero['pilotos_libres'][number]>(
    db,
    prepared(sql`select id, nombre, apellido from choferes where eliminado_en is null
      order by ${raw(orderByName(catalogues.choferes).join(', '))}`),
  )

const maxUnclosedTrips = 100

/** The board of a day, as it is at a moment. */
export async function findTablero(db: Db, fecha: string, when: CompanyTime): Promise<Tablero> {
  const asked = hiddenFromPlanner(when)
  const [viajes, sin_cerrar, there, pilotos] = await Promise.all([
    findViajes(db, tripsOfDay(sql`(select ${fecha}::date)`), asked.ahora),
    findViajes(db, selectUnclosed(asked, sql`true`, maxUnclosedTrips), asked.ahora),
    findCamiones(db, []),
    findPilotos(db),
  ])
  const byCamion = Map.groupBy(viajes, ({ camion_id }) => camion_id)
  const busy = new Set(viajes.filter(isOpen).map(({ chofer_id }) => chofer_id))
  const isThere = new Set(there.map(({ id }) => id))
  const gone = [...byCamion.keys()].filter((id) => !isThere.has(id))
  const camiones = gone.length === 0 ? there : await findCamiones(db, gone)
  return {
    fecha,
    camiones: camiones.map((camion) => ({ ...camion, rutas: byCamion.get(camion.id) ?? [] })),
    pilotos_libres: pilotos.filter(({ id }) => !busy.has(id)),
    sin_cerrar,
  }
}
