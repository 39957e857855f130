import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { insertFactura } from '../../test/cobros.ts'
import { type CobrosOffice, openCobrosOffice } from '../../test/cobrosOffice.ts'
import { type Client, type TestApp } from '../../test/testApp.ts'

// Receivables by age and statements of account (docs/contract/receivables.md); it is 20/11/2026.

let office: CobrosOffice
let { server, aClient, pay, anular } = {} as CobrosOffice
let cashier: Client
let app: TestApp['app']
beforeAll(async () => {
  office = await openCobrosOffice()
  ;({ server, aClient, pay, anular } = office)
  app = server.startAnotherApp({ now: () => new Date('2026-11-21T05:59:00Z') })
  cashier = server.clientOf(app, office.cashier.token)
})
afterAll(() => office.server.close())

const openAmounts = async (query = '') => {
  const { status, body } = await cashier.get(`/api/por-cobrar${query}`)
  expect([status, body.count]).toEqual([200, body.data.filas.length])
  return body.data
}
const statementOf = async (id: number, query = '') => {
  const { status, body } = await cashier.get(`/api/clientes/${id}/estado-de-cuenta${query}`)
  expect([status, body.count]).toEqual([200, body.data.filas.length])
  return body.data
}
/** Creates a client with an invoice for each due date. */
const aDebtor = async (name: string, ...invoices: [vence: string, monto: number, fecha?: string][]) => {
  const id = await aClient({ nombre: name, apellido: 'Sa' })
  const facturas: number[] = []
  for (const [vence, monto, fecha = '2026-01-15'] of invoices)
    facturas.push(await insertFactura(server.db, { cliente_id: id }, { vence, monto, fecha }))
  return { id, facturas }
}
const none = { por_vencer: 0, de_1_a_30: 0, de_31_a_60: 0, de_61_a_90: 0, mas_de_90: 0, total: 0 }
const rowOf = async (id: number, query?: string) =>
  (await openAmounts(query)).filas.find((fila: { cliente_id: number }) => fila.cliente_id === id)

test('por cobrar: without open invoices is empty, with totals of 0', async () => {
  expect(await openAmounts()).toEqual({ corte: '2026-11-20', filas: [], totales: none })
  expect(await statementOf(office.cliente_id)).toEqual({
    corte: '2026-11-20',
    cliente: {
      id: office.cliente_id,
      nombre: expect.any(String),
      nit: null,
      nombre_fiscal: null,
      direccion: null,
    },
    filas: [],
    totales: none,
  })
})

test('por cobrar: puts each invoice into its bucket', async () => {
  const { id } = await aDebtor(
    'Buckets',
    ['2026-11-20', 1],
    ['2026-12-24', 2],
    ['2026-11-19', 10],
    ['2026-10-21', 20],
    ['2026-10-20', 100],
    ['2026-09-21', 200],
    ['2026-09-20', 1000],
    ['2026-08-22', 2000],
    ['2026-08-21', 10_000],
    ['2026-01-15', 20_000],
  )
  const sums = {
    por_vencer: 3,
    de_1_a_30: 30,
    de_31_a_60: 300,
    de_61_a_90: 3000,
    mas_de_90: 30_000,
    total: 33_333,
  }
  expect(await rowOf(id, '?corte=2026-11-20')).toEqual({
    cliente_id: id,
    cliente: 'Buckets Sa',
    ...sums,
    vence: '2026-01-15',
  })
  expect(await statementOf(id)).toMatchObject({ totales: sums })
  expect(await rowOf(id, '?corte=2027-12-31')).toMatchObject({ ...none, mas_de_90: 33_333, total: 33_333 })
  // An invoice counts from its day.
  expect(await rowOf(id, '?corte=2026-01-14')).toBeUndefined()
  expect((await cashier.get('/api/por-cobrar?corte=2026-02-30')).body.error.campos).toEqual({
    corte: expect.any(String),
  })
})

