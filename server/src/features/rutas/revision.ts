import { catalogues } from '@flota/contract/catalogues.ts'
import type {
  AvisoDeViaje,
  Disponible,
  DisponiblesQuery,
  TripCheckRequest,
} from '@flota/contract/revision.ts'
import {
  type ReferenceColumn,
  referenceColumns,
  references,
  unknownReferences,
} from '../../domain/trips/references.ts'
import { type Hallazgo, toWarnings } from '../../domain/trips/warnings.ts'
import { catalogueNameSql, orderByName } from '../../platform/db/byName.ts'
import { type Db, join, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'

/** A field that is left out has the value of the trip being edited, as in a PUT. */
const durationOf = ({
  duracion_min,
  ruta_id,
}: Pick<TripCheckRequest, 'duracion_min'> & { ruta_id?: number | null | undefined }) =>
  duracion_min === undefined
    ? sql`(select duracion_min from rutas where id = ${ruta_id ?? null})`
    : sql`${duracion_min}::int`

type CheckRow = { hallazgos: Hallazgo[] } & Partial<Record<ReferenceColumn, boolean>>

/** What the check would say about a route if it were saved like this now. @throws {HttpError} 400 naming every record that is not there */
export async function checkTrip(db: Db, revision: TripCheckRequest): Promise<AvisoDeViaje[]> {
  const given = referenceColumns.filter((column) => revision[column] !== null)
  const isThere = (column: ReferenceColumn) =>
    sql`exists (select from ${raw(references[column].table)} r where r.id = ${revision[column]}
      and (r.eliminado_en is null or r.id = (select ${raw(column)} from antes))) as ${raw(column)}`
  const told = await one<CheckRow>(
    db,
    prepared(sql`with antes as (select * from rutas where id = ${revision.ruta_id} and eliminado_en is null)
      select hallazgos, ${join(given.map(isThere))}
      from revisar(${revision.camion_id}, ${revision.chofer_id}, ${revision.ayudante_id}, ${revision.fecha}, ${revision.hora},
        duracion_de(${durationOf(revision)}, ${revision.cliente_id}, ${revision.origen}, ${revision.destino},
          ${revision.servicio}, ${revision.fecha}), ${revision.mercaderia},
        coalesce((select estado from antes where estado = 'En curso'), 'Pendiente'), ${revision.ruta_id})`),
  )
  const missing = given.filter((column) => !told?.[column])
  if (missing.length > 0) throw unknownReferences(missing)
  return toWarnings(told?.hallazgos ?? [])
}

type NeededColumn = Exclude<ReferenceColumn, 'cliente_id'>
const neededColumns = ['camion_id', 'chofer_id', 'ayudante_id'] as const satisfies NeededColumn[]

/** The records of a catalogue by name: first those free at that time, then the busy ones with the trip that ends last. */
function freeRecordsQuery(column: NeededColumn) {
  const { table } = references[column]
  return sql`(
    select ${raw(`'${table}'`)} as de, c.id, ${raw(catalogueNameSql(catalogues[table]))} as nombre, o.hasta, o.no_ruta
    from ${raw(table)} c left join ocupados o on o.entidad = ${raw(`'${table}'`)} and o.entidad_id = c.id
    where c.eliminado_en is null
    order by o.id is not null, ${raw(orderByName(catalogues[table]).join(', '))})`
}

interface FreeRecord {
  de: string
  id: number
  nombre: string
  hasta: string | null
  no_ruta: string | null
}

const toDisponible = ({ id, nombre, hasta, no_ruta }: FreeRecord): Disponible =>
  hasta === null || no_ruta === null
    ? { id, nombre, libre: true }
    : { id, nombre, libre: false, hasta, no_ruta }

export async function findDisponibles(db: Db, query: DisponiblesQuery) {
  const rows = await many<FreeRecord>(
    db,
    prepared(sql`with ocupados as materialized (
        select o.* from horario(${query.fecha}, ${query.hora},
            duracion_de(${durationOf(query)}, null, null, null, null, ${query.fecha})) h,
          ocupados_entre(h.inicio, h.fin, ${query.ruta_id ?? null}, now()) o)
      ${join(neededColumns.map(freeRecordsQuery), ' union all ')}`),
  )
  const of = (table: string) => rows.filter(({ de }) => de === table).map(toDisponible)
  return { camiones: of('camiones'), choferes: of('choferes'), ayudantes: of('ayudantes') }
}
