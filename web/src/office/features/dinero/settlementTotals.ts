import type { MovimientoTipo } from '@flota/contract/dinero.ts'
import { type Sumas, sumCents } from '@flota/contract/settlementTotals.ts'

const toCents = (amount: number) => Math.round(amount * 100)

/** Adds up movements as the server does. */
export function computeTotals(
  saldoAnterior: number,
  movimientos: readonly { tipo: MovimientoTipo; monto: number }[],
): Sumas {
  const sums = sumCents(
    toCents(saldoAnterior),
    movimientos.map(({ tipo, monto }) => ({ tipo, cents: toCents(monto) })),
  )
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(Object.entries(sums).map(([suma, sum]) => [suma, sum / 100])) as Sumas
}
