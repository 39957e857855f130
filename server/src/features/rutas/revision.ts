import { catalogues } from '@flota/contract/catalogues.ts'
import type { AvisoDeViaje, Disponible, DisponiblesQuery, Revision } from '@flota/contract/revision.ts'
import {
  type ReferenceColumn,
  referenceColumns,
  references,
  unknownReferences,
} from '../../domain/trips/references.ts'
import { avisosOf, type Hallazgo } from '../../domain/trips/warnings.ts'
import { byName, nameOf } from '../../platform/db/byName.ts'
import { type Db, join, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'

/** A field that is left out has the value of the trip being edited, as in a PUT. */
const durationOf = ({
  duracion_min,
  ruta_id,
}: Pick<Revision, 'duracion_min'> & { ruta_id?: number | null | undefined }) =>
  duracion_min === undefined
    ? sql`(select duracion_min from rutas where id = ${ruta_id ?? null})`
    : sql`${duracion_min}::int`

type Told = { hallazgos: Hallazgo[] } & Partial<Record<ReferenceColumn, boolean>>

/** What the check would say about a route if it were saved like this now. @throws {HttpError} 400 naming every record that is not there */
export async function checkTrip(db: Db, asked: Revision): Promise<AvisoDeViaje[]> {
  const given = referenceColumns.filter((column) => asked[column] !== null)
  const isThere = (column: ReferenceColumn) =>
    sql`exists (select from ${raw(references[column].table)} r where r.id = ${asked[column]}
      and (r.eliminado_en is null or r.id = (select ${raw(column)} from antes))) as ${raw(column)}`
  const told = await one<Told>(
    db,
    prepared(sql`with antes as (select * from rutas where id = ${asked.ruta_id} and eliminado_en is null)
      select hallazgos, ${join(given.map(isThere))}
      from revisar(${asked.camion_id}, ${asked.chofer_id}, ${asked.ayudante_id}, ${asked.fecha}, ${asked.hora},
        duracion_de(${durationOf(asked)}, ${asked.cliente_id}, ${asked.origen}, ${asked.destino},
          ${asked.servicio}, ${asked.fecha}), ${asked.mercaderia},
        coalesce((select estado from antes where estado = 'En curso'), 'Pendiente'), ${asked.ruta_id})`),
  )
  const missing = given.filter((column) => !told?.[column])
  if (missing.length > 0) throw unknownReferences(missing)
  return avisosOf(told?.hallazgos ?? [])
}

type Needed = Exclude<ReferenceColumn, 'cliente_id'>
const neededColumns = ['camion_id', 'chofer_id', 'ayudante_id'] as const satisfies Needed[]

/** The records of a catalogue by name: first those free at that time, then the busy ones with the trip that ends last. */
function freeOf(column: Needed) {
  const { table } = references[column]
  return sql`(
    select ${raw(`'${table}'`)} as de, c.id, ${raw(nameOf(catalogues[table]))} as nombre, o.hasta, o.no_ruta
    from ${raw(table)} c left join ocupados o on o.entidad = ${raw(`'${table}'`)} and o.entidad_id = c.id
    where c.eliminado_en is null
    order by o.id is not null, ${raw(byName(catalogues[table]).join(', '))})`
}

interface Free {
  de: string
  id: number
  nombre: string
  hasta: string | null
  no_ruta: string | null
}

const toldFree = ({ id, nombre, hasta, no_ruta }: Free): Disponible =>
  hasta === null || no_ruta === null
    ? { id, nombre, libre: true }
    : { id, nombre, libre: false, hasta, no_ruta }

export async function findDisponibles(db: Db, asked: DisponiblesQuery) {
  const rows = await many<Free>(
    db,
    prepared(sql`with ocupados as materialized (
        select o.* from horario(${asked.fecha}, ${asked.hora},
            duracion_de(${durationOf(asked)}, null, null, null, null, ${asked.fecha})) h,
          ocupados_entre(h.inicio, h.fin, ${asked.ruta_id ?? null}, now()) o)
      ${join(neededColumns.map(freeOf), ' union all ')}`),
  )
  const of = (table: string) => rows.filter(({ de }) => de === table).map(toldFree)
  return { camiones: of('camiones'), choferes: of('choferes'), ayudantes: of('ayudantes') }
}
