import { countMargenes } from '@flota/server/domain/trips/margenes.ts'
import { type Db, one, raw, run, sql } from '@flota/server/platform/db/sql.ts'

/** Some 20,000 trips were delivered from this day on. */
export const moneySince = '2026-07-03'
/** Movements since this day are not settled: some 10,000. */
const openSince = '2026-11-07'

/** Creates five movements per trip for the newest trips of 300 pilots, and settles every ten days. */
export async function fillMoney(db: Db): Promise<void> {
  if (await one(db, sql`select id from movimientos limit 1`)) return
  await db.transaction(async (tx) => {
    await run(tx, raw('set local session_replication_role = replica'))
    for (const statement of [createGastos, createSettlements, insertLiquidaciones, insertMovimientos])
      await run(tx, statement)
    await run(
      tx,
      raw(`select setval(pg_get_serial_sequence('liquidaciones', 'id'), max(id)) from liquidaciones`),
    )
    await countMargenes(tx)
  })
  await run(db, raw('vacuum analyze'))
}

const createGastos = sql`create temp table gastado on commit drop as
  select row_number() over (order by r.fecha, r.id, c.nth) as n, c.tipo, r.chofer_id, r.id as ruta_id, c.concepto, c.paga,
    c.comprobante, round(c.share * r.precio, 2) + 0.05 as monto, r.fecha,
    case when r.fecha < ${openSince}::date then (r.fecha - ${moneySince}::date) / 10 end as periodo,
    normaliza(concat_ws(' ', nombre_de('chofer_id', r.chofer_id), r.no_ruta)) as busqueda
  from rutas r, (values
    (1, 'anticipo', null, null, null, 0.4),
    (2, 'gasto', 'Combustible', 'piloto', 'factura', 0.3),
    (3, 'gasto', 'Peaje', 'piloto', 'recibo', 0.02),
    (4, 'gasto', 'Viáticos', 'empresa', 'ninguno', 0.05),
    (5, 'comision', null, null, null, 0.08)) c (nth, tipo, concepto, paga, comprobante, share)
  where r.estado = 'Entregado' and r.eliminado_en is null and r.fecha >= ${moneySince} and r.fecha <= '2026-11-20'`

const createSettlements = raw(`create temp table cerradas on commit drop as
  select row_number() over (order by periodo, chofer_id)::int as id, chofer_id, periodo, anticipos, gastos, comisiones,
    sum(anticipos - gastos) over (partition by chofer_id order by periodo) as saldo
  from (
    select chofer_id, periodo, coalesce(sum(monto) filter (where tipo = 'anticipo'), 0) as anticipos,
      coalesce(sum(monto) filter (where tipo = 'gasto'), 0) as gastos,
      coalesce(sum(monto) filter (where tipo = 'comision'), 0) as comisiones
    from gastado where periodo is not null and paga is distinct from 'empresa' group by 1, 2) sumas`)

const insertLiquidaciones =
  raw(`insert into liquidaciones (id, correlativo, numero, chofer_id, saldo_anterior, anticipos, pagos, cargos, gastos,
    devoluciones, abonos, saldo, comisiones, usuario_id, busqueda)
  overriding system value
  select id, id, 'L-' || lpad(id::text, 4, '0'), chofer_id, saldo - anticipos + gastos, anticipos, 0, 0, gastos, 0, 0,
    saldo, comisiones, 1, normaliza('L-' || lpad(id::text, 4, '0') || ' ' || nombre_de('chofer_id', chofer_id))
  from cerradas order by id`)

const insertMovimientos =
  raw(`insert into movimientos (tipo, chofer_id, ruta_id, concepto, paga, monto, fecha, comprobante, estado,
    liquidacion_id, usuario_id, busqueda)
  select g.tipo, g.chofer_id, g.ruta_id, g.concepto, g.paga, g.monto, g.fecha, g.comprobante,
    case when l.id is null and g.n % 7 = 0 then 'registrado' else 'aprobado' end, l.id, 1, g.busqueda
  from gastado g left join cerradas l
    on l.chofer_id = g.chofer_id and l.periodo = g.periodo and g.paga is distinct from 'empresa'
  order by g.fecha, g.n`)
