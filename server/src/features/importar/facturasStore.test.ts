import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, one, run, sql } from '../../platform/db/sql.ts'
import { listErrors, postSheet, previewImport, runImport } from '../../test/importar.ts'
import {
  anInvoiceRow,
  invoiceSheet,
  type OpeningOffice,
  openOpeningOffice,
} from '../../test/openingInvoices.ts'
import type { Client } from '../../test/testApp.ts'

// The import of opening invoices (docs/contract/receivables.md). The date is 20/11/2026, noon.

let office: OpeningOffice
let cashier: Client
beforeAll(async () => {
  office = await openOpeningOffice()
  cashier = office.cashier
})
afterAll(() => office.server.close())

const preview = (...rows: string[][]) => previewImport(cashier, 'facturas', invoiceSheet(...rows))
test('import: creates invoices and one payment of what is not open, logged by one request', async () => {
  const row = anInvoiceRow({ 'Saldo inicial': '5,000.00' })
  const open = anInvoiceRow({ NIT: '39525503', Cliente: "O'Higgins Mina" })
  const { status, body } = await runImport(cashier, 'facturas', invoiceSheet(row, open))
  expect([status, body.message, body.data]).toMatchObject([
    201,
    'Se importaron 2 registros.',
    { tipo: 'facturas', filas: 2, nuevas: 2, creados: {} },
  ])
  const { id } = body.data
  const written = await many<{ id: number; numero: string }>(
    office.server.db,
    sql`select f.* from facturas_leer f join importaciones_registros r on r.registro_id = f.id
      where r.importacion_id = ${id} order by f.id`,
  )
  const amounts = { monto: 11_200, retenido: 0, version: 1, estado: 'vigente' }
  expect(written).toMatchObject([
    {
      cliente_id: office.ids.uno,
      fecha: '2026-09-21',
      vence: '2026-10-21',
      cobrado: 6200,
      saldo: 5000,
      ...amounts,
    },
    { cliente_id: office.ids.mina, vence: '2026-09-21', cobrado: 0, saldo: 11_200, ...amounts },
  ])
  const payments = await many(
    office.server.db,
    sql`select c.cliente_id, c.fecha, c.forma, c.referencia, c.monto, c.retenido, c.estado, a.factura_id, a.monto as parte
      from cobros_leer c join cobros_aplicaciones a on a.cobro_id = c.id where a.factura_id = any(${written.map((each) => each.id)}::int[])`,
  )
  expect(payments).toEqual([
    {
      cliente_id: office.ids.uno,
      fecha: '2026-09-21',
      forma: 'Saldo inicial',
      referencia: null,
      monto: 6200,
      retenido: 0,
      estado: 'vigente',
      factura_id: written[0]?.id,
      parte: 6200,
    },
  ])
  const log = await many(
    office.server.db,
    sql`select tipo, accion, nombre from bitacora
      where peticion = (select peticion from bitacora where tipo = 'importaciones' and registro_id = ${id}) order by id`,
  )
  expect(log).toEqual([
    { tipo: 'importaciones', accion: 'importar', nombre: 'importacion' },
    ...written.map((each) => ({ tipo: 'facturas', accion: 'crear', nombre: `A-${each.numero}` })),
    { tipo: 'cobros', accion: 'crear', nombre: "O'Higgins Uno" },
  ])
  // Found by number and client.
  const { busqueda } = (await one<{ busqueda: string }>(
    office.server.db,
    sql`select busqueda from facturas where id = ${written[0]?.id}`,
  )) ?? { busqueda: '' }
  expect(busqueda).toContain(`a-${written[0]?.numero}`)
  expect(busqueda).toContain('uno')
})

test('duplicates: same series and number of a valid invoice', async () => {
  const row = anInvoiceRow({ Serie: 'DUP', Número: '7' })
  expect((await runImport(cashier, 'facturas', invoiceSheet(row))).status).toBe(201)
  const taken = 'La factura DUP-7 ya está registrada.'
  expect(listErrors((await preview(row)).detalle)).toEqual([[2, null, null, taken]])
  const query = (duplicados: string) => ({ duplicados })
  const skipped = await runImport(cashier, 'facturas', invoiceSheet(row), query('saltar'))
  expect(skipped.body.data).toMatchObject({ nuevas: 0, saltadas: 1 })
  const updated = await postSheet(cashier, 'facturas', invoiceSheet(row), query('actualizar'))
  expect([updated.status, updated.body.error.campos]).toEqual([
    400,
    { duplicados: 'Las facturas no se actualizan con una hoja.' },
  ])
  const twice = anInvoiceRow({ Serie: 'DUP', Número: '8' })
  const again = anInvoiceRow({ Serie: 'dup', Número: '008' })
  expect(listErrors((await preview(twice, again)).detalle)).toEqual([[3, null, null, 'Repite la fila 2.']])
  await run(office.server.db, sql`update facturas set estado = 'anulada' where serie = 'DUP'`)
  expect((await preview(row)).nuevas).toBe(1)
})

