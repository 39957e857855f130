import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { insertFactura } from '../../test/cobros.ts'
import { type CobrosOffice, openCobrosOffice } from '../../test/cobrosOffice.ts'
import { readPages, readPdf } from '../../test/readPdf.ts'

// Printed statement of account (docs/contract/receivables.md); it is 20/11/2026.

let office: CobrosOffice
let print: (id: number, query?: string) => ReturnType<typeof printStatement>
beforeAll(async () => {
  office = await openCobrosOffice()
  const company = { nit: '7845123-6', direccion: '12 calle 4-55, zona 12', telefono: '2440-7100' }
  await office.admin.put('/api/ajustes', company)
  const app = office.server.startAnotherApp({ now: () => new Date('2026-11-20T18:00:00Z') })
  print = (id, query) => printStatement(app, id, query)
})
afterAll(() => office.server.close())

async function printStatement(app: CobrosOffice['server']['app'], id: number, query = '') {
  const answer = await app.inject({
    url: `/api/clientes/${id}/estado-de-cuenta/pdf${query}`,
    headers: { authorization: `Bearer ${office.cashier.token}` },
  })
  expect(answer.statusCode).toBe(200)
  const file = answer.rawPayload
  const document = await readPdf(file)
  expect((await document.getPage(1)).view).toEqual([0, 0, 612, 792])
  const pages = await readPages(file)
  return {
    headers: answer.headers,
    pages,
    texts: pages.flatMap(({ pieces }) => pieces.map(({ text }) => text)),
  }
}
const logged = () => many(office.server.db, sql`select id from bitacora`)
const company = ['Transportes', 'NIT: 7845123-6', '12 calle 4-55, zona 12', 'Tel.: 2440-7100']
const totals = ['Por vencer', '1 a 30 días', '31 a 60 días', '61 a 90 días', 'Más de 90 días', 'Total']

test('statement: shows company, client, open invoices and totals, and writes no log row', async () => {
  const id = await office.aClient({ nombre: 'Óscar', apellido: "O'Higgins" })
  const fiscal = { nit: '39525503', nombre_fiscal: 'Café Ñandú, S. A.', direccion: '6a avenida 3-20' }
  await office.cashier.put(`/api/clientes/${id}/fiscal`, fiscal)
  const factura = await insertFactura(office.server.db, { cliente_id: id }, { vence: '2026-10-21' })
  const amounts = { monto: 1000, retencion_iva: 180, retencion_isr: 20.5 }
  await office.pay(factura, amounts, { cliente_id: id })
  await insertFactura(office.server.db, { cliente_id: id }, { vence: '2026-12-01', monto: 2.5 })
  const before = await logged()
  const { headers, texts, pages } = await print(id)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="estado_de_cuenta_${id}.pdf"`,
  })
  const client = ["Óscar O'Higgins", 'Café Ñandú, S. A.', '39525503', '6a avenida 3-20']
  const columns = ['Factura', 'Fecha', 'Vence', 'Días', 'Monto', 'Cobrado', 'Ret. IVA', 'Ret. ISR', 'Saldo']
  const row = [
    await office.nameOf(factura),
    '15/01/2026',
    '21/10/2026',
    '-30',
    'Q11,200.00',
    'Q1,000.00',
    'Q180.00',
    'Q20.50',
    'Q9,999.50',
  ]
  const title = 'Estado de cuenta al 20/11/2026'
  expect(texts).toEqual(expect.arrayContaining([title, ...company, ...client, ...totals, 'Página 1 de 1']))
  const lines = pages[0]?.lines
  expect(lines).toContainEqual(columns)
  expect(lines).toContainEqual(row)
  expect(lines).toContainEqual(['1 a 30 días', 'Q9,999.50'])
  expect(lines).toContainEqual(['Total', 'Q10,002.00'])
  expect(texts).not.toContain('Sin facturas pendientes.')
  expect(await logged()).toEqual(before)
  expect((await print(id, '?corte=2026-01-19')).texts).toEqual(
    expect.arrayContaining(['Estado de cuenta al 19/01/2026', 'Q11,202.50']),
  )
})

test('statement: without open invoices says so, with the totals, also of a client in the bin', async () => {
  const id = await office.aClient()
  await run(office.server.db, sql`update clientes set eliminado_en = now() where id = ${id}`)
  const { texts } = await print(id)
  expect(texts).toEqual(expect.arrayContaining(['Sin facturas pendientes.', ...totals]))
  expect(texts.filter((text) => text === 'Q0.00')).toHaveLength(6)
  const unknown = await office.cashier.get('/api/clientes/2000000/estado-de-cuenta/pdf')
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Cliente no encontrado'])
  expect((await office.cashier.get(`/api/clientes/${id}/estado-de-cuenta/pdf?corte=ayer`)).status).toBe(400)
})

test('statement: of many invoices with the longest values numbers its pages, and no cell reaches the next', async () => {
  const long = 'Ñandúes y Compañía de Transportes '.repeat(3).slice(0, 100).trim()
  const id = await office.aClient({ nombre: long, apellido: long })
  const fiscal = { nombre_fiscal: long, direccion: 'x '.repeat(100).trim() }
  await office.cashier.put(`/api/clientes/${id}/fiscal`, fiscal)
  await run(
    office.server.db,
    sql`insert into facturas (cliente_id, serie, numero, fecha, vence, monto, cobrado, busqueda)
      select ${id}, repeat('W', 20), (90000000000000000000 + n)::text, date '2026-01-15', date '2026-11-20' - n,
        99999999.99, 11111111.11, ''
      from generate_series(1, 60) n`,
  )
  const { pages } = await print(id)
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, { pieces }] of pages.entries()) {
    expect(pieces.map(({ text }) => text)).toContain(`Página ${index + 1} de ${pages.length}`)
    for (const { text, left, right } of pieces)
      expect([text, left > 10, right < 206]).toEqual([text, true, true])
    for (const { y, left, right, text } of pieces) {
      const next = pieces.find((other) => other.y === y && other.left > left)
      expect([text, right <= (next?.left ?? right)]).toEqual([text, true])
    }
  }
  expect(pages.flatMap(({ lines }) => lines).filter((line) => line.includes('Q99,999,999.99'))).toHaveLength(
    60,
  )
})
