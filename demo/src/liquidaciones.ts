import { isUnsettled } from '@flota/server/domain/trips/moneyLocks.ts'
import { annulLiquidacion, createLiquidacion } from '@flota/server/features/liquidaciones/write.ts'
import { type Db, one, run, sql } from '@flota/server/platform/db/sql.ts'
import { minutesADay } from './calendar.ts'
import type { Demo } from './company.ts'
import type { DemoMovement } from './movement.ts'
import type { Random } from './random.ts'
import type { DemoContext } from './rows.ts'

/** Days between two settlements of a pilot. */
const settlementIntervalDays = 14
/** Days since the newest settlement of any pilot. */
const minSettlementAgeDays = 5
/** Pilots without a settlement for a month and a half, by their place. */
const unsettledPilotIndexes = [2, 9]

export interface Due {
  chofer_id: number
  minute: number
}

/** Returns when each pilot is settled, in the order of time. */
export function settlementsOf({ choferes, today, moment }: Demo): Due[] {
  const all = choferes.flatMap(({ id: chofer_id }, i) => {
    const last = unsettledPilotIndexes.includes(i) ? 45 : minSettlementAgeDays + (i % 4)
    return Array.from({ length: 13 }, (_, nth) => ({
      chofer_id,
      minute: (today - last - nth * settlementIntervalDays) * minutesADay + 960 + i,
    }))
  })
  return all
    .filter(({ minute }) => minute < moment)
    .sort((a, b) => a.minute - b.minute || a.chofer_id - b.chofer_id)
}

/** Returns the payment that most often settles the pilot's balance at once. */
export async function balancingMovement(
  tx: Db,
  random: Random,
  due: Due,
  usuario_id: number,
): Promise<DemoMovement | undefined> {
  const { chofer_id, minute } = due
  const row = await one<{ saldo: number }>(
    tx,
    sql`select saldo from saldos_leer where chofer_id = ${chofer_id} and abiertos > 0`,
  )
  if (!row || row.saldo === 0 || random.happens(0.3)) return undefined
  const tipo = row.saldo > 0 ? 'devolucion' : 'pago'
  const paid = { cents: Math.round(Math.abs(row.saldo) * 100), forma: 'Efectivo' }
  return { tipo, chofer_id, ruta_id: null, ...paid, minute: minute - 4, usuario_id }
}

export interface Settlement extends Due {
  id: number
  movimientos: number[]
}

/** Settles all that is open, as the program does. Returns undefined if nothing is. */
export async function settle(
  tx: Db,
  { clock }: DemoContext,
  { chofer_id, minute }: Due,
  usuario_id: number,
): Promise<Settlement | undefined> {
  const open = await one<{ ids: number[] | null }>(
    tx,
    sql`select array_agg(id order by id) as ids from movimientos
      where chofer_id = ${chofer_id} and estado = 'aprobado' and ${isUnsettled}`,
  )
  const movimientos = open?.ids
  if (!movimientos) return undefined
  const { id } = await createLiquidacion(tx, { chofer_id, movimientos, saldo: null }, usuario_id)
  const moment = clock(minute)
  await run(
    tx,
    sql`update liquidaciones set creado_en = ${moment}, actualizado_en = ${moment} where id = ${id}`,
  )
  return { id, chofer_id, minute, movimientos }
}

/** Annuls a settlement, and settles the same again after half an hour. */
export async function settleAgain(
  tx: Db,
  context: DemoContext,
  before: Settlement,
  usuario_id: number,
): Promise<void> {
  const { id, minute } = before
  await annulLiquidacion(tx, id, 'Faltaba el vuelto del anticipo', null)
  await run(tx, sql`update liquidaciones set actualizado_en = ${context.clock(minute + 21)} where id = ${id}`)
  await settle(tx, context, { ...before, minute: minute + 30 }, usuario_id)
}
