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
import { type Hallazgo, toWarnings } from '../../domain/trips/warnings.ts'
import { matchesNamed } from '../../platform/db/nameKeys.ts'
import { catalogueNameSql, orderByName } from '../../platform/db/recordName.ts'
import { matches } from '../../platform/db/search.ts'
import { type Db, empty, join, limitOffset, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'

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

/** Selects a catalogue's records: free ones by name, then busy ones with the trip that ends last. */
function freeRecordsQuery(
  column: (typeof resourceColumns)[number],
  { buscar, porPagina = buscar ? defaultPageSize : undefined }: DisponiblesQuery,
) {
  const { table } = references[column]
  return sql`(
    select ${raw(`'${table}'`)} as de, c.id, ${raw(catalogueNameSql(catalogues[table]))} as nombre, o.hasta, o.no_ruta, o.detenido
    from ${raw(table)} c left join ocupados o on o.entidad = ${raw(`'${table}'`)} and o.entidad_id = c.id
    where c.eliminado_en is null ${matchesNamed(table, raw('c.busqueda'), buscar, raw('c.id'))}
    order by o.id is not null, ${raw(orderByName(catalogues[table]).join(', '))}
    ${porPagina === undefined ? empty : limitOffset(porPagina, 0)})`
}

interface FreeRecord {
  de: string
  id: number
  nombre: string
  hasta: string | null
  no_ruta: string | null
  detenido: boolean | null
}

const toDisponible = ({ id, nombre, hasta, no_ruta, detenido }: FreeRecord): Disponible =>
  hasta === null || no_ruta === null
    ? { id, nombre, libre: true }
    : { id, nombre, libre: false, hasta, no_ruta, ...(detenido && { detenido: true }) }

export async function findDisponibles(db: Db, query: DisponiblesQuery) {
  const records = join(
    resourceColumns.map((column) => freeRecordsQuery(column, query)),
    ' union all ',
  )
  const statement = sql`with ocupados as materialized (
      -- The first condition, which each stopped trip meets, mostly saves reading them.
      select o.*, o.hasta >= now() + interval '24 hours' and o.id in (select d.id from viajes_detenidos(now()) d)
        as detenido
      from horario(${query.fecha}, ${query.hora},
          duracion_de(${durationOf(query)}, null, null, null, null, ${query.fecha})) h,
        ocupados_entre(h.inicio, h.fin, ${query.ruta_id ?? null}, now()) o)
    ${records}`
  // With a search the statement's text depends on the number of words: too many texts to prepare.
  const rows = await many<FreeRecord>(db, query.buscar ? statement : prepared(statement))
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