test('export: is known to the import, all of it', async () => {
  const paid = anInvoiceRow({ NIT: '576937K', Autorización: crypto.randomUUID(), 'Saldo inicial': '1.00' })
  expect((await runImport(cashier, 'facturas', invoiceSheet(anInvoiceRow(), paid))).status).toBe(201)
  const headers = { authorization: `Bearer ${cashier.token}` }
  const url = '/api/facturas/exportar?estado=vigente'
  const { rawPayload } = await office.server.app.inject({ url, headers })
  const again = await previewImport(cashier, 'facturas', rawPayload, { duplicados: 'saltar' })
  expect(again).toMatchObject({ errores: 0, nuevas: 0, saltadas: again.filas, faltan: [] })
  expect(again.filas).toBeGreaterThan(1)
  const campos = again.columnas.map(({ titulo, campo }: Record<string, unknown>) => [titulo, campo])
  expect(campos).toEqual([
    ['Fecha', 'fecha'],
    ['Cliente', 'cliente'],
    ['NIT', 'nit'],
    ['Tipo', 'tipo'],
    ['Serie', 'serie'],
    ['Número', 'numero'],
    ['Autorización', 'uuid'],
    ['Vence', 'vence'],
    ['Monto', 'monto'],
    ['Cobrado', null],
    ['Retención IVA', null],
    ['Retención ISR', null],
    ['Saldo', 'saldo_inicial'],
    ['Días', null],
    ['Estado', null],
  ])
})

test('two imports of one invoice at once: one of them stores it', async () => {
  const sheet = invoiceSheet(anInvoiceRow())
  const statuses = await Promise.all(
    [1, 2].map(async () => (await runImport(cashier, 'facturas', sheet)).status),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
})

test('crear: creates the client, for holders of gestionar_catalogos too', async () => {
  const sheet = invoiceSheet(anInvoiceRow({ Cliente: 'Cliente Nuevo' }))
  const query = { nombres: JSON.stringify({ cliente: { 'Cliente Nuevo': 'crear' } }) }
  expect((await runImport(cashier, 'facturas', sheet, query)).status).toBe(403)
  const { body } = await runImport(office.admin, 'facturas', sheet, query)
  expect(body.data).toMatchObject({ nuevas: 1, creados: { clientes: 1 } })
  const undone = await office.admin.post(`/api/importaciones/${body.data.id}/deshacer`, {})
  expect(undone.status).toBe(200)
  expect((await office.admin.get('/api/clientes?buscar=Cliente%20Nuevo')).body.data).toEqual([])
})

test('permissions: gestionar_cobros alone, from the template to the undo', async () => {
  const others = await office.server.as({
    rol: 'usuario',
    permisos: ['gestionar_catalogos', 'crear_rutas', 'eliminar_rutas'],
    permisos_dinero: ['ver_dinero', 'gestionar_dinero'],
  })
  const { id } = (await runImport(cashier, 'facturas', invoiceSheet(anInvoiceRow()))).body.data
  expect((await postSheet(others, 'facturas', invoiceSheet(anInvoiceRow()))).status).toBe(403)
  expect((await others.get('/api/importar/facturas/plantilla')).status).toBe(403)
  expect((await others.get('/api/importaciones')).body.data).toEqual([])
  expect((await others.post(`/api/importaciones/${id}/deshacer`, {})).status).toBe(404)
  expect((await postSheet(cashier, 'clientes', invoiceSheet(anInvoiceRow()))).status).toBe(403)
  expect((await postSheet(cashier, 'nada', invoiceSheet(anInvoiceRow()))).status).toBe(404)
  const tipos = (await cashier.get('/api/importaciones')).body.data.map(({ tipo }: { tipo: string }) => tipo)
  expect(new Set(tipos)).toEqual(new Set(['facturas']))
  expect((await cashier.post(`/api/importaciones/${id}/deshacer`, {})).status).toBe(200)
})
