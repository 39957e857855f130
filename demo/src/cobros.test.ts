import { findWrongFacturas } from '@flota/server/domain/trips/checkFacturas.ts'
import { type Client, type TestApp, testApp } from '@flota/server/test/testApp.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from './fill.ts'

// Invoices, payments and receivables of the invented company (docs/contract/receivables.md). It is a Friday, noon.

const now = new Date('2026-11-20T18:00:00Z')

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp({ now: () => now })
  await fillDemo(server.db, { rutas: 1500, zone: 'America/Guatemala', now })
  admin = await server.as()
})
afterAll(() => server.close())

type Row = Record<string, number> & { estado: string; forma: string | null }
const readAll = async (path: string): Promise<Row[]> => (await admin.get(path)).body.data

test('receivables: each bucket has an invoice, and the statements have the same sums', async () => {
  const { totales, filas } = (await admin.get('/api/por-cobrar')).body.data
  for (const bucket of ['por_vencer', 'de_1_a_30', 'de_31_a_60', 'de_61_a_90', 'mas_de_90'])
    expect([bucket, totales[bucket] > 0]).toEqual([bucket, true])
  for (const { cliente_id, total } of filas)
    expect((await admin.get(`/api/clientes/${cliente_id}/estado-de-cuenta`)).body.data.totales.total).toBe(
      total,
    )
})

test('invoices: some have withholdings, one is voided, and most are paid', async () => {
  const facturas = await readAll('/api/facturas?porPagina=100')
  for (const tax of ['retencion_iva', 'retencion_isr'] as const)
    expect(facturas.filter((each) => (each[tax] ?? 0) > 0).length).toBeGreaterThan(3)
  const states = Map.groupBy(facturas, ({ estado }) => estado)
  expect(states.get('anulada')?.length).toBeGreaterThan(0)
  expect(facturas.filter(({ saldo }) => saldo === 0).length).toBeGreaterThan(facturas.length / 2)
  const formasOf = async (query: string) =>
    (await readAll(`/api/cobros?porPagina=100${query}`)).map(({ forma }) => forma)
  const formas = new Set([...(await formasOf('')), ...(await formasOf('&hasta=2026-08-31'))])
  expect([...formas]).toEqual(
    expect.arrayContaining(['Efectivo', 'Transferencia', 'Cheque', 'Nota de crédito', 'Saldo inicial', null]),
  )
  expect((await readAll('/api/cobros?estado=anulado')).length).toBe(1)
})

test('trips to invoice: those of this week, and of a client for longer', async () => {
  const clientes = (await admin.get('/api/por-facturar')).body.data
  expect(clientes.length).toBeGreaterThan(3)
  expect(clientes[0].desde < '2026-11-10').toBe(true)
  expect(clientes.at(-1).desde >= '2026-11-16').toBe(true)
  const clases = (await admin.get('/api/avisos')).body.data.map(({ clase }: { clase: string }) => clase)
  expect(clases).toEqual(expect.arrayContaining(['sin_facturar', 'por_cobrar']))
})

test('fill: check-data finds nothing to repair in its invoices and payments', async () => {
  expect(await Array.fromAsync(findWrongFacturas(server.db))).toEqual([])
})
