import type { Ajustes } from '@flota/contract/ajustes.ts'
import { registros } from '@flota/contract/registros.ts'
import { type RutaDelPiloto, rutaDelPiloto } from '@flota/contract/rutas.ts'
import type { Scope } from '../../domain/trips/findRuta.ts'
import { type Db, empty, many, raw, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/http/errors.ts'

/** What the settings know of the company. */
export type CompanyDetails = Pick<Ajustes, 'nit' | 'direccion' | 'telefono'>

/** Data of a trip's sheet: what a pilot may read of the trip, its price, the pilot's licence and the company. */
export interface Hoja extends RutaDelPiloto, CompanyDetails {
  /** A pilot's sheet is printed without it. */
  precio: number
  tipo_licencia: string
  /** Null where an import or an older version left it out. */
  vencimiento: string | null
}

const columns = raw([...Object.keys(rutaDelPiloto.shape), 'precio'].map((name) => `l.${name}`).join(', '))

/** In the order of the ids, each once. @throws {HttpError} 404 where one may not be read */
export async function findHojas(db: Db, ids: number[], { chofer_id }: Scope): Promise<Hoja[]> {
  const hojas = await many<Hoja>(
    db,
    sql`select ${columns}, c.tipo_licencia, c.vencimiento, a.nit, a.direccion, a.telefono
      from rutas_leer l join choferes c on c.id = l.chofer_id cross join ajustes a
      where l.id = any(${ids}) and l.eliminado_en is null
        ${chofer_id === undefined ? empty : sql`and l.chofer_id = ${chofer_id}`}
      order by array_position(${ids}::int[], l.id)`,
  )
  if (hojas.length < ids.length) throw notFound(registros.rutas.notFound)
  return hojas
}
