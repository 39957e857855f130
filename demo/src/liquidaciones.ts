import { sumCents } from '@flota/contract/settlementTotals.ts'
import { minutesADay } from './calendar.ts'
import type { Demo } from './company.ts'
import type { DemoMovement, DemoSettlement } from './movement.ts'
import type { Random } from './random.ts'

/** Every two weeks; who comes late has waited for three. */
const settlementIntervalDays = 14
const minSettlementAgeDays = 5
/** The pilots whom nobody has settled for a month and a half, by their place. */
const unsettledPilotIndexes = [2, 9]

/** Settles who drove, each on days of its own, in the order in which it happened; marks what is settled. */
export function settlePilots(random: Random, movements: DemoMovement[], { choferes, today, moment }: Demo) {
  const closed: DemoSettlement[] = []
  const paid: DemoMovement[] = []
  for (const [i, { id }] of choferes.entries()) {
    const own = movements.filter(
      ({ chofer_id, paga, anulado }) => chofer_id === id && paga !== 'empresa' && !anulado,
    )
    const last = unsettledPilotIndexes.includes(i) ? 45 : minSettlementAgeDays + (i % 4)
    let saldo = 0
    for (let ago = last + 12 * settlementIntervalDays; ago >= last; ago -= settlementIntervalDays) {
      const minute = (today - ago) * minutesADay + 960 + i
      const open = own.filter((each) => each.minute < minute - 30 && !each.closed && !each.isSent)
      if (open.length === 0 || minute >= moment) continue
      const sums = sumMovements(id, minute, saldo, open)
      const balance = balancingMovement(random, sums, open[0]?.usuario_id ?? 1)
      if (balance) {
        paid.push(balance)
        open.push(balance)
      }
      const whole = sumMovements(id, minute, saldo, open)
      for (const each of open) each.closed = whole
      closed.push(whole)
      saldo = whole.saldo
    }
  }
  closed.sort((a, b) => a.minute - b.minute || a.chofer_id - b.chofer_id)
  return { closed: addAnnulledSettlement(closed), paid }
}

const sumMovements = (
  chofer_id: number,
  minute: number,
  saldo_anterior: number,
  movements: readonly DemoMovement[],
): DemoSettlement => ({ chofer_id, minute, ...sumCents(saldo_anterior, movements) })

/** Most often what is left is given back, or paid, at once. */
function balancingMovement(
  random: Random,
  { chofer_id, minute, saldo }: DemoSettlement,
  usuario_id: number,
): DemoMovement | undefined {
  if (saldo === 0 || random.happens(0.3)) return undefined
  const tipo = saldo > 0 ? 'devolucion' : 'pago'
  const when = { minute: minute - 4, usuario_id }
  return { tipo, chofer_id, ruta_id: null, cents: Math.abs(saldo), forma: 'Efectivo', ...when }
}

/** One of them was closed, annulled and closed again. */
function addAnnulledSettlement(closed: DemoSettlement[]): DemoSettlement[] {
  const settlement = closed.at(-3)
  if (!settlement) return closed
  const minute = settlement.minute
  settlement.minute += 30
  const annulled = {
    ...settlement,
    minute,
    anulada: { minute: minute + 21, motivo: 'Faltaba el vuelto del anticipo' },
  }
  return [...closed, annulled].sort((a, b) => a.minute - b.minute || a.chofer_id - b.chofer_id)
}
