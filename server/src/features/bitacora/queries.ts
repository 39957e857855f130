import { camposOfDato } from '@flota/contract/records/datos.ts'
import type { Anotacion, BitacoraFilters, BitacoraQuery } from '@flota/contract/reports/bitacora.ts'
import type { Sql } from 'sql-template-tag'
import { endOfDay, startOfDay } from '../../platform/db/dayBounds.ts'
import { allSearchedTables, withNames } from '../../platform/db/nameKeys.ts'
import { type CountedPage, findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { matches, type NamedQuery } from '../../platform/db/search.ts'
import { conditionIf, type Db, empty, join, raw, sql } from '../../platform/db/sql.ts'
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
