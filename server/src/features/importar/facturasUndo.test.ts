import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, one, sql } from '../../platform/db/sql.ts'
import { addFile } from '../../test/archivos.ts'
import { aPersona } from '../../test/factories.ts'
import { csv, previewImport, runImport, undoImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// The import of 300 opening invoices, and the undo of such imports (docs/contract/receivables.md).

let server: TestApp
let admin: Client
let cashier: Client
let cliente_id: number
beforeAll(async () => {
  server = await testApp({ now: () => new Date('2026-11-20T12:00:00-06:00') })
  admin = await server.as()
  cashier = await server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_cobros'] })
  cliente_id = (await admin.post('/api/clientes', aPersona({ nombre: 'Aceros', apellido: "D'Oro" }))).body
    .data.id
})
afterAll(() => server.close())

const headings = ['Cliente', 'Serie', 'Número', 'Fecha', 'Monto', 'Saldo inicial']
const counts = () =>
  one(
    server.db,
    sql`select (select count(*) from facturas)::int as facturas, (select count(*) from cobros)::int as cobros,
      (select count(*) from cobros_aplicaciones)::int as aplicaciones,
      (select count(*) from importaciones_creados)::int as registros`,
  )
let numero = 0
/** Imports one invoice of 1,000.00 with 400.00 open. */
async function importOne() {
  const row = ["Aceros D'Oro", 'B', String(++numero), '01/10/2026', '1,000.00', '400.00']
  const { body } = await runImport(cashier, 'facturas', csv(headings, row))
  const factura = await one<{ id: number; cobro_id: number }>(
    server.db,
    sql`select f.id, a.cobro_id from facturas f join cobros_aplicaciones a on a.factura_id = f.id
      where f.serie = 'B' and f.numero = ${String(numero)}`,
  )
  return { importacion: body.data.id as number, nombre: `B-${numero}`, id: 0, cobro_id: 0, ...factura }
}

test('300 opening invoices: preview, import, what clients owe, undo', async () => {
  const before = await counts()
  const rows = Array.from({ length: 300 }, (_, i) => [
    "Aceros D'Oro",
    'SALDOS',
    String(i + 1),
    '15/03/2026',
    `${1000 + i}.37`,
    i % 2 === 0 ? `${100 + i}.13` : '',
  ])
  const open = rows.reduce((sum, [, , , , monto, saldo]) => sum + Math.round(Number(saldo || monto) * 100), 0)
  const sheet = csv(headings, ...rows)
  const preview = await previewImport(cashier, 'facturas', sheet)
  expect(preview).toMatchObject({ filas: 300, nuevas: 300, errores: 0, ignoradas: [] })
  expect(await counts()).toEqual(before)
  const { status, body } = await runImport(cashier, 'facturas', sheet)
  expect([status, body.message]).toEqual([201, 'Se importaron 300 registros.'])
  const [debt, ...others] = (await cashier.get('/api/por-cobrar')).body.data.filas
  expect([debt.total, others]).toEqual([open / 100, []])
  const payments = await one(
    server.db,
    sql`select count(*)::int as n from cobros where forma = 'Saldo inicial'`,
  )
  expect(payments).toEqual({ n: 150 })
  const undone = await undoImport(cashier, body.data.id)
  expect([undone.status, undone.body.message]).toEqual([200, 'Importación deshecha.'])
  expect(await counts()).toEqual(before)
  const log = await many(
    server.db,
    sql`select tipo, accion, count(*)::int as n from bitacora
      where peticion = (select peticion from bitacora where accion = 'deshacer' and registro_id = ${body.data.id})
      group by 1, 2 order by 1`,
  )
  expect(log).toEqual([
    { tipo: 'cobros', accion: 'eliminar', n: 150 },
    { tipo: 'facturas', accion: 'eliminar', n: 300 },
    { tipo: 'importaciones', accion: 'deshacer', n: 1 },
  ])
  // The numbers are free again.
  expect((await previewImport(cashier, 'facturas', sheet)).nuevas).toBe(300)
})

type Imported = Awaited<ReturnType<typeof importOne>>

test.each<[string, (factura: Imported) => Promise<{ status: number }>]>([
  [
    'changed',
    ({ id, nombre }) =>
      cashier.put(`/api/facturas/${id}`, {
        serie: 'B',
        numero: nombre.slice(2),
        fecha: '2026-10-01',
        monto: 1000,
        nota: 'Otra',
      }),
  ],
  [
    'with another payment',
    ({ id }) =>
      cashier.post('/api/cobros', {
        cliente_id,
        fecha: '2026-11-20',
        forma: 'Cheque',
        aplicaciones: [{ factura_id: id, monto: 1 }],
      }),
  ],
  [
    'with a file',
    async ({ id }) => {
      await addFile(cashier, `/api/archivos?entidad=facturas&entidad_id=${id}`)
      return { status: 201 }
    },
  ],
  [
    'whose opening payment is voided',
    ({ cobro_id }) => cashier.post(`/api/cobros/${cobro_id}/anular`, { motivo: 'No se pagó' }),
  ],
])('undo: returns 409 naming an invoice %s', async (_case, use) => {
  const factura = await importOne()
  expect([200, 201]).toContain((await use(factura)).status)
  const before = await counts()
  const { status, body } = await undoImport(cashier, factura.importacion)
  expect([status, body.message, body.error.registros]).toEqual([
    409,
    'No se puede deshacer: 1 registro cambió o se usa.',
    [factura.nombre],
  ])
  expect(await counts()).toEqual(before)
})

test('undo: ignores a new name of the client', async () => {
  const { importacion } = await importOne()
  const { data } = (await admin.get(`/api/clientes/${cliente_id}`)).body
  expect((await admin.put(`/api/clientes/${cliente_id}`, { ...data, apellido: 'Otro' })).status).toBe(200)
  expect((await undoImport(cashier, importacion)).status).toBe(200)
})

test('undo against a void of its opening payment: one of them is refused', async () => {
  await admin.put(`/api/clientes/${cliente_id}`, aPersona({ nombre: 'Aceros', apellido: "D'Oro" }))
  for (let round = 0; round < 5; round++) {
    const { importacion, cobro_id } = await importOne()
    const [undone, voided] = await Promise.all([
      undoImport(cashier, importacion),
      cashier.post(`/api/cobros/${cobro_id}/anular`, { motivo: 'No se pagó' }),
    ])
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([undone.status, voided.status])
  }
})
