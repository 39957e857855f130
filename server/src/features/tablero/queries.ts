import { weekOf } from '@flota/contract/core/calendar.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { occupiedCodigos } from '@flota/contract/records/codigos.ts'
import { isOpen, type RutaEstado } from '@flota/contract/records/estados.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type {
  EstadoDeRuta,
  SemanaDelTablero,
  Tablero,
  ViajeDeLaSemana,
  ViajeDelTablero,
} from '@flota/contract/trips/tablero.ts'
import type { Sql } from 'sql-template-tag'
import { changeStatus, type Outcome, type VersionedRuta } from '../../domain/trips/changeStatus.ts'
import { findPilotos, isOpenSql } from '../../domain/trips/references.ts'
import { type CompanyTime, hiddenFromPlanner, selectUnclosed } from '../../domain/trips/unclosedTrips.ts'
import { orderByName } from '../../platform/db/recordName.ts'
import { type Db, join, many, prepared, raw, sql } from '../../platform/db/sql.ts'

type Viaje = ViajeDelTablero & { camion_id: number }
type ViajeRow = Omit<Viaje, 'incidente'> & { incidente: Viaje['incidente'] | null }

const columns = ['camion_id', 'chofer_id', 'ayudante_id'] as const

/** Returns the codes of a trip's conflicts, except those that the settings silence. */
const conflictCodes = () => {
  const checked = occupiedCodigos.map(
    (codigo, i) => sql`case when modos ->> ${codigo} <> 'callar' then ${raw(`r.${columns[i]}`)} end`,
  )
  return sql`case when r.puede_chocar and (r.${isOpenSql} or r.detenida_desde is not null) then array(
      select o.codigo from viajes_que_ocupan(${join(checked)}, r.inicio, r.acaba, r.id, r.ahora) o
      group by o.codigo order by array_position(${[...occupiedCodigos]}::text[], o.codigo))
    else '{}' end`
}

/** Returns begin or end of a trip; computes it from today's settings if it was never stored. */
const computedTime = (column: 'inicio' | 'fin') =>
  raw(`coalesce(r.${column}, (select h.${column} from horario(r.fecha, r.hora,
    duracion_de(r.duracion_min, r.cliente_id, r.origen, r.destino, r.servicio, r.fecha)) h))`)

const clockCte = (ahora: Date | Sql) => sql`reloj as materialized (select ${ahora}::timestamptz as ahora)`

const stoppedColumns = sql`null::text as causa, null::timestamptz as detenida_desde`

/**
 * Tells which of the selected trips may have a conflict, without looking at others: asking `viajes_que_ocupan` for each of
 * 6,300 trips took twice as long. It includes all trips that may meet an overdue or stopped trip, or one after these days.
 */
const mayConflict = (untilDay: Sql) => {
  const overlaps = columns.map((column) => {
    const others = raw(`over (partition by ${column} order by inicio, id`)
    return sql`${raw(column)} is not null and (lead(inicio) ${others}) < acaba
      or max(acaba) ${others} rows between unbounded preceding and 1 preceding) > inicio)`
  })
  return sql`coalesce(inicio < ahora + interval '24 hours'
    or acaba > (select ${untilDay}::timestamp at time zone zona from ajustes)
    or ${join(overlaps, ' or ')}, true)`
}

/**
 * Returns routes with their conflicts, by begin. @param rutas a select of routes with `stoppedColumns`, which may read `reloj`
 * @param checked which of them to check, by default all
 */
