import { type Db, scalar, sql } from '../../platform/db/sql.ts'

const maxNumber = 999_999_999

const formatNumber = (numero: number) => `RUTA-${String(numero).padStart(3, '0')}`

/**
 * Returns consecutive numbers after the highest ever used, including the bin. Once the maximum is used, returns the lowest
 * free ones.
 * @param above highest number that the caller is writing at the same time
 */
export async function suggestNumbers(db: Db, count: number, above = 0): Promise<string[]> {
  const highest = await scalar<number | null>(db, sql`select max(correlativo) from rutas`)
  const next = Math.max(highest ?? 0, above) + 1
  const first = next + count - 1 <= maxNumber ? next : await lowestGap(db, count)
  return Array.from({ length: count }, (_each, i) => formatNumber(first + i))
}

async function lowestGap(db: Db, count: number): Promise<number> {
  const gap = await scalar<number | null>(
    db,
    sql`select min(c.numero)
      from (select 1 as numero union all select correlativo + 1 from rutas where correlativo is not null) c
      where c.numero between 1 and ${maxNumber - count + 1} and not exists (
        select from rutas r where r.correlativo between c.numero and c.numero + ${count - 1})`,
  )
  return gap ?? maxNumber
}

/** Suggests a number without reserving it: another route may take it first. */
export const suggestNumber = async (db: Db): Promise<string> => (await suggestNumbers(db, 1))[0] ?? ''
