import { expect, test } from 'vitest'
import { type MovimientoTipo, movimientoTipos } from '../records/dinero.ts'
import { cuentaDe, signoDeSuma, sumCents } from './settlementTotals.ts'

test("signoDeSuma: returns the sign of each type's sum", () => {
  for (const { suma, signo } of movimientoTipos.map(cuentaDe))
    expect([suma, signoDeSuma(suma)]).toEqual([suma, signo])
})

test('sumCents: throws when a type is unknown', () => {
  // Records written by a newer release may have other types.
  for (const tipo of ['prestamo', 'toString'] as unknown[] as MovimientoTipo[])
    expect(() => sumCents(0, [{ tipo, cents: 100 }])).toThrow(`Unknown type of movement: ${tipo}`)
})
