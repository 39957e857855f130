import type { TripName } from '@flota/contract/core/tripName.ts'
import { camposOfDato } from '@flota/contract/records/datos.ts'
import type { Anotacion, BitacoraFilters, BitacoraQuery } from '@flota/contract/reports/bitacora.ts'
import type { Sql } from 'sql-template-tag'
import { tripNameColumns } from '../../domain/trips/tripNames.ts'
import { endOfDay, startOfDay } from '../../platform/db/dayBounds.ts'
import { allSearchedTables, withNames } from '../../platform/db/nameKeys.ts'
import { type CountedPage, findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { matches, type NamedQuery } from '../../platform/db/search.ts'
import { conditionIf, type Db, empty, join, many, raw, sql } from '../../platform/db/sql.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

const order = 'momento desc, id desc'
const columns = raw(
  'id, momento, usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo',
)

/** Returns the WHERE condition of the filters; days begin and end in the company's zone. */
function bitacoraFilters(query: NamedQuery<BitacoraFilters>, zona: string): Sql {
  const all = {
    tipo: conditionIf('tipo =', query.tipo),
    registro_id: conditionIf('registro_id =', query.registro_id),
    usuario_id: conditionIf('usuario_id =', query.usuario_id),
    accion: conditionIf('accion =', query.accion),
    dato: query.dato ? changedSql(query.dato) : empty,
    desde: query.desde ? sql` and momento >= ${startOfDay(zona, query.desde)}` : empty,
    hasta: query.hasta ? sql` and momento < ${endOfDay(zona, query.hasta)}` : empty,
    buscar: matches(raw('busqueda'), query.buscar),
  } satisfies Record<keyof BitacoraFilters, Sql>
  return sql`true${join(Object.values(all), '')}`
}

/** Matches the expression of the index bitacora_por_dato. */
const changedSql = (dato: string) =>
  sql` and cambios <> '{}' and bitacora_datos(cambios) && ${camposOfDato(dato)}::text[]`

const withoutSearch = ({ buscar: _text, dato: _field, ...query }: NamedQuery<BitacoraQuery>) => query

/** Returns a page of the log, newest first. */
export async function findAnotaciones(
  db: Db,
  typed: BitacoraQuery,
  zona: string,
): Promise<CountedPage<Anotacion>> {
  const query = await withNames(db, allSearchedTables, typed)
  return findPageWithCount<Anotacion>(db, {
    table: 'bitacora',
    view: 'bitacora',
    columns,
    // PostgreSQL can't estimate how many rows have a field: it is looked up like a search.
    where: (buscar) => bitacoraFilters(buscar ? { ...query, buscar } : withoutSearch(query), zona),
    buscar: query.buscar ?? (query.dato ? { text: '', names: [] } : undefined),
    order,
    page: query,
  })
}

/** Kinds whose rows may name a trip by its number. */
const tripTipos: readonly Anotacion['tipo'][] = ['rutas', 'incidentes', 'movimientos', 'avisos']

/** Adds `viaje` to the rows about a trip. The row of a postponed notice has no class: its text must have the trip's number. */
export async function withTripNames(db: Db, rows: readonly Anotacion[]): Promise<Anotacion[]> {
  const about = rows.filter(({ tipo, registro_id }) => registro_id !== null && tripTipos.includes(tipo))
  const each = (name: 'id' | 'tipo' | 'registro_id' | 'nombre') => about.map((row) => row[name])
  const named = await many<TripName & { anotacion: number }>(
    db,
    sql`select anotacion, ${tripNameColumns}
      from unnest(${each('id')}::int[], ${each('tipo')}::text[], ${each('registro_id')}::int[], ${each('nombre')}::text[])
          filas (anotacion, tipo, registro_id, nombre)
        cross join lateral (select case filas.tipo
          when 'incidentes' then (select ruta_id from incidentes where id = registro_id)
          when 'movimientos' then (select ruta_id from movimientos where id = registro_id)
          else registro_id end as ruta_id) viaje
        join rutas r on r.id = viaje.ruta_id
        join clientes c on c.id = r.cliente_id
      where filas.tipo <> 'avisos' or strpos(filas.nombre, r.no_ruta) > 0`,
  )
  const byRow = new Map(named.map((viaje) => [viaje.anotacion, viaje]))
  return rows.map((row) => {
    const viaje = byRow.get(row.id)
    return viaje ? { ...row, viaje } : row
  })
}

export async function bitacoraExportQuery(
  db: Db,
  query: BitacoraFilters,
  zona: string,
): Promise<ExportQuery> {
  const where = bitacoraFilters(await withNames(db, allSearchedTables, query), zona)
  return {
    from: sql`from bitacora where ${where}`,
    rows: sql`select ${columns} from bitacora where ${where} order by ${raw(order)}`,
  }
}
