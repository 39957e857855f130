import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { type MoneyOfficeForms, openMoneyForms } from '../../test/dinero.ts'
import { readPages, readPdf } from '../../test/readPdf.ts'
import { makeChofer } from '../../test/usuarios.ts'

// PDF of a settlement (docs/contract/money.md).

let caja: MoneyOfficeForms
beforeAll(async () => {
  caja = await openMoneyForms()
  await caja.admin.put('/api/ajustes', { nit: '7845123-6' })
})
afterAll(() => caja.close())

const print = async (id: number) => {
  const { server, admin } = caja
  const answer = await server.app.inject({
    url: `/api/liquidaciones/${id}/pdf`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(answer.statusCode).toBe(200)
  const [first] = [await (await readPdf(answer.rawPayload)).getPage(1)]
  expect(first.view).toEqual([0, 0, 612, 792])
  return { headers: answer.headers, pages: await readPages(answer.rawPayload) }
}
const textsOf = (pages: Awaited<ReturnType<typeof readPages>>) =>
  pages.map(({ pieces }) => pieces.map(({ text }) => text))

/** Creates a pilot who received 1,200.00 and spent up to as much. */
async function settled(gastos: number) {
  const chofer_id = await makeChofer(caja.admin, { nombre: 'Óscar', apellido: 'Ñáñez' })
  const ruta = await caja.create({ chofer_id })
  const created = [await caja.createMovimiento(caja.anAdvance({ chofer_id, ruta_id: ruta.id, monto: 1200 }))]
  created.push(
    await caja.createMovimiento(
      caja.anAdvance({ tipo: 'comision', chofer_id, ruta_id: ruta.id, monto: 300 }),
    ),
  )
  for (let i = 0; i < gastos; i++)
    created.push(await caja.createMovimiento(caja.aGasto({ chofer_id, monto: 10.35, comprobante: 'recibo' })))
  const body = { chofer_id, movimientos: created.map(({ id }) => id) }
  const answer = await caja.admin.post('/api/liquidaciones', body)
  expect(answer.status).toBe(201)
  return { ruta, liquidacion: answer.body.data }
}

test('settlement PDF: has rows, sums and two signature frames, and writes no log row', async () => {
  const { ruta, liquidacion } = await settled(2)
  const before = await many(caja.server.db, sql`select id from bitacora`)
  const { headers, pages } = await print(liquidacion.id)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="liquidacion_${liquidacion.numero}.pdf"`,
  })
  const [texts = []] = textsOf(pages)
  expect([pages.length, texts.includes('Página 1 de 1'), texts.includes('ANULADA')]).toEqual([1, true, false])
  const heads = ['Fecha', 'Ruta', 'Tipo', 'Concepto', 'Comprobante', 'Monto', 'Entrega', 'Recibe']
  const expectedTexts = [
    'Transportes',
    'NIT: 7845123-6',
    `Liquidación ${liquidacion.numero}`,
    'Óscar Ñáñez',
    ruta.no_ruta,
  ]
  expect(texts).toEqual(
    expect.arrayContaining([...heads, ...expectedTexts, 'El piloto debe Q1,179.30', 'Q300.00']),
  )
  const lines = pages[0]?.lines.map((line) => line.join(' ')) ?? []
  for (const sum of [
    'Saldo anterior Q0.00',
    'Anticipos Q1,200.00',
    'Pagos Q0.00',
    'Cargos Q0.00',
    'Gastos Q20.70',
  ])
    expect(lines.some((line) => line.endsWith(sum))).toBe(true)
  expect(lines).toContain('15/01/2026 Gasto Peaje Recibo Q10.35')
  expect(texts).toContain('Comisiones (no entran en el saldo)')
  expect(await many(caja.server.db, sql`select id from bitacora`)).toEqual(before)
})

test('settlement PDF: many rows fill numbered pages, with the sums beside at least one row', async () => {
  const { liquidacion } = await settled(40)
  const pages = textsOf((await print(liquidacion.id)).pages)
  expect(pages.map((texts) => texts.filter((text) => text.startsWith('Página')))).toEqual([
    ['Página 1 de 2'],
    ['Página 2 de 2'],
  ])
  expect(pages.flat().filter((text) => text === 'Gasto')).toHaveLength(40)
  expect(pages.map((texts) => [texts.includes('Saldo anterior'), texts.includes('Gasto')])).toEqual([
    [false, true],
    [true, true],
  ])
})

test('settlement PDF: an annulled one shows the reason and keeps its sums', async () => {
  const { liquidacion } = await settled(1)
  const motivo = 'Faltaba el recibo de Palín'
  await caja.admin.post(`/api/liquidaciones/${liquidacion.id}/anular`, { motivo })
  const [texts = []] = textsOf((await print(liquidacion.id)).pages)
  expect(texts).toEqual(expect.arrayContaining(['ANULADA', motivo, 'El piloto debe Q1,189.65', 'Q10.35']))
  expect((await caja.admin.get('/api/liquidaciones/999999/pdf')).body.message).toBe(
    'Liquidación no encontrada',
  )
})
