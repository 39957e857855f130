import type { MovimientoTipo } from '@flota/contract/dinero.ts'

/** What a settlement adds up, as the server's record has it. */
export interface Sumas {
  saldo_anterior: number
  anticipos: number
  pagos: number
  cargos: number
  gastos: number
  devoluciones: number
  abonos: number
  saldo: number
  /** Beside the saldo. */
  comisiones: number
}
type Suma = Exclude<keyof Sumas, 'saldo_anterior' | 'saldo'>

/** Where a movement counts, and whether the pilot owes more by it, less, or the same. */
const places: Record<MovimientoTipo, readonly [suma: Suma, sign: 1 | -1 | 0]> = {
  anticipo: ['anticipos', 1],
  reanticipo: ['anticipos', 1],
  pago: ['pagos', 1],
  cargo: ['cargos', 1],
  gasto: ['gastos', -1],
  devolucion: ['devoluciones', -1],
  abono: ['abonos', -1],
  comision: ['comisiones', 0],
}

export const signOf = (tipo: MovimientoTipo) => places[tipo][1]

const cents = (amount: number) => Math.round(amount * 100)

/** As the server adds it up. In hundredths: binary fractions would lose some. */
export function sumasOf(
  saldoAnterior: number,
  movimientos: readonly { tipo: MovimientoTipo; monto: number }[],
): Sumas {
  const sums: Record<Suma, number> = {
    anticipos: 0,
    pagos: 0,
    cargos: 0,
    gastos: 0,
    devoluciones: 0,
    abonos: 0,
    comisiones: 0,
  }
  let saldo = cents(saldoAnterior)
  for (const { tipo, monto } of movimientos) {
    const [suma, sign] = places[tipo]
    sums[suma] += cents(monto)
    saldo += sign * cents(monto)
  }
  // fromEntries forgets its keys: they are those of `sums`.
  const inQuetzales = Object.fromEntries(
    Object.entries(sums).map(([suma, sum]) => [suma, sum / 100]),
  ) as Record<Suma, number>
  return { ...inQuetzales, saldo_anterior: saldoAnterior, saldo: saldo / 100 }
}
