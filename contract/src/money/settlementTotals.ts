import type { MovimientoTipo } from '../records/dinero.ts'

export const sumas = [
  'anticipos',
  'pagos',
  'cargos',
  'gastos',
  'devoluciones',
  'abonos',
  'comisiones',
] as const
export type Suma = (typeof sumas)[number]

export type Sumas = Record<Suma | 'saldo_anterior' | 'saldo', number>

interface Cuenta {
  suma: Suma
  /** Sign in the pilot's balance: 1 if the pilot owes it, −1 if it is owed to the pilot, 0 for neither. */
  signo: 1 | -1 | 0
}

/** Total and sign per type. The SQL function `signo_de_movimiento` has the same signs. */
export const movimientoCuentas: Readonly<Record<MovimientoTipo, Cuenta>> = {
  anticipo: { suma: 'anticipos', signo: 1 },
  reanticipo: { suma: 'anticipos', signo: 1 },
  pago: { suma: 'pagos', signo: 1 },
  cargo: { suma: 'cargos', signo: 1 },
  gasto: { suma: 'gastos', signo: -1 },
  devolucion: { suma: 'devoluciones', signo: -1 },
  abono: { suma: 'abonos', signo: -1 },
  comision: { suma: 'comisiones', signo: 0 },
}

/** @throws {Error} for a type of a newer release */
export function cuentaDe(tipo: MovimientoTipo): Cuenta {
  if (!Object.hasOwn(movimientoCuentas, tipo)) throw new Error(`Unknown type of movement: ${tipo}`)
  return movimientoCuentas[tipo]
}

/** Returns the sign of a total's movements. */
export const signoDeSuma = (suma: Suma): Cuenta['signo'] =>
  Object.values(movimientoCuentas).find((cuenta) => cuenta.suma === suma)?.signo ?? 0

/**
 * Adds up movements in hundredths, as binary fractions would be inexact.
 * @throws {Error} if a type is unknown
 */
export function sumCents(
  saldo_anterior: number,
  movimientos: Iterable<{ tipo: MovimientoTipo; cents: number }>,
): Sumas {
  const none = { anticipos: 0, pagos: 0, cargos: 0, gastos: 0, devoluciones: 0, abonos: 0, comisiones: 0 }
  const sums: Sumas = { saldo_anterior, ...none, saldo: saldo_anterior }
  for (const { tipo, cents } of movimientos) {
    const { suma, signo } = cuentaDe(tipo)
    sums[suma] += cents
    sums.saldo += signo * cents
  }
  return sums
}
