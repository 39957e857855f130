import type { Hallado } from '@flota/contract/buscar.ts'
import type { AnyCatalogue } from '@flota/contract/definition.ts'
import { fecha, nombreCompleto } from '@flota/contract/format.ts'
import { matches } from '../db/search.ts'
import { type Db, many, raw, sql } from '../db/sql.ts'
import { findRutas } from '../viajes/findRutas.ts'

const most = 5

export async function buscarRutas(db: Db, buscar: string): Promise<Hallado[]> {
  const query = { buscar, campo: 'todos', orden: 'recientes', pagina: 1, porPagina: most } as const
  const { rows } = await findRutas(db, query)
  return rows.map((ruta) => ({
    id: ruta.id,
    texto: ruta.no_ruta,
    detalle: `${fecha(ruta.fecha)} · ${nombreCompleto(ruta.cliente_nombre, ruta.cliente_apellido)}`,
  }))
}

/** What a list shows first of a record, beside its name. */
const detailOf = ({ fields, columns, orderBy }: AnyCatalogue) =>
  columns.filter((column) => fields[column]?.kind === 'text' && !orderBy.includes(column)).slice(0, 2)

/** Table and column names come from the definitions, never from a request. */
export const buscarEn = (db: Db, catalogue: AnyCatalogue, buscar: string): Promise<Hallado[]> => {
  const { name, orderBy } = catalogue
  return many<Hallado>(
    db,
    sql`select id, concat_ws(' ', ${raw(orderBy.join(', '))}) as texto,
        concat_ws(' · ', ${raw(detailOf(catalogue).join(', '))}) as detalle
      from ${raw(name)} where eliminado_en is null${matches(raw('busqueda'), buscar)}
      order by ${raw(orderBy.map((field) => `${field} collate es_nombre`).join(', '))}, id limit ${most}`,
  )
}