test('statement: a payment of 15/11 does not lower that of 14/11, and an annulled one lowers none', async () => {
  const { id, facturas } = await aDebtor('Pays late', ['2026-02-15', 11_200, '2026-01-15'])
  const [factura = 0] = facturas
  const paid = await pay(
    factura,
    { monto: 11_000, retencion_iva: 180, retencion_isr: 20 },
    { cliente_id: id, fecha: '2026-11-15' },
  )
  expect(paid.status).toBe(201)
  const row = {
    factura_id: factura,
    serie: 'A',
    numero: expect.any(String),
    fecha: '2026-01-15',
    vence: '2026-02-15',
    monto: 11_200,
  }
  const unpaid = { cobrado: 0, retencion_iva: 0, retencion_isr: 0, retenido: 0, saldo: 11_200 }
  expect(await statementOf(id, '?corte=2026-11-14')).toMatchObject({
    filas: [{ ...row, ...unpaid, dias: -272 }],
    totales: { ...none, mas_de_90: 11_200, total: 11_200 },
  })
  expect(await rowOf(id, '?corte=2026-11-14')).toMatchObject({ total: 11_200, vence: '2026-02-15' })
  expect((await statementOf(id, '?corte=2026-11-15')).filas).toEqual([])
  expect(await rowOf(id)).toBeUndefined()
  const partly = await aDebtor('Pays partly', ['2026-11-30', 500])
  await pay(
    partly.facturas[0] ?? 0,
    { monto: 99.5, retencion_isr: 0.5 },
    { cliente_id: partly.id, fecha: '2026-11-01' },
  )
  expect((await statementOf(partly.id)).filas).toMatchObject([
    { cobrado: 99.5, retencion_iva: 0, retencion_isr: 0.5, retenido: 0.5, saldo: 400, dias: 10 },
  ])
  await anular(paid.body.data.id)
  for (const corte of ['2026-11-14', '2026-11-15', '2026-11-20'])
    expect((await statementOf(id, `?corte=${corte}`)).filas).toEqual([
      { ...row, ...unpaid, dias: expect.any(Number) },
    ])
})

test('statement: lists invoices by vence and id, also of a client in the bin, with the tax data', async () => {
  const { id, facturas } = await aDebtor("O'Higgins", ['2026-12-02', 1], ['2026-12-01', 2], ['2026-12-01', 3])
  const fiscal = { nit: '39525503', nombre_fiscal: "O'Higgins, S. A.", direccion: 'Zona 1' }
  await office.cashier.put(`/api/clientes/${id}/fiscal`, fiscal)
  await run(server.db, sql`update clientes set eliminado_en = now() where id = ${id}`)
  const { cliente, filas } = await statementOf(id)
  expect(cliente).toEqual({ id, nombre: "O'Higgins Sa", ...fiscal })
  expect(filas.map(({ factura_id }: { factura_id: number }) => factura_id)).toEqual([
    facturas[1],
    facturas[2],
    facturas[0],
  ])
  expect(await rowOf(id)).toMatchObject({ cliente: "O'Higgins Sa", por_vencer: 6 })
  const unknown = await cashier.get('/api/clientes/2000000/estado-de-cuenta')
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Cliente no encontrado'])
  const both = await cashier.get('/api/clientes/2000000/estado-de-cuenta?corte=x')
  expect(both.status).toBe(400)
})

test('por cobrar: lists clients by their earliest open vence, name and id', async () => {
  const names = ['Zacapa', 'Ángel', 'Álamo', 'Cobán']
  const ids: number[] = []
  for (const name of names)
    ids.push((await aDebtor(name, ['2020-05-05', 1, '2020-01-01'], ['2030-01-01', 1])).id)
  const early = await aDebtor('Último', ['2020-05-04', 1, '2020-01-01'])
  const listed = (await openAmounts()).filas.map(({ cliente_id }: { cliente_id: number }) => cliente_id)
  const [zacapa, angel, alamo, coban] = ids
  expect(listed.slice(0, 5)).toEqual([early.id, alamo, angel, coban, zacapa])
})

