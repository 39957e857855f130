import { registros } from '@flota/contract/registros.ts'
import type { Scope } from '../../domain/trips/findRuta.ts'
import { type Db, empty, one, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/http/errors.ts'

/** Keeps a route out of the bin until what hangs on it is written. @throws {HttpError} 404 */
export async function lockRuta(tx: Db, id: number, { chofer_id }: Scope = {}): Promise<void> {
  const ruta = sql`select from rutas where id = ${id} and eliminado_en is null
    ${chofer_id === undefined ? empty : sql`and chofer_id = ${chofer_id}`} for share`
  if (!(await one(tx, ruta))) throw notFound(registros.rutas.notFound)
}
