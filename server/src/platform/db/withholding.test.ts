import { retenciones } from '@flota/contract/money/retenciones.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { many, one, sql } from './sql.ts'

// The suggested withholdings (docs/contract/receivables.md).

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

interface Suggested {
  iva: number
  isr: number
}
interface Invoice {
  monto: number
  saldo?: number
  retencion_iva?: number
  retencion_isr?: number
  retiene_iva?: boolean
  retiene_isr?: boolean
  regimen?: string
}
const suggest = ({
  monto,
  saldo = monto,
  retencion_iva = 0,
  retencion_isr = 0,
  retiene_iva = true,
  retiene_isr = true,
  regimen = 'simplificado',
}: Invoice) =>
  one<Suggested>(
    server.db,
    sql`select iva, isr from retenciones_sugeridas(${monto}, ${saldo}, ${retencion_iva}, ${retencion_isr},
      ${retiene_iva}, ${retiene_isr}, ${regimen})`,
  )

test.each([
  [11_200, 11_200, 180, 500],
  [2500, 2500, 40.18, 0],
  [2499.99, 2499.99, 0, 0],
  [2800, 2800, 45, 125],
  [2799.99, 2799.99, 45, 0],
  [33_600, 33_600, 540, 1500],
  [44_800, 44_800, 720, 2200],
  [11_200, 200, 180, 20],
  [11_200, 100, 100, 0],
  [11_200, 0, 0, 0],
])('withholding: of %s with a saldo of %s is %s and %s', async (monto, saldo, iva, isr) => {
  expect(await suggest({ monto, saldo })).toEqual({ iva, isr })
})

test('withholding: is 0 for a client or regime that withholds none, and once it is withheld', async () => {
  const monto = 11_200
  expect(await suggest({ monto, retiene_iva: false })).toEqual({ iva: 0, isr: 500 })
  expect(await suggest({ monto, retiene_isr: false })).toEqual({ iva: 180, isr: 0 })
  expect(await suggest({ monto, regimen: 'utilidades' })).toEqual({ iva: 180, isr: 0 })
  expect(await suggest({ monto, retencion_iva: 0.01 })).toEqual({ iva: 0, isr: 500 })
  expect(await suggest({ monto, retencion_isr: 0.01 })).toEqual({ iva: 180, isr: 0 })
})

/** Divides integers and rounds half up. */
const divide = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

/** Computes the withholdings in cents with the contract's rates. */
function suggestedCents(cents: bigint) {
  const { iva_pct, iva_retenido_pct, iva_desde, isr_desde, isr_pct, isr_tramo, isr_sobre_tramo_pct } =
    retenciones
  const withIva = BigInt(100 + iva_pct)
  const iva =
    cents >= BigInt(iva_desde * 100) ? divide(cents * BigInt(iva_pct * iva_retenido_pct), withIva * 100n) : 0n
  const [from, tramo] = [BigInt(isr_desde) * withIva, BigInt(isr_tramo) * withIva]
  const within = cents < tramo ? cents : tramo
  const isr =
    cents >= from
      ? divide(within * BigInt(isr_pct) + (cents - within) * BigInt(isr_sobre_tramo_pct), withIva)
      : 0n
  return { iva: Number(iva), isr: Number(isr) }
}

test('withholding: uses the rates and limits of the contract, and rounds half away from zero', async () => {
  const amounts = [
    ...Array.from({ length: 3000 }, (_, i) => 249_000 + i * 13),
    ...Array.from({ length: 3000 }, (_, i) => 3_350_000 + i * 7),
    9_999_999_999,
  ]
  const found = await many<Suggested>(
    server.db,
    sql`select (iva * 100)::int8 as iva, (isr * 100)::int8 as isr
      from unnest(${amounts}::int8[]) with ordinality as a (cents, i),
        retenciones_sugeridas(cents / 100.0, cents / 100.0, 0, 0, true, true, 'simplificado') order by i`,
  )
  expect(found).toEqual(amounts.map((cents) => suggestedCents(BigInt(cents))))
})
