import { type Db, one, sql } from '../db/sql.ts'

const largest = 999_999_999

const spell = (numero: number) => `RUTA-${String(numero).padStart(3, '0')}`

/** One more than the highest ever used, the bin included; once that is the largest, the lowest free one. */
export async function suggestNumber(db: Db): Promise<string> {
  const highest = await one<{ numero: number | null }>(db, sql`select max(correlativo) as numero from rutas`)
  const next = (highest?.numero ?? 0) + 1
  if (next <= largest) return spell(next)
  const gap = await one<{ numero: number | null }>(
    db,
    sql`select min(c.numero) as numero
      from (select 1 as numero union all select correlativo + 1 from rutas where correlativo is not null) c
      where c.numero between 1 and ${largest} and not exists (select from rutas r where r.correlativo = c.numero)`,
  )
  return spell(gap?.numero ?? largest)
}