async function findViajes(db: Db, rutas: Sql, ahora: Date | Sql, checked = sql`true`): Promise<Viaje[]> {
  const rows = await many<ViajeRow>(
    db,
    prepared(sql`with ${clockCte(ahora)}
      select r.id, r.no_ruta, ${computedTime('inicio')} as desde, ${computedTime('fin')} as hasta,
        trim(concat_ws(' ', cl.nombre, cl.apellido)) as cliente, r.destino, r.camion_id, r.chofer_id,
        trim(ch.nombre || ' ' || ch.apellido) as piloto, r.ayudante_id, r.estado, r.version,
        ${conflictCodes()} as avisos,
        case when causa is not null then jsonb_build_object('causa', causa, 'desde', formato_iso(detenida_desde)) end
          as incidente
      from (select *, ${checked} as puede_chocar from
          (select *, ocupa_hasta(estado, fin, ahora) as acaba from reloj, (${rutas}) todas offset 0) todas offset 0) r
        join clientes cl on cl.id = r.cliente_id join choferes ch on ch.id = r.chofer_id, ajustes
      order by desde, r.id`),
  )
  return rows.map(({ incidente, ...viaje }) => (incidente ? { ...viaje, incidente } : viaje))
}

const dayCte = (fecha: Sql, days = 1) => sql`dia as materialized (
    select ${fecha}::timestamp at time zone zona as empieza,
      (${fecha} + ${raw(String(days))})::timestamp at time zone zona as acaba
    from ajustes)`

/** Selects the open trips that overlap the days, stopped ones up to now, and the closed trips of their dates. */
const tripsOfDays = (fecha: Sql, days = 1) => sql`
  with ${dayCte(fecha, days)},
    detenidos as materialized (select d.* from reloj, viajes_detenidos(ahora) d)
  select r.*, ${stoppedColumns} from rutas r, dia
  where r.eliminado_en is null and r.${isOpenSql} and r.inicio < acaba and r.fin > empieza
    -- Bounds the index scan: no trip takes more than 14 days.
    and r.fin < acaba + interval '14 days'
  union all
  select r.*, d.causa, d.detenida_desde from rutas r join detenidos d on d.id = r.id, dia, reloj
  where d.inicio < acaba and greatest(d.fin, ahora) > empieza
  union all
  select *, ${stoppedColumns} from rutas where eliminado_en is null and not ${isOpenSql}
    and fecha between ${fecha} and ${fecha} + ${raw(String(days - 1))}
    and id not in (select id from detenidos)`

/** Returns the pilots by name whom no stopped trip occupies that day. */
async function findMovingPilotos(db: Db, fecha: Sql, ahora: Date | Sql) {
  const [pilotos, stopped] = await Promise.all([
    findPilotos(db),
    many<{ chofer_id: number }>(
      db,
      prepared(sql`with ${clockCte(ahora)}, ${dayCte(fecha)}
        select d.chofer_id from reloj, dia, viajes_detenidos(ahora) d where d.inicio < acaba and d.hasta > empieza`),
    ),
  ])
  const ids = new Set(stopped.map(({ chofer_id }) => chofer_id))
  return pilotos.filter(({ id }) => !ids.has(id))
}

type CamionRow = Omit<Tablero['camiones'][number], 'rutas' | 'numero_unidad'> & {
  numero_unidad: string | null
}

type Camion = Omit<Tablero['camiones'][number], 'rutas'>

/** Returns the trucks by plate; trucks in the bin only if `ids` has them. */
async function findCamiones(db: Db, ids: readonly number[], ahora: Date | Sql): Promise<Camion[]> {
  const rows = await many<CamionRow>(
    db,
    prepared(sql`with ${clockCte(ahora)}
      select id, placa, numero_unidad, case
        when exists (select from mantenimientos m
          where m.camion_id = c.id and m.eliminado_en is null and m.estado = 'En proceso') then 'en_taller'
        when id in (select d.camion_id from reloj, viajes_detenidos(ahora) d) then 'detenido'
        when exists (select from rutas r
          where r.camion_id = c.id and r.eliminado_en is null and r.estado = 'En curso') then 'en_viaje'
        else 'libre' end as estado
      from camiones c where eliminado_en is null or id = any(${ids}::int[])
      order by ${raw(orderByName(catalogues.camiones).join(', '))}`),
  )
  return rows.map(({ numero_unidad, ...camion }) => (numero_unidad ? { ...camion, numero_unidad } : camion))
}

const maxUnclosedTrips = 100

