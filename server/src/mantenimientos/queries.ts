import type { mantenimiento, mantenimientos, mantenimientoValues } from '@flota/contract/mantenimientos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { z } from 'zod'
import { binned, type Columns, changed, findPage, insert, inVersion } from '../db/records.ts'
import { matches, searchText } from '../db/search.ts'
import { type Db, empty, one, raw, run, sql } from '../db/sql.ts'
import { invalid, notFound, staleVersion } from '../http/errors.ts'

type Mantenimiento = z.output<typeof mantenimiento>
type Values = z.output<typeof mantenimientoValues>
type ListQuery = z.output<typeof mantenimientos.list.query>
type Version = number | null | undefined

const maxRows = 1000

/** What is to be done, soonest first, then what was, newest first; each by id at last (contract.md section 5). */
const orders: Record<ListQuery['orden'], string> = {
  recientes: 'fecha_programada desc, id desc',
  pendientes: `case when estado in ('Programado', 'En proceso') then fecha_programada end,
    fecha_programada desc, id`,
}

/** At most 1,000 rows; `total` counts all that match. */
export function findMantenimientos(db: Db, { buscar, camion_id, estado, orden }: ListQuery) {
  const from = sql`from mantenimientos_leer where eliminado_en is null
    ${camion_id === undefined ? empty : sql`and camion_id = ${camion_id}`}
    ${estado === undefined ? empty : sql`and estado = ${estado}`}
    ${matches(raw('busqueda'), buscar)}`
  const page = { pagina: 1, porPagina: maxRows }
  return findPage<Mantenimiento>(db, from, orders[orden], page)
}

const unknown = () => notFound(sentences.unknownMantenimiento)

/** @throws {HttpError} 404 when it does not exist or is in the bin */
export async function findMantenimiento(db: Db, id: number): Promise<Mantenimiento> {
  const row = await one<Mantenimiento>(
    db,
    sql`select * from mantenimientos_leer where id = ${id} and eliminado_en is null`,
  )
  if (!row) throw unknown()
  return row
}

/** Holds the truck against deletion in this transaction. @throws {HttpError} 400 when it is gone or in the bin */
async function holdCamion(db: Db, id: number): Promise<void> {
  const statement = sql`select id from camiones where id = ${id} and eliminado_en is null for share`
  if (await one(db, statement)) return
  const sentence = sentences.unknownCamion
  throw invalid({ camion_id: sentence }, sentence)
}

export const mantenimientoSearch = ['descripcion', 'taller'] as const

/** The plate is searched too: the view brings it, as it may change. */
const columnsOf = (values: Values) =>
  ({
    camion_id: values.camion_id,
    tipo: values.tipo,
    descripcion: values.descripcion,
    fecha_programada: values.fecha_programada,
    fecha_realizada: values.fecha_realizada,
    kilometraje: values.kilometraje,
    costo: values.costo,
    taller: values.taller,
    estado: values.estado,
    busqueda: searchText(mantenimientoSearch.map((field) => values[field])),
  }) satisfies Columns<Values, 'busqueda'>

/** In a transaction. */
export async function insertMantenimiento(db: Db, values: Values): Promise<Mantenimiento> {
  await holdCamion(db, values.camion_id)
  return findMantenimiento(db, await insert(db, 'mantenimientos', columnsOf(values)))
}

/** In a transaction. A truck in the bin may stay, so that an old record can still be corrected. */
export async function updateMantenimiento(
  db: Db,
  id: number,
  values: Values,
  version: Version,
): Promise<Mantenimiento> {
  const before = await one<{ camion_id: number; version: number }>(
    db,
    sql`select camion_id, version from mantenimientos
      where id = ${id} and eliminado_en is null for no key update`,
  )
  // Before the 404 and the 409: refusals come in that order (contract.md section 2).
  if (before?.camion_id !== values.camion_id) await holdCamion(db, values.camion_id)
  if (!before) throw unknown()
  if (version && version !== before.version) throw staleVersion()
  await run(db, sql`update mantenimientos r set ${changed(columnsOf(values))} where id = ${id}`)
  return findMantenimiento(db, id)
}

/** Into the bin, in a transaction. @throws {HttpError} 404 when there is none, 409 when somebody wrote it meanwhile */
export async function removeMantenimiento(
  db: Db,
  id: number,
  version: Version,
  userId: number,
): Promise<void> {
  const removed = await run(
    db,
    sql`update mantenimientos r set ${changed(binned(userId))}
      where id = ${id} and eliminado_en is null ${inVersion(version)}`,
  )
  if (removed > 0) return
  await findMantenimiento(db, id)
  throw staleVersion()
}
