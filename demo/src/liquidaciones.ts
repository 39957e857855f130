import { sumCents } from '@flota/contract/settlementTotals.ts'
import { minutesADay } from './calendar.ts'
import type { Demo } from './company.ts'
import type { Closed, Told } from './movement.ts'
import type { Random } from './random.ts'

/** Every two weeks; who comes late has waited for three. */
const rhythm = 14
const newest = 5
/** The pilots whom nobody has settled for a month and a half, by their place. */
const forgotten = [2, 9]

/** Settles who drove, each on days of its own, in the order in which it happened; marks what is settled. */
export function closeAll(random: Random, told: Told[], { choferes, today, moment }: Demo) {
  const closed: Closed[] = []
  const paid: Told[] = []
  for (const [i, { id }] of choferes.entries()) {
    const own = told.filter(
      ({ chofer_id, paga, anulado }) => chofer_id === id && paga !== 'empresa' && !anulado,
    )
    const last = forgotten.includes(i) ? 45 : newest + (i % 4)
    let saldo = 0
    for (let ago = last + 12 * rhythm; ago >= last; ago -= rhythm) {
      const minute = (today - ago) * minutesADay + 960 + i
      const open = own.filter((each) => each.minute < minute - 30 && !each.closed && !each.isSent)
      if (open.length === 0 || minute >= moment) continue
      const sums = sumsOf(id, minute, saldo, open)
      const evened = evenOut(random, sums, open[0]?.usuario_id ?? 1)
      if (evened) {
        paid.push(evened)
        open.push(evened)
      }
      const whole = sumsOf(id, minute, saldo, open)
      for (const each of open) each.closed = whole
      closed.push(whole)
      saldo = whole.saldo
    }
  }
  closed.sort((a, b) => a.minute - b.minute || a.chofer_id - b.chofer_id)
  return { closed: withAnnulled(closed), paid }
}

const sumsOf = (
  chofer_id: number,
  minute: number,
  saldo_anterior: number,
  these: readonly Told[],
): Closed => ({ chofer_id, minute, ...sumCents(saldo_anterior, these) })

/** Most often what is left is given back, or paid, at once. */
function evenOut(random: Random, { chofer_id, minute, saldo }: Closed, usuario_id: number): Told | undefined {
  if (saldo === 0 || random.happens(0.3)) return undefined
  const tipo = saldo > 0 ? 'devolucion' : 'pago'
  const when = { minute: minute - 4, usuario_id }
  return { tipo, chofer_id, ruta_id: null, cents: Math.abs(saldo), forma: 'Efectivo', ...when }
}

/** One of them was closed, annulled and closed again. */
function withAnnulled(closed: Closed[]): Closed[] {
  const again = closed.at(-3)
  if (!again) return closed
  const minute = again.minute
  again.minute += 30
  const annulled = {
    ...again,
    minute,
    anulada: { minute: minute + 21, motivo: 'Faltaba el vuelto del anticipo' },
  }
  return [...closed, annulled].sort((a, b) => a.minute - b.minute || a.chofer_id - b.chofer_id)
}