/** Returns the board of a day at a moment. */
export async function findTablero(db: Db, fecha: string, when: CompanyTime): Promise<Tablero> {
  const whenSql = hiddenFromPlanner(when)
  const { ahora } = whenSql
  const day = sql`(select ${fecha}::date)`
  const [viajes, sin_cerrar, activeCamiones, pilotos] = await Promise.all([
    findViajes(db, tripsOfDays(day), ahora),
    findViajes(
      db,
      sql`select *, ${stoppedColumns} from (${selectUnclosed(whenSql, sql`true`, maxUnclosedTrips)}) o`,
      ahora,
    ),
    findCamiones(db, [], ahora),
    findMovingPilotos(db, day, ahora),
  ])
  const busy = new Set(viajes.filter(isOpen).map(({ chofer_id }) => chofer_id))
  return {
    fecha,
    camiones: await withTrips(db, activeCamiones, viajes, ahora),
    pilotos_libres: pilotos.filter(({ id }) => !busy.has(id)),
    sin_cerrar,
  }
}

/** Returns the trucks with their trips, including trucks in the bin that have some. */
async function withTrips(db: Db, active: readonly Camion[], viajes: readonly Viaje[], ahora: Date | Sql) {
  const byCamion = Map.groupBy(viajes, ({ camion_id }) => camion_id)
  const activeIds = new Set(active.map(({ id }) => id))
  const deletedIds = [...byCamion.keys()].filter((id) => !activeIds.has(id))
  const camiones = deletedIds.length === 0 ? active : await findCamiones(db, deletedIds, ahora)
  return camiones.map((camion) => ({ ...camion, rutas: byCamion.get(camion.id) ?? [] }))
}

const weekDays = 7

/** Returns the board of the week that contains a day. */
export async function findSemana(db: Db, fecha: string, when: CompanyTime): Promise<SemanaDelTablero> {
  const { ahora } = hiddenFromPlanner(when)
  const { desde } = weekOf(fecha)
  const monday = sql`(select ${desde}::date)`
  const [viajes, active] = await Promise.all([
    findViajes(
      db,
      tripsOfDays(monday, weekDays),
      ahora,
      mayConflict(sql`(${monday} + ${raw(String(weekDays))})`),
    ),
    findCamiones(db, [], ahora),
  ])
  const camiones = await withTrips(db, active, viajes, ahora)
  return {
    desde,
    camiones: camiones.map(({ estado: _estado, rutas, ...camion }) => ({
      ...camion,
      rutas: rutas.map(toWeekTrip),
    })),
  }
}

const toWeekTrip = (viaje: Viaje): ViajeDeLaSemana => ({
  id: viaje.id,
  no_ruta: viaje.no_ruta,
  desde: viaje.desde,
  hasta: viaje.hasta,
  destino: viaje.destino,
  estado: viaje.estado,
  piloto: viaje.piloto,
  version: viaje.version,
  ...(viaje.avisos.length > 0 && { avisos: viaje.avisos }),
  ...(viaje.incidente && { incidente: viaje.incidente }),
})

interface EstadosChange {
  rutas: readonly VersionedRuta[]
  estado: RutaEstado
}

const mensajes: Record<Exclude<Outcome, 'done'>, string> = {
  unknown: registros.rutas.notFound,
  stale: sentences.staleVersion,
  refused:
    'No se puede reabrir: el cliente, el camión, el piloto o el ayudante de esta ruta está en la papelera.',
}

/** Changes each route independently. @returns the outcomes in the order of the request */
export async function changeEstados(tx: Db, { rutas, estado }: EstadosChange, userId: number) {
  const outcomes = await changeStatus(tx, { rutas, userId }, { nuevoEstado: estado, comentario: null })
  return rutas.map(({ id }): EstadoDeRuta => {
    const outcome = outcomes.get(id) ?? 'unknown'
    return outcome === 'done' ? { id, ok: true } : { id, ok: false, mensaje: mensajes[outcome] }
  })
}
