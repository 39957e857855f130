import type { Plan } from '@flota/contract/fleet/planes.ts'
import { planErrors } from '@flota/contract/records/planes.ts'
import type { Sql } from 'sql-template-tag'
import { isNotDeleted, RecordError } from '../platform/db/records.ts'
import { type Db, one, scalar, sql, violates } from '../platform/db/sql.ts'
import { conflict } from '../platform/errors.ts'

/** Selects plans with the fields that depend on today, also plans that are deleted or hidden. */
export const selectPlanes = (hoy: string): Sql =>
  sql`select p.*, p.proxima_fecha - ${hoy}::date as dias,
      estado_de_plan(p.activo, p.falta_km, p.aviso_km, p.proxima_fecha - ${hoy}::date, p.aviso_dias) as estado
    from planes_leer p`

/** @throws {RecordError} when it does not exist, or it or its truck is deleted */
export async function findPlan(db: Db, id: number, hoy: string): Promise<Plan> {
  const plan = await one<Plan>(db, sql`${selectPlanes(hoy)} where id = ${id} and ${isNotDeleted('planes')}`)
  if (!plan) throw new RecordError('planes', false)
  return plan
}

/**
 * Runs a write of a plan in a transaction.
 * @throws {HttpError} 409 if its truck has another plan of that name
 */
export async function writePlan<T>(tx: Db, id: number, work: () => Promise<T>): Promise<T> {
  const placa = await scalar<string>(
    tx,
    sql`select c.placa from planes p join camiones c on c.id = p.camion_id where p.id = ${id}`,
  )
  try {
    return await work()
  } catch (error) {
    if (placa !== undefined && violates(error, 'planes_nombre_unico')) throw conflict(planErrors.taken(placa))
    throw error
  }
}
