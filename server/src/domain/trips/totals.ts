import type { FastifyBaseLogger } from 'fastify'
import { type Database, type Db, many, raw, run, sql } from '../../platform/db/sql.ts'
import { startPeriodicJob } from '../../platform/startPeriodicJob.ts'
import { countMargenes } from './margenes.ts'

/** A stored total that differs from the sum of its records; null where one side has none. */
export interface TotalDifference {
  /** For example `dia 2026-11-20 Pendiente`, `cliente 7` or `tarifas`. */
  total: string
  stored: { n: number; suma: number | null } | null
  counted: { n: number; suma: number | null } | null
}

/** Compares the stored totals of routes, prices and cargas with the tables, in one snapshot. */
export const findTotalDifferences = (db: Db): Promise<TotalDifference[]> =>
  many<TotalDifference>(
    db,
    sql`with stored as (
        select concat_ws(' ', nivel, to_char(periodo, 'YYYY-MM-DD'), estado) as total, sum(n) as n, sum(suma) as suma
        from resumen group by 1
        union all
        select 'cliente ' || cliente_id, sum(n), null from resumen_clientes group by 1
        union all
        select 'tarifas', sum(n), null from tarifas_cuenta
        union all
        select concat_ws(' ', cuenta, to_char(fecha, 'YYYY-MM-DD'), paga, estado, lleno), sum(n), sum(suma)
        from cargas_dias, lateral (values ('cargas', total), ('galones', galones)) as cuentas (cuenta, suma) group by 1),
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
        select 'tarifas', count(*), null from tarifas where eliminado_en is null
        union all
        select concat_ws(' ', cuenta, to_char(fecha, 'YYYY-MM-DD'), paga, estado, lleno), count(*), sum(suma)
        from movimientos, lateral (values ('cargas', monto), ('galones', galones)) as cuentas (cuenta, suma)
        where camion_id is not null group by 1)
      select total,
        case when stored.n is not null then json_build_object('n', stored.n, 'suma', stored.suma) end as stored,
        case when counted.n is not null then json_build_object('n', counted.n, 'suma', counted.suma) end as counted
      from stored full join counted using (total)
      where coalesce(stored.n, 0) <> coalesce(counted.n, 0) or coalesce(stored.suma, 0) <> coalesce(counted.suma, 0)
      order by total collate "C"`,
  )

/** Recounts all totals; needs routes, prices and movimientos locked against other writers. */
export async function repairTotals(tx: Db): Promise<void> {
  for (const table of ['resumen', 'resumen_clientes', 'tarifas_cuenta'])
    await run(tx, raw(`delete from ${table}`))
  await countTotals(tx)
}

/** Counts trips, prices and cargas into empty tables of totals, sharded into `cajones` rows each. */
export async function countTotals(db: Db, cajones = 1): Promise<void> {
  await run(
    db,
    sql`insert into resumen (nivel, periodo, estado, cajon, n, suma)
      select nivel, periodo, estado, id % ${cajones}, count(*), sum(precio)
      from rutas, lateral (values
        ('todo', date '0001-01-01'), ('mes', date_trunc('month', fecha::timestamp)::date), ('dia', fecha))
        as cuenta (nivel, periodo)
      where eliminado_en is null
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
  await run(
    db,
    sql`insert into resumen_clientes (cliente_id, cajon, n)
      select cliente_id, id % ${cajones}, count(*) from rutas where eliminado_en is null group by 1, 2`,
  )
  await run(
    db,
    raw(
      'insert into tarifas_cuenta select 0, count(*) from tarifas where eliminado_en is null having count(*) > 0',
    ),
  )
  // A trigger may have counted them.
  await run(db, raw('delete from cargas_dias'))
  await run(
    db,
    sql`insert into cargas_dias
      select fecha, paga, estado, lleno, count(*), sum(galones), sum(monto) from movimientos
      where camion_id is not null group by 1, 2, 3, 4`,
  )
  await countMargenes(db)
}

/** Older totals are rarely written, so they no longer need the 16 shards that keep writers from queueing. */
const mergeAfterDays = 62
const dayMs = 24 * 60 * 60 * 1000

/**
 * Merges the shards of each old day and month into one row, in batches and in the order in which writers lock them.
 * Reports over a year and deep list pages then read a tenth of the rows.
 */
export async function mergeTotalShards(db: Database, days = mergeAfterDays, size = 1000): Promise<void> {
  for (;;) {
    const merged = await run(
      db,
      sql`with juntas as (
          select nivel, periodo, estado from resumen
          where nivel <> 'todo' and periodo < current_date - ${days}::int
          group by 1, 2, 3 having count(*) > 1 order by 1, 2, 3 limit ${size}),
        partes as materialized (
          select r.* from resumen r join juntas using (nivel, periodo, estado)
          order by nivel, periodo, estado, cajon for update of r),
        fuera as (
          delete from resumen r using partes p
          where (r.nivel, r.periodo, r.estado, r.cajon) = (p.nivel, p.periodo, p.estado, p.cajon) returning r.*)
        insert into resumen (nivel, periodo, estado, cajon, n, suma)
        select nivel, periodo, estado, 0, sum(n), sum(suma) from fuera group by 1, 2, 3 order by 1, 2, 3
        on conflict (nivel, periodo, estado, cajon)
        do update set n = resumen.n + excluded.n, suma = resumen.suma + excluded.suma`,
    )
    if (merged === 0) return
  }
}

/** Merges shards now and once a day. */
export const startTotalsMergeJob = (db: Database, log: FastifyBaseLogger) =>
  startPeriodicJob(log, dayMs, 'old totals not merged', () => mergeTotalShards(db))
