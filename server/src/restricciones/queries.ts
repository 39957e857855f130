import type { Restriccion, RestriccionValues } from '@flota/contract/restricciones.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { binned, type Columns, changed, insert, inVersion } from '../db/records.ts'
import { type Db, many, one, run, sql } from '../db/sql.ts'
import { notFound, staleVersion } from '../http/errors.ts'

type Version = number | null | undefined

export const findRestricciones = (db: Db): Promise<Restriccion[]> =>
  many<Restriccion>(
    db,
    sql`select * from restricciones_leer where eliminado_en is null order by nombre collate es_nombre, id`,
  )

/** @throws {HttpError} 404 when it does not exist or is in the bin */
export async function findRestriccion(db: Db, id: number): Promise<Restriccion> {
  const row = await one<Restriccion>(
    db,
    sql`select * from restricciones_leer where id = ${id} and eliminado_en is null`,
  )
  if (!row) throw notFound(sentences.unknownRestriccion)
  return row
}

const columnsOf = (values: RestriccionValues) =>
  ({
    nombre: values.nombre,
    desde: values.desde,
    hasta: values.hasta,
    dias_semana: values.dias_semana,
    hora_desde: values.hora_desde,
    hora_hasta: values.hora_hasta,
    palabras_exentas: values.palabras_exentas,
    nota: values.nota,
    activo: values.activo,
  }) satisfies Columns<RestriccionValues>

/** In a transaction. */
export const insertRestriccion = async (db: Db, values: RestriccionValues): Promise<Restriccion> =>
  findRestriccion(db, await insert(db, 'restricciones', columnsOf(values)))

/** In a transaction. @throws {HttpError} 404, 409 */
export async function updateRestriccion(db: Db, id: number, values: RestriccionValues, version: Version) {
  await write(db, id, columnsOf(values), version)
  return findRestriccion(db, id)
}

/** Into the bin, in a transaction. @throws {HttpError} 404, 409 */
export const removeRestriccion = (db: Db, id: number, version: Version, userId: number) =>
  write(db, id, binned(userId), version)

async function write(db: Db, id: number, columns: Parameters<typeof changed>[0], version: Version) {
  const n = await run(
    db,
    sql`update restricciones r set ${changed(columns)}
      where id = ${id} and eliminado_en is null ${inVersion(version)}`,
  )
  if (n > 0) return
  // Nothing was written: either it is not there, or somebody else wrote it meanwhile.
  await findRestriccion(db, id)
  throw staleVersion()
}
