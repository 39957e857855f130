import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, raw, run, sql } from '../../platform/db/sql.ts'
import { aFactura, facturasPath, insertFactura } from '../../test/cobros.ts'
import { type CobrosOffice, cobrosPath, openCobrosOffice } from '../../test/cobrosOffice.ts'
import { readSheets, unzip } from '../../test/readXlsx.ts'
import type { Client, TestApp } from '../../test/testApp.ts'

// Sheets of invoices, payments and receivables (docs/contract/receivables.md); it is 20/11/2026.

let office: CobrosOffice
let { server, aClient, pay, anular } = {} as CobrosOffice
let app: TestApp['app']
let cashier: Client
beforeAll(async () => {
  office = await openCobrosOffice()
  ;({ server, aClient, pay, anular } = office)
  app = server.startAnotherApp({ now: () => new Date('2026-11-20T18:00:00Z') })
  cashier = server.clientOf(app, office.cashier.token)
})
afterAll(() => office.server.close())

async function take(url: string) {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${cashier.token}` } })
  expect([url, answer.statusCode]).toEqual([url, 200])
  const [rows = []] = (await readSheets(answer.rawPayload)).rows
  const xml = unzip(answer.rawPayload)['xl/worksheets/sheet1.xml'] ?? ''
  return { name: answer.headers['content-disposition'], rows, xml }
}
const lastLogRow = async () =>
  (
    await many(
      server.db,
      sql`select tipo, accion, registro_id, nombre from bitacora order by id desc limit 1`,
    )
  )[0]
const day = (text: string) => new Date(`${text}T00:00:00Z`)
const aNamedClient = async (apellido: string) => {
  const id = await aClient({ nombre: 'Ana', apellido })
  await cashier.put(`/api/clientes/${id}/fiscal`, { nit: '39525503' })
  return id
}

test('empty sheets: have a totals row of 0', async () => {
  const { rows } = await take(`${cobrosPath}/exportar`)
  expect(rows.slice(1)).toEqual([['Total', null, null, null, null, null, null, 0, 0, null, 0, null, null]])
  const receivables = await take('/api/por-cobrar/exportar')
  expect(receivables.rows.slice(1)).toEqual([['Total', null, 0, 0, 0, 0, 0, 0, null]])
  expect((await take(`${facturasPath}/exportar`)).rows).toHaveLength(1)
})

test('sheet of invoices: has the rows of the list, real dates and numbers, and no totals', async () => {
  const cliente_id = await aNamedClient('Facturada')
  const uuid = 'D412A3479720-44C0A9CCFDE068F0A2E7'
  const create = async (changes: Record<string, unknown>) =>
    (await cashier.post(facturasPath, aFactura(cliente_id, changes))).body.data.id as number
  const open = await create({ uuid, fecha: '2026-11-01', vence: '2026-11-10', monto: 11_200.5 })
  const annulled = await create({ serie: '=1+1', numero: '007', tipo: 'FCAM', fecha: '2026-11-02', monto: 5 })
  await cashier.post(`${facturasPath}/${annulled}/anular`, { motivo: 'Se repitió' })
  const amounts = { monto: 1000, retencion_iva: 180, retencion_isr: 20.5 }
  await pay(open, amounts, { cliente_id, fecha: '2026-11-05' })
  const query = `?cliente_id=${cliente_id}`
  const { name, rows, xml } = await take(`${facturasPath}/exportar${query}`)
  expect(name).toBe('attachment; filename="facturas_2026-11-20.xlsx"')
  const titles =
    'Fecha,Cliente,NIT,Tipo,Serie,Número,Autorización,Vence,Monto,Cobrado,Retención IVA,Retención ISR,Saldo,Días,Estado'
  const authorisation = 'D412A347-9720-44C0-A9CC-FDE068F0A2E7'
  const [nit, client] = ['39525503', 'Ana Facturada']
  expect(rows).toEqual([
    titles.split(','),
    [
      day('2026-11-02'),
      client,
      nit,
      'FCAM',
      '=1+1',
      '7',
      null,
      day('2026-11-02'),
      5,
      0,
      0,
      0,
      0,
      null,
      'Anulada',
    ],
    [
      day('2026-11-01'),
      client,
      nit,
      'FACT',
      'D412A347',
      '2535474368',
      authorisation,
      day('2026-11-10'),
      11_200.5,
      1000,
      180,
      20.5,
      10_000,
      -10,
      'Vigente',
    ],
  ])
  expect(xml).toContain('state="frozen"')
  expect(await lastLogRow()).toEqual({
    tipo: 'facturas',
    accion: 'exportar',
    registro_id: null,
    nombre: 'facturas_2026-11-20.xlsx',
  })
  const filtered = await take(`${facturasPath}/exportar${query}&orden=vence&abiertas=si`)
  expect(filtered.rows.slice(1).map(([, , , , serie]) => serie)).toEqual(['D412A347'])
  const bad = await cashier.get(`${facturasPath}/exportar?desde=2026-02-02&hasta=2026-02-01`)
  expect([bad.status, Object.keys(bad.body.error.campos)]).toEqual([400, ['hasta']])
})

test('sheet of payments: has a row for each allocation, and sums of valid payments that equal SQL', async () => {
  const cliente_id = await aNamedClient('Pagada')
  const facturas: number[] = []
  for (const monto of [1000, 2000]) facturas.push(await insertFactura(server.db, { cliente_id }, { monto }))
  const [first = 0, second = 0] = facturas
  const aplicaciones = [
    { factura_id: second, monto: 0.1, retencion_isr: 5, constancia_isr: '0099' },
    { factura_id: first, monto: 0.2, retencion_iva: 18.3, constancia_iva: '0012' },
  ]
  const both = await pay(first, {}, { cliente_id, referencia: '00123', aplicaciones })
  expect(both.status).toBe(201)
  const annulled = await pay(
    first,
    { monto: 500 },
    { cliente_id, fecha: '2026-11-01', forma: 'Nota de crédito' },
  )
  await anular(annulled.body.data.id)
  const { name, rows } = await take(`${cobrosPath}/exportar?cliente_id=${cliente_id}`)
  expect(name).toBe('attachment; filename="cobros_2026-11-20.xlsx"')
  const numeros = await many<{ numero: string }>(
    server.db,
    sql`select numero from facturas where id = any(${facturas}::int[]) order by id`,
  )
  const [one, two] = numeros.map(({ numero }) => numero)
  const titles =
    'Fecha,Cliente,NIT,Forma,Referencia,Serie,Número,Monto,Retención IVA,Constancia IVA,Retención ISR,Constancia ISR,Estado'
  const line = (fecha: string, ...cells: unknown[]) => [day(fecha), 'Ana Pagada', '39525503', ...cells]
  const n = null
  expect(rows).toEqual([
    titles.split(','),
    line('2026-11-01', 'Nota de crédito', 'TR-1', 'A', one, 500, 0, n, 0, n, 'Anulado'),
    line('2026-01-20', 'Transferencia', '00123', 'A', one, 0.2, 18.3, '0012', 0, n, 'Vigente'),
    line('2026-01-20', 'Transferencia', '00123', 'A', two, 0.1, 0, n, 5, '0099', 'Vigente'),
    ['Total', n, n, n, n, n, n, 0.3, 18.3, n, 5, n, n],
  ])
  expect(await lastLogRow()).toEqual({
    tipo: 'cobros',
    accion: 'exportar',
    registro_id: null,
    nombre: 'cobros_2026-11-20.xlsx',
  })
  const ofSecond = await take(`${cobrosPath}/exportar?factura_id=${second}`)
  expect(ofSecond.rows.slice(1).map((row) => row.slice(6, 11))).toEqual([
    [two, 0.1, 0, n, 5],
    [n, 0.1, 0, n, 5],
  ])
  const all = await take(`${cobrosPath}/exportar`)
  const [sums] = await many<{ iva: number; isr: number }>(
    server.db,
    sql`select sum(retencion_iva) as iva, sum(retencion_isr) as isr from cobros where estado = 'vigente'`,
  )
  expect([all.rows.at(-1)?.[8], all.rows.at(-1)?.[10]]).toEqual([sums?.iva, sums?.isr])
})

test('sheet of receivables: has the rows of the call, its totals, and the day of corte in its name', async () => {
  const cliente_id = await aNamedClient('Debe')
  await insertFactura(server.db, { cliente_id }, { monto: 0.1, vence: '2026-02-10' })
  await insertFactura(server.db, { cliente_id }, { monto: 0.2, vence: '2026-03-20' })
  const { name, rows } = await take('/api/por-cobrar/exportar?corte=2026-03-01')
  expect(name).toBe('attachment; filename="por_cobrar_2026-03-01.xlsx"')
  const titles = 'Cliente,NIT,Por vencer,1 a 30 días,31 a 60 días,61 a 90 días,Más de 90 días,Total,Vence'
  expect(rows[0]).toEqual(titles.split(','))
  const { filas, totales } = (await cashier.get('/api/por-cobrar?corte=2026-03-01')).body.data
  expect(rows.slice(1, -1).map(([client]) => client)).toEqual(
    filas.map(({ cliente }: { cliente: string }) => cliente),
  )
  expect(rows).toContainEqual(['Ana Debe', '39525503', 0.2, 0.1, 0, 0, 0, 0.3, day('2026-02-10')])
  expect(rows.at(-1)).toEqual(['Total', null, ...Object.values(totales), null])
  expect(await lastLogRow()).toEqual({
    tipo: 'facturas',
    accion: 'exportar',
    registro_id: null,
    nombre: 'por_cobrar_2026-03-01.xlsx',
  })
  expect((await take('/api/por-cobrar/exportar')).name).toContain('por_cobrar_2026-11-20.xlsx')
})

test('sheets: more than 100,000 rows are 400, without a log row', async () => {
  const cliente_id = await aClient()
  await server.db.transaction(async (tx) => {
    await run(tx, raw('set local session_replication_role = replica'))
    await run(tx, raw('drop index facturas_por_busqueda, cobros_por_busqueda'))
    await run(
      tx,
      sql`with nuevas as (
          insert into facturas (cliente_id, serie, numero, fecha, vence, monto, cobrado, busqueda)
          select ${cliente_id}, 'X', n, date '2025-01-01', date '2025-01-01', 1, 1, '' from generate_series(1, 100001) n
          returning id),
        pagos as (
          insert into cobros (cliente_id, fecha, monto, busqueda)
          select ${cliente_id}, date '2025-01-01', 100, id::text from nuevas where id % 100 = 0 returning id)
        insert into cobros_aplicaciones (cobro_id, factura_id, monto)
        select (select min(id) from pagos) + f.id % (select count(*) from pagos), f.id, 1 from nuevas f`,
    )
  })
  const before = await lastLogRow()
  for (const path of [facturasPath, cobrosPath]) {
    const { status, body } = await cashier.get(`${path}/exportar?cliente_id=${cliente_id}`)
    expect([path, status, body.error.campos]).toEqual([path, 400, { desde: 'Elige un período más corto.' }])
  }
  expect(await lastLogRow()).toEqual(before)
  await run(server.db, sql`delete from cobros_aplicaciones where factura_id = (select max(id) from facturas)`)
  const { rows } = await take(`${cobrosPath}/exportar?cliente_id=${cliente_id}`)
  expect([rows.length, rows.at(-1)?.[7]]).toEqual([100_002, 100_000])
}, 120_000)
