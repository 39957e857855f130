import type { TripName } from '@flota/contract/core/tripName.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import type { Sugerencia, SugerenciasQuery } from '@flota/contract/trips/repetir.ts'
import type {
  AvisoDeViaje,
  Disponible,
  DisponiblesQuery,
  TripCheckRequest,
} from '@flota/contract/trips/revision.ts'
import {
  type ReferenceColumn,
  referenceColumns,
  references,
  unknownReferences,
} from '../../domain/trips/references.ts'
import { hasSameHours, storedMinutes } from '../../domain/trips/tripHours.ts'
import { addTripNames, rutaIdOf } from '../../domain/trips/tripNames.ts'
import { type Hallazgo, toWarnings } from '../../domain/trips/warnings.ts'
import { matchesNamed } from '../../platform/db/nameKeys.ts'
import { catalogueNameSql, orderByName } from '../../platform/db/recordName.ts'
import { matches } from '../../platform/db/search.ts'
import { type Db, empty, join, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'

/** Without `duracion_min`, the edited trip keeps its own value, as in a PUT. */
const durationOf = ({
  duracion_min,
  ruta_id,
}: Pick<TripCheckRequest, 'duracion_min'> & { ruta_id?: number | null | undefined }) =>
  duracion_min === undefined
    ? sql`(select duracion_min from rutas where id = ${ruta_id ?? null})`
    : sql`${duracion_min}::int`

type CheckRow = { hallazgos: Hallazgo[] } & Partial<Record<ReferenceColumn, boolean>>

/** Returns the warnings of a route that is not saved yet. @throws {HttpError} 400 naming every missing record */
export async function checkTrip(db: Db, revision: TripCheckRequest): Promise<AvisoDeViaje[]> {
  const used = referenceColumns.filter((column) => revision[column] !== null)
  const existsSql = (column: ReferenceColumn) =>
    sql`exists (select from ${raw(references[column].table)} r where r.id = ${revision[column]}
      and (r.eliminado_en is null or r.id = (select ${raw(column)} from antes))) as ${raw(column)}`
  const row = await one<CheckRow>(
    db,
    prepared(sql`with antes as (select * from rutas where id = ${revision.ruta_id} and eliminado_en is null)
      select hallazgos, ${join(used.map(existsSql))}
      from revisar(${revision.camion_id}, ${revision.chofer_id}, ${revision.ayudante_id}, ${revision.fecha}, ${revision.hora},
        coalesce((select ${storedMinutes} from antes
            where estado <> 'Entregado' and ${hasSameHours(revision, durationOf(revision))}),
          duracion_de(${durationOf(revision)}, ${revision.cliente_id}, ${revision.origen}, ${revision.destino},
            ${revision.servicio}, ${revision.fecha})), ${revision.mercaderia},
        coalesce((select estado from antes where estado = 'En curso'
            or exists (select from viajes_detenidos(now()) d where d.id = antes.id)), 'Pendiente'),
        ${revision.ruta_id})`),
  )
  const missing = used.filter((column) => !row?.[column])
  if (missing.length > 0) throw unknownReferences(missing)
  return toWarnings(row?.hallazgos ?? [])
}

const resourceColumns = ['camion_id', 'chofer_id', 'ayudante_id'] as const

/** Records of each list with `buscar` and without `porPagina`. */
const defaultPageSize = 20

/**
 * Returns `ctes` with the first free records of a catalogue, then the first busy ones, both by name, and `rows`, which selects
 * these, each busy one with the trip that ends last. Overdue trips cost an index scan each, so only records that no other
 * trip occupies, and the busy ones of the page, are asked for them.
 */
function freeRecordsQuery(
  column: (typeof resourceColumns)[number],
  { buscar, ruta_id, porPagina = buscar ? defaultPageSize : undefined }: DisponiblesQuery,
) {
  const { table } = references[column]
  const [entity, libres, ocupados] = [raw(`'${table}'`), raw(`libres_${table}`), raw(`ocupados_${table}`)]
  const order = raw(orderByName(catalogues[table]).join(', '))
  const named = sql`select c.id, ${raw(catalogueNameSql(catalogues[table]))} as nombre, row_number() over (order by ${order}) as lugar
    from ${raw(table)} c, horas h where c.eliminado_en is null ${matchesNamed(table, raw('c.busqueda'), buscar, raw('c.id'))}`
  const overdue = sql`viaje_atrasado(${entity}, c.id, h.inicio, ${ruta_id ?? null}, now())`
  const limit = sql`${porPagina ?? null}::int`
  return {
    ctes: sql`${libres} as materialized (
        ${named} and c.id not in (select ${raw(column)} from viajes where ${raw(column)} is not null)
          and not exists (select from ${overdue})
        order by ${order} limit ${limit}),
      ${ocupados} as materialized (
        ${named} and c.id not in (select id from ${libres})
        order by ${order} limit ${limit} - (select count(*) from ${libres}))`,
    rows: sql`(
      select ${entity} as de, id, nombre, null::timestamptz as hasta, null as no_ruta, null::int as ruta_id
      from ${libres} order by lugar)
      union all (
      select distinct on (lugar) ${entity}, id, nombre, hasta, no_ruta, ruta_id
      from (
        select c.*, v.hasta, v.no_ruta, v.id as ruta_id from ${ocupados} c join viajes v on v.${raw(column)} = c.id
        union all
        select c.*, now(), a.no_ruta, a.id from ${ocupados} c, horas h, ${overdue} a) todos
      order by lugar, hasta desc, ruta_id desc)`,
  }
}

interface FreeRecord {
  de: string
  id: number
  nombre: string
  hasta: string | null
  no_ruta: string | null
  detenido: boolean | null
  /** The trip of `no_ruta`. */
  ruta_id: number | null
  viaje?: TripName
}

const toDisponible = ({ id, nombre, hasta, no_ruta, detenido, viaje }: FreeRecord): Disponible =>
  hasta === null || no_ruta === null
    ? { id, nombre, libre: true }
    : {
        id,
        nombre,
        libre: false,
        hasta,
        no_ruta,
        ...(detenido && { detenido: true }),
        ...(viaje && { viaje }),
      }

export async function findDisponibles(db: Db, query: DisponiblesQuery) {
  const records = resourceColumns.map((column) => freeRecordsQuery(column, query))
  const statement = sql`with horas as materialized (
      select inicio, fin from horario(${query.fecha}, ${query.hora},
        duracion_de(${durationOf(query)}, null, null, null, null, ${query.fecha}))),
    viajes as materialized (
      select v.* from horas h, viajes_entre(h.inicio, h.fin, ${query.ruta_id ?? null}, now()) v),
    ${join(records.map(({ ctes }) => ctes))}
    select de, id, nombre, hasta, no_ruta, ruta_id,
      -- A stopped trip lasts at least 24 hours from now: only for such rows are the stopped trips read.
      case when hasta >= now() + interval '24 hours' then ruta_id in (select d.id from viajes_detenidos(now()) d) end
        as detenido
    from (${join(
      records.map(({ rows }) => rows),
      ' union all ',
    )}) filas`
  // With a search the statement's text depends on the number of words: too many texts to prepare.
  const found = await many<FreeRecord>(db, query.buscar ? statement : prepared(statement))
  const rows = await addTripNames(db, query, found, rutaIdOf)
  const ofTable = (table: string) => rows.filter(({ de }) => de === table).map(toDisponible)
  return { camiones: ofTable('camiones'), choferes: ofTable('choferes'), ayudantes: ofTable('ayudantes') }
}

/** Number of newest trips that suggestions come from. */
const maxScannedTrips = { ofCliente: 200, ofAll: 1000 }

/** Returns a field's most frequent texts. Texts that differ in case or accents count as one, spelled as in the newest trip. */
export function findSugerencias(db: Db, { campo, cliente_id, buscar }: SugerenciasQuery) {
  const [limit, ofCliente] =
    cliente_id === undefined
      ? [maxScannedTrips.ofAll, empty]
      : [maxScannedTrips.ofCliente, sql`and cliente_id = ${cliente_id}`]
  return many<Sugerencia>(
    db,
    sql`with ultimas as (
        select ${raw(campo)} as texto, row_number() over (order by fecha desc, hora desc, id desc) as lugar
        from rutas where eliminado_en is null ${ofCliente}
        order by fecha desc, hora desc, id desc limit ${raw(String(limit))}),
      -- Normalises each repeated text once.
      textos as materialized (
        select texto, normaliza(texto) as normal, count(*) as veces, min(lugar) as lugar
        from ultimas group by texto),
      valores as (
        select (array_agg(texto order by lugar))[1] as valor, sum(veces)::int as veces
        from textos where true ${matches(raw('normal'), buscar)} group by normal)
      select valor, veces from valores order by veces desc, valor collate es_nombre, valor limit 10`,
  )
}