describe('sum of all statements', () => {
  const sumOf = (parts: (typeof none)[]) =>
    Object.fromEntries(
      Object.keys(none).map((name) => [
        name,
        Math.round(parts.reduce((sum, part) => sum + part[name as keyof typeof none], 0) * 100) / 100,
      ]),
    )

  test('equals por cobrar and SQL over 10,000 invoices, client by client, at several days', async () => {
    await run(
      server.db,
      sql`with nuevos as (
          insert into clientes (nombre, apellido, telefono, busqueda)
          select 'Cliente ' || n, '', '1', 'cliente ' || n from generate_series(1, 100) n returning id),
        numerados as (select id, row_number() over () as n from nuevos)
        insert into facturas (cliente_id, serie, numero, fecha, vence, monto, busqueda)
        select c.id, 'M', g.n, date '2026-01-01' + g.n % 320, date '2026-01-01' + g.n % 320 + g.n % 61, g.n % 9999 + 0.01 * (g.n % 100) + 1, ''
        from generate_series(1, 10000) g(n) join numerados c on c.n = g.n % 100 + 1`,
    )
    await run(
      server.db,
      sql`with pagos as (
          insert into cobros (cliente_id, fecha, forma, monto, estado, busqueda)
          select cliente_id, least(fecha + id % 90, date '2026-11-20'), 'Cheque', round(monto / (1 + id % 2), 2),
            case when id % 11 = 0 then 'anulado' else 'vigente' end, id::text
          from facturas where serie = 'M' and id % 3 > 0 returning id, monto, busqueda, estado),
        lineas as (
          insert into cobros_aplicaciones (cobro_id, factura_id, monto, retencion_iva)
          select id, busqueda::int, monto - 0.01, 0.01 from pagos returning cobro_id, factura_id, monto, retencion_iva)
        update facturas f set cobrado = l.monto, retencion_iva = l.retencion_iva
        from lineas l join pagos p on p.id = l.cobro_id where f.id = l.factura_id and p.estado = 'vigente'`,
    )
    for (const corte of ['2026-03-31', '2026-11-20', '2027-06-30']) {
      const report = await openAmounts(`?corte=${corte}`)
      expect(sumOf(report.filas)).toEqual(report.totales)
      const clients = await many<{ id: number }>(server.db, sql`select id from clientes order by id`)
      const statements = new Map<number, typeof none>()
      for (const { id } of clients) {
        const { filas, totales } = await statementOf(id, `?corte=${corte}`)
        const saldo = filas.reduce((sum: number, fila: { saldo: number }) => sum + fila.saldo, 0)
        expect(Math.abs(saldo - totales.total)).toBeLessThan(0.001)
        if (totales.total > 0) statements.set(id, totales)
      }
      for (const { cliente_id, cliente: _name, vence: _day, ...sums } of report.filas)
        expect([cliente_id, sums]).toEqual([cliente_id, statements.get(cliente_id)])
      expect(report.filas).toHaveLength(statements.size)
      const [independent] = await many<{ total: number; vencido: number }>(
        server.db,
        sql`select coalesce(sum(abierto), 0) as total, coalesce(sum(abierto) filter (where vence < ${corte}::date), 0) as vencido
          from (
            select vence, monto - coalesce((select sum(a.monto + a.retencion_iva + a.retencion_isr)
              from cobros_aplicaciones a join cobros b on b.id = a.cobro_id
              where a.factura_id = f.id and b.estado = 'vigente' and b.fecha <= ${corte}::date), 0) as abierto
            from facturas f where estado = 'vigente' and fecha <= ${corte}::date) x`,
      )
      const { total, por_vencer } = report.totales
      expect([total, Math.round((total - por_vencer) * 100) / 100]).toEqual([
        independent?.total,
        independent?.vencido,
      ])
    }
  }, 120_000)
})
