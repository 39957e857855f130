import { type Db, many, raw, run, sql } from '../../platform/db/sql.ts'

/** Selects the correct row of each trip. A trip without income and costs may have no row. */
const counted = raw(`
  select r.id as ruta_id, v.fecha, coalesce(v.precio, 0) as ingreso, c.*
  from rutas r
    left join lateral (select r.fecha, r.precio where r.estado = 'Entregado' and r.eliminado_en is null) v on true
    cross join lateral (
      select coalesce(sum(monto) filter (where estado = 'aprobado' and concepto = 'Combustible'), 0) as combustible,
        coalesce(sum(monto) filter (where estado = 'aprobado' and concepto <> 'Combustible'), 0) as gastos,
        coalesce(sum(monto) filter (where estado = 'aprobado' and tipo = 'comision'), 0) as comisiones,
        (count(*) filter (where estado = 'registrado' and tipo = 'gasto'))::int as por_revisar
      from movimientos where ruta_id = r.id) c`)
const columns = raw('ruta_id, fecha, ingreso, combustible, gastos, comisiones, por_revisar')

/** Returns the trips whose kept income and costs differ from those of the trip and its movimientos. */
export const findWrongMargenes = (db: Db) =>
  many<{ id: number }>(
    db,
    sql`select ruta_id as id from (${counted}) c left join margenes m using (ruta_id)
      where (m.fecha, coalesce(m.ingreso, 0), coalesce(m.combustible, 0), coalesce(m.gastos, 0),
          coalesce(m.comisiones, 0), coalesce(m.por_revisar, 0))
        is distinct from (c.fecha, c.ingreso, c.combustible, c.gastos, c.comisiones, c.por_revisar)
      order by 1`,
  )

export async function repairMargen(tx: Db, id: number): Promise<number> {
  await run(tx, sql`delete from margenes where ruta_id = ${id}`)
  return run(
    tx,
    sql`insert into margenes (${columns}) select ${columns} from (${counted}) c where ruta_id = ${id}`,
  )
}

/** Counts income and costs of all trips anew; needs routes and movimientos locked against other writers. */
export async function countMargenes(db: Db): Promise<void> {
  await run(db, raw('delete from margenes'))
  await run(
    db,
    sql`insert into margenes (${columns}) select ${columns} from (${counted}) c
      where fecha is not null or combustible + gastos + comisiones + por_revisar > 0 order by ruta_id`,
  )
}
