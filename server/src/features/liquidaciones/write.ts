import type {
  Liquidacion,
  LiquidacionListada,
  LiquidacionValues,
} from '@flota/contract/money/liquidaciones.ts'
import { cuentaDe, type Sumas, sumas } from '@flota/contract/money/settlementTotals.ts'
import { movimientoTipos } from '@flota/contract/records/dinero.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { assertNoFieldErrors, isUnsettled } from '../../domain/trips/moneyLocks.ts'
import { references } from '../../domain/trips/references.ts'
import { insert, lockRecord, RecordError, replaceRecord, type Version } from '../../platform/db/records.ts'
import { type Db, lock, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { findLiquidacion } from './queries.ts'

const movimientosChangedError = () => conflict('Los movimientos cambiaron. Recarga para ver los cambios.')

/** Serializes a pilot's settlements, even for a pilot in the bin. @returns whether the pilot exists */
const lockPilotSettlements = async (tx: Db, id: number): Promise<boolean> =>
  (await one(tx, sql`select from choferes where id = ${id} for no key update`)) !== undefined

/** Locks the pilot, then the movimientos by id, then the number, in a transaction. @throws {HttpError} 400, 409 */
export async function createLiquidacion(
  tx: Db,
  { chofer_id, movimientos, saldo }: LiquidacionValues,
  userId: number,
): Promise<Liquidacion> {
  const isPiloto = await lockPilotSettlements(tx, chofer_id)
  const locked = await many<{ mayBeSettled: boolean }>(
    tx,
    sql`select chofer_id = ${chofer_id} and estado = 'aprobado' and ${isUnsettled} as "mayBeSettled"
      from movimientos where id = any(${movimientos}::int[]) order by id for no key update`,
  )
  assertNoFieldErrors({
    ...(!isPiloto && { chofer_id: references.chofer_id.unknown }),
    ...(locked.length < movimientos.length && { movimientos: 'Hay un movimiento que no existe.' }),
  })
  if (locked.some(({ mayBeSettled }) => !mayBeSettled)) throw movimientosChangedError()
  const sums = await computeSums(tx, chofer_id, movimientos)
  if (saldo != null && !(await equalsSaldo(tx, saldo, sums.saldo))) throw movimientosChangedError()
  const id = await insert(tx, 'liquidaciones', {
    chofer_id,
    ...sums,
    ...(await nextNumber(tx, chofer_id)),
    usuario_id: userId,
  })
  await run(tx, sql`update movimientos set liquidacion_id = ${id} where id = any(${movimientos}::int[])`)
  return findLiquidacion(tx, id)
}

/** Amounts as PostgreSQL's text: JavaScript numbers would round them. */
type Sums = Record<keyof Sumas, string>

const sumColumns = raw(
  sumas
    .map((suma) => {
      const tipos = movimientoTipos.filter((tipo) => cuentaDe(tipo).suma === suma)
      const filter = `tipo in (${tipos.map((tipo) => `'${tipo}'`).join(', ')})`
      return `coalesce(sum(monto) filter (where ${filter}), 0)::text as ${suma}`
    })
    .join(', '),
)

async function computeSums(tx: Db, chofer_id: number, movimientos: readonly number[]): Promise<Sums> {
  const sums = await one<Sums>(
    tx,
    sql`with anterior as (
        select coalesce((
          select saldo from liquidaciones where chofer_id = ${chofer_id} and estado = 'cerrada'
          order by id desc limit 1), 0) as saldo),
      sumados as (
        select ${sumColumns}, coalesce(sum(signo_de_movimiento(tipo) * monto), 0) as suma
        from movimientos where id = any(${movimientos}::int[]))
      select ${raw(sumas.join(', '))}, anterior.saldo::text as saldo_anterior, (anterior.saldo + suma)::text as saldo
      from anterior, sumados`,
  )
  if (!sums) throw new Error('computeSums returned no row')
  return sums
}

const equalsSaldo = async (tx: Db, expected: number, saldo: string): Promise<boolean> =>
  (await one(tx, sql`select where ${String(expected)}::numeric = ${saldo}::numeric`)) !== undefined

/** Locks the sequence until the transaction ends, so that numbers are unique and without gaps. */
async function nextNumber(tx: Db, chofer_id: number) {
  await lock(tx, 'liquidaciones')
  const last = await one<{ n: number }>(
    tx,
    sql`select coalesce(max(correlativo), 0) + 1 as n from liquidaciones`,
  )
  const correlativo = last?.n ?? 1
  const numero = `L-${String(correlativo).padStart(4, '0')}`
  return { correlativo, numero, busqueda: sql`texto_de_liquidacion(${numero}, ${chofer_id})` }
}

/** Annuls the pilot's last settlement, in a transaction. @throws {HttpError} 404, 409 */
export async function annulLiquidacion(
  tx: Db,
  id: number,
  motivo: string,
  version: Version,
): Promise<Liquidacion> {
  const found = await one<{ chofer_id: number }>(
    tx,
    sql`select chofer_id from liquidaciones where id = ${id}`,
  )
  if (!found) throw notFound(registros.liquidaciones.notFound)
  await lockPilotSettlements(tx, found.chofer_id)
  const before = await lockRecord<LiquidacionListada>(tx, 'liquidaciones', id)
  if (version != null && version !== before?.version) throw new RecordError('liquidaciones', true)
  if (before?.estado === 'anulada') throw conflict(`La liquidación ${before.numero} ya está anulada.`)
  const newer = sql`select from liquidaciones
    where chofer_id = ${found.chofer_id} and estado = 'cerrada' and id > ${id} limit 1`
  if (await one(tx, newer)) throw conflict('Solo se anula la última liquidación del piloto.')
  await run(
    tx,
    sql`with suyos as (
        select id from movimientos where liquidacion_id = ${id} order by id for no key update)
      update movimientos m set liquidacion_id = null from suyos where m.id = suyos.id`,
  )
  await run(tx, sql`select set_config('flota.motivo', ${motivo}, true)`)
  await replaceRecord(tx, 'liquidaciones', id, { estado: 'anulada', motivo }, version)
  return findLiquidacion(tx, id)
}
