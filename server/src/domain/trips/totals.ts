import { type Db, many, run, sql } from '../../platform/db/sql.ts'
import { insertTotals } from './bulkLoad.ts'

/** A total that is not what the records themselves add up to; null where one side has none. */
export interface TotalDifference {
  /** Such as `dia 2026-11-20 Pendiente`, `cliente 7` or `tarifas`. */
  total: string
  stored: { n: number; suma: number | null } | null
  counted: { n: number; suma: number | null } | null
}

interface Row {
  total: string
  kept_n: number | null
  kept_suma: number | null
  counted_n: number | null
  counted_suma: number | null
}

/** Compares the kept totals of all routes and prices with the tables, all as they are at one moment. */
export async function findTotalDifferences(db: Db): Promise<TotalDifference[]> {
  const rows = await many<Row>(
    db,
    sql`with kept as (
        select concat_ws(' ', nivel, to_char(periodo, 'YYYY-MM-DD'), estado) as total, sum(n) as n, sum(suma) as suma
        from resumen group by 1
        union all
        select 'cliente ' || cliente_id, sum(n), null from resumen_clientes group by 1
        union all
        select 'tarifas', sum(n), null from tarifas_cuenta),
      vivas as (select * from rutas where eliminado_en is null),
      counted as (
        select concat_ws(' ', nivel, to_char(periodo, 'YYYY-MM-DD'), estado) as total, count(*) as n, sum(precio) as suma
        from vivas, lateral (values
          ('todo', date '0001-01-01'),
          ('mes', fecha - (extract(day from fecha)::int - 1)),
          ('dia', fecha)) as cuenta (nivel, periodo)
        group by 1
        union all
        select 'cliente ' || cliente_id, count(*), null from vivas group by 1
        union all
        select 'tarifas', count(*), null from tarifas where eliminado_en is null)
      select total, kept.n as kept_n, kept.suma as kept_suma, counted.n as counted_n, counted.suma as counted_suma
      from kept full join counted using (total)
      where coalesce(kept.n, 0) <> coalesce(counted.n, 0) or coalesce(kept.suma, 0) <> coalesce(counted.suma, 0)
      order by total collate "C"`,
  )
  return rows.map((row) => ({
    total: row.total,
    stored: row.kept_n === null ? null : { n: row.kept_n, suma: row.kept_suma },
    counted: row.counted_n === null ? null : { n: row.counted_n, suma: row.counted_suma },
  }))
}

/** Counts everything anew; nobody may write routes or prices until the transaction ends. */
export async function repairTotals(tx: Db): Promise<void> {
  await run(tx, sql`delete from resumen`)
  await run(tx, sql`delete from resumen_clientes`)
  await run(tx, sql`delete from tarifas_cuenta`)
  await insertTotals(tx)
}
