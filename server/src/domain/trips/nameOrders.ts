import type { Sql } from 'sql-template-tag'
import { raw, sql } from '../../platform/db/sql.ts'

// Orders of routes by the name of their client or pilot. Routes have no name, so no index has this order.

export type NameOrder = 'cliente' | '-cliente' | 'piloto' | '-piloto'

const people = {
  cliente: { table: 'clientes', column: 'cliente_id' },
  piloto: { table: 'choferes', column: 'chofer_id' },
} as const

const newestFirst = 'fecha desc, hora desc, id desc'

function partsOf(orden: NameOrder) {
  const person = orden === 'cliente' || orden === '-cliente' ? ('cliente' as const) : ('piloto' as const)
  return { ...people[person], person, direction: orden.startsWith('-') ? ' desc' : '' }
}

const byName = (nombre: string, apellido: string, id: string, direction: string) =>
  `${nombre} collate es_nombre${direction}, ${apellido} collate es_nombre${direction}, ${id}${direction}`

export const isNameOrder = (orden: string): orden is NameOrder => /^-?(cliente|piloto)$/.test(orden)

/** Returns the order of rows with `cliente_id` or `chofer_id`, the newest route of a person first. */
export function nameOrder(orden: NameOrder): string {
  const { table, column, direction } = partsOf(orden)
  const nameColumn = (name: string) => `(select ${name} from ${table} p where p.id = ${column})`
  return `${byName(nameColumn('nombre'), nameColumn('apellido'), column, direction)}, ${newestFirst}`
}

/** Returns the same order over the names of `rutas_leer`. */
export function namedRowOrder(orden: NameOrder): string {
  const { person, column, direction } = partsOf(orden)
  return `${byName(`${person}_nombre`, `${person}_apellido`, column, direction)}, ${newestFirst}`
}

/**
 * Returns the ids of one page of matching routes. Reads the people by name and each one's routes by index, only as far
 * as the page: fast where most routes match. A lateral join is a nested loop, which keeps both orders; an outer
 * order would make PostgreSQL sort all routes.
 */
export function idsByPerson(orden: NameOrder, where: Sql, page: Sql): Sql {
  const { table, column, direction } = partsOf(orden)
  return sql`select r.id from (
      select id from ${raw(table)} order by ${raw(byName('nombre', 'apellido', 'id', direction))} offset 0) p
    cross join lateral (
      select id, fecha, hora from rutas where ${where} and ${raw(column)} = p.id order by ${raw(newestFirst)}) r
    ${page}`
}
