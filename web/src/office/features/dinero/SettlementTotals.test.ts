import { saldoText } from '@flota/contract/records/dinero.ts'
import { expect, test } from 'vitest'
import { computeTotals } from './SettlementTotals.tsx'

const row = (tipo: Parameters<typeof computeTotals>[1][number]['tipo'], monto: number) => ({ tipo, monto })

test('computeTotals: adds up the selected movements as a settlement, to the cent', () => {
  const first = computeTotals(0, [
    row('anticipo', 1000),
    row('reanticipo', 200),
    row('gasto', 500.35),
    row('gasto', 245),
    row('gasto', 75),
    row('devolucion', 150),
    row('comision', 300),
  ])
  expect(first).toEqual({
    saldo_anterior: 0,
    anticipos: 1200,
    pagos: 0,
    cargos: 0,
    gastos: 820.35,
    devoluciones: 150,
    abonos: 0,
    saldo: 229.65,
    comisiones: 300,
  })
  expect(saldoText(first.saldo)).toBe('El piloto debe Q229.65')
  const second = computeTotals(first.saldo, [row('anticipo', 500), row('gasto', 800)])
  expect(saldoText(second.saldo)).toBe('Se le debe Q70.35')
  expect(saldoText(computeTotals(second.saldo, [row('pago', 70.35)]).saldo)).toBe('Sin saldo')
})

test('computeTotals: adds binary fractions exactly and applies the signs of cargo and abono', () => {
  expect(computeTotals(0, [row('anticipo', 0.1), row('anticipo', 0.2)]).saldo).toBe(0.3)
  expect(computeTotals(-0.3, [row('cargo', 0.1), row('abono', 99_999_999.99), row('pago', 0.2)]).saldo).toBe(
    -99_999_999.99,
  )
})
