import type { MovimientoTipo } from '@flota/contract/dinero.ts'
import { type Sumas, sumCents } from '@flota/contract/settlementTotals.ts'

const cents = (amount: number) => Math.round(amount * 100)

/** Adds up movements as the server does. */
export function sumasOf(
  saldoAnterior: number,
  movimientos: readonly { tipo: MovimientoTipo; monto: number }[],
): Sumas {
  const sums = sumCents(
    cents(saldoAnterior),
    movimientos.map(({ tipo, monto }) => ({ tipo, cents: cents(monto) })),
  )
  // fromEntries forgets its keys: they are those of `sums`.
  return Object.fromEntries(Object.entries(sums).map(([suma, sum]) => [suma, sum / 100])) as Sumas
}
