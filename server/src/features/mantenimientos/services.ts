import { maxAmount } from '@flota/contract/core/values.ts'
import { type LineaValues, lineasTooExpensive } from '@flota/contract/fleet/lineas.ts'
import type { ServicioValues } from '@flota/contract/fleet/planes.ts'
import { planErrors } from '@flota/contract/records/planes.ts'
import {
  findRecord,
  insert,
  lockRecord,
  RecordError,
  replaceRecord,
  type Version,
} from '../../platform/db/records.ts'
import { type Db, one, run, scalar, sql } from '../../platform/db/sql.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { type Mantenimiento, mantenimientoRecord } from './queries.ts'

const { tipo } = mantenimientoRecord

/**
 * Creates the maintenance of a plan, in a transaction.
 * @throws {HttpError} 404 if the plan does not exist, 409 if another maintenance of it is open
 */
export async function createServicio(
  tx: Db,
  plan_id: number,
  values: ServicioValues,
): Promise<Mantenimiento> {
  // Locks the truck before the plan, as its deletion does.
  await run(
    tx,
    sql`select from camiones where id = (select camion_id from planes where id = ${plan_id}) for share`,
  )
  const plan = await lockRecord<{ camion_id: number; nombre: string }>(tx, 'planes', plan_id)
  if (!plan) throw new RecordError('planes', false)
  const abierto = await scalar(tx, sql`select abierto_id from planes_leer where id = ${plan_id}`)
  if (abierto !== null) throw conflict(planErrors.hasOpen)
  const { camion_id, nombre } = plan
  const columns = mantenimientoRecord.columnsOf(
    { ...values, descripcion: values.descripcion ?? nombre, camion_id },
    false,
  )
  return findRecord(tx, tipo, await insert(tx, tipo, { ...columns, plan_id }))
}

interface LineasBody {
  lineas: readonly LineaValues[]
  version?: Version
}

/** Stores the lines and their sum as costo, in a transaction. Without lines the costo stays. */
export async function updateLineas(
  tx: Db,
  id: number,
  { lineas, version }: LineasBody,
): Promise<Mantenimiento> {
  const sum = await one<{ con_total: object[]; costo: number | null; cabe: boolean | null }>(
    tx,
    sql`select jsonb_agg(jsonb_build_object('descripcion', descripcion, 'cantidad', cantidad, 'precio', precio, 'total', total)
          order by n) as con_total,
        sum(total) as costo, sum(total) <= ${maxAmount}::numeric as cabe
      from (select l.*, round(cantidad * precio, 2) as total
        from rows from (jsonb_to_recordset(${JSON.stringify(lineas)}::jsonb)
          as (descripcion text, cantidad numeric, precio numeric)) with ordinality as l (descripcion, cantidad, precio, n)) t`,
  )
  if (sum?.cabe === false) throw invalid({ lineas: lineasTooExpensive })
  const columns = {
    lineas: JSON.stringify(sum?.con_total ?? []),
    ...(sum?.con_total && { costo: sum.costo }),
  }
  await replaceRecord(tx, tipo, id, columns, version)
  return findRecord(tx, tipo, id)
}
