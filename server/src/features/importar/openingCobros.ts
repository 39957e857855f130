import type { Sql } from 'sql-template-tag'
import { type Db, many, run, sql } from '../../platform/db/sql.ts'

/** Selects `registro_id` and `version` of the payments that an import created beside its invoices. */
export const selectOpeningCobros = (importacion: number): Sql =>
  sql`select registro_id, version from importaciones_creados
    where importacion_id = ${importacion} and tipo = 'cobros'`

/** Selects `id` of the invoices whose opening payment changed. */
export const selectWithChangedCobro = (importacion: number): Sql =>
  sql`select a.factura_id as id from (${selectOpeningCobros(importacion)}) i
    join cobros c on c.id = i.registro_id join cobros_aplicaciones a on a.cobro_id = c.id
    where c.version <> i.version`

export async function findOpeningCobros(tx: Db, importacion: number): Promise<number[]> {
  const rows = await many<{ registro_id: number }>(
    tx,
    sql`${selectOpeningCobros(importacion)} order by registro_id`,
  )
  return rows.map(({ registro_id }) => registro_id)
}

/** Deletes payments permanently, with their allocations. */
export async function deleteCobros(tx: Db, ids: readonly number[]): Promise<void> {
  await run(tx, sql`delete from cobros_aplicaciones where cobro_id = any(${ids}::int[])`)
  await run(tx, sql`delete from cobros where id = any(${ids}::int[])`)
}
