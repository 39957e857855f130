import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InvoiceOffice, openInvoiceOffice } from '../../test/cobros.ts'
import { expectConflict, staleMessage } from '../../test/openOffice.ts'

// Writing invoices (docs/contract/receivables.md).

let office: InvoiceOffice
beforeAll(async () => {
  office = await openInvoiceOffice()
})
afterAll(() => office.close())

const hoy = todayIn('America/Guatemala', new Date())

test('POST: returns the invoice as GET does, with defaults', async () => {
  const { nombre, apellido } = (await office.admin.get(`/api/clientes/${office.cliente_id}`)).body.data
  const { status, body } = await office.postFactura({ serie: ' fx-1 ', numero: '00471', monto: '11200.00' })
  const written = {
    id: expect.any(Number),
    cliente_id: office.cliente_id,
    cliente: `${nombre} ${apellido}`,
    tipo: 'FACT',
    uuid: null,
    serie: 'FX1',
    numero: '471',
    fecha: '2026-01-15',
    vence: '2026-01-15',
    monto: 11_200,
    nota: null,
    cobrado: 0,
    retencion_iva: 0,
    retencion_isr: 0,
    retenido: 0,
    saldo: 11_200,
    dias: expect.any(Number),
    diferencia: 0,
    retencion_iva_sugerida: 0,
    retencion_isr_sugerida: 0,
    estado: 'vigente',
    motivo: null,
    archivos: 0,
    version: 1,
    creado_en: expect.any(String),
    actualizado_en: expect.any(String),
    rutas: [],
  }
  expect([status, body]).toEqual([
    201,
    { success: true, message: 'Factura creada exitosamente', data: written },
  ])
  expect(await office.readFactura(body.data.id)).toEqual(body.data)
})

test('POST: reads serie and numero from the authorization, whatever is beside it', async () => {
  const uuid = 'D412A347-9720-44C0-A9CC-FDE068F0A2E7'
  for (const sent of [uuid, 'd412a347972044c0a9ccfde068f0a2e7']) {
    const factura = await office.createFactura({ uuid: sent, serie: 'x'.repeat(30), numero: { a: 1 } })
    expect(factura).toMatchObject({ uuid, serie: 'D412A347', numero: '2535474368' })
    expectConflict(await office.postFactura({ uuid }), 'La factura D412A347-2535474368 ya está registrada.')
    await office.anularFactura(factura.id)
  }
})

test.each([
  [{ fecha: addDays(hoy, 1) }, { fecha: 'La fecha no puede ser posterior a hoy.' }],
  [
    { fecha: addDays(hoy, 1), monto: 0 },
    {
      fecha: 'La fecha no puede ser posterior a hoy.',
      monto: 'El monto debe ser mayor que cero.',
    },
  ],
  [{ vence: '2026-01-14' }, { vence: 'La fecha de vencimiento no puede ser anterior a la de emisión.' }],
  [{ monto: null }, { monto: 'Este campo es obligatorio.' }],
  [{ tipo: 'FPEQ' }, { tipo: 'Elige uno de estos valores: FACT, FCAM.' }],
  [{ uuid: 'D412A347' }, { uuid: 'Escribe el número de autorización completo.' }],
  [{ serie: null, numero: '' }, { uuid: 'Este campo es obligatorio.' }],
  [
    { cliente_id: 2_000_000 },
    { cliente_id: 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.' },
  ],
  [
    { rutas: [{ ruta_id: 2_000_000 }] },
    { rutas: 'Ruta no encontrada. Verifica que la ruta seleccionada sea válida.' },
  ],
  [{ rutas: [{ ruta_id: 1 }, { ruta_id: 1 }] }, { rutas: 'Hay una ruta repetida.' }],
  [{ rutas: Array.from({ length: 201 }, (_, i) => ({ ruta_id: i + 1 })) }, { rutas: 'Máximo 200 rutas.' }],
])('POST: returns 400 for %o', async (changes, campos) => {
  const { status, body } = await office.postFactura(changes)
  expect([status, body.error?.campos]).toEqual([400, campos])
})

test('vence: by default after the credit days of the client, which a later change does not move', async () => {
  const client = await office.createCliente()
  await office.cashier.put(`/api/clientes/${client}/fiscal`, { dias_credito: 30 })
  const factura = await office.createFactura({ cliente_id: client })
  expect(factura).toMatchObject({ vence: '2026-02-14' })
  expect(await office.createFactura({ cliente_id: client, vence: '2026-01-15' })).toMatchObject({
    vence: '2026-01-15',
  })
  await office.cashier.put(`/api/clientes/${client}/fiscal`, { dias_credito: 60 })
  expect(await office.readFactura(factura.id)).toMatchObject({ vence: '2026-02-14' })
  const due = await office.createFactura({ fecha: hoy, vence: addDays(hoy, 3) })
  expect([due.dias, (await office.createFactura({ fecha: addDays(hoy, -2) })).dias]).toEqual([3, -2])
})

test('409s: in the order of the contract', async () => {
  const [first, second, own] = [
    await office.createTrip(),
    await office.createTrip(),
    await office.createTrip(),
  ]
  const other = await office.createFactura({
    serie: 'B',
    numero: '1',
    rutas: [{ ruta_id: first.id }, { ruta_id: second.id }],
  })
  const factura = await office.createFactura({ rutas: [{ ruta_id: own.id }] })
  const { serie, numero, fecha } = factura
  const lines = [{ ruta_id: own.id }, { ruta_id: second.id }, { ruta_id: first.id }]
  const taken = { serie: 'b', numero: '01', fecha, monto: 1, rutas: lines }
  expectConflict(await office.putFactura(factura.id, { ...taken, version: 7 }), staleMessage)
  const registered = 'La factura B-1 ya está registrada.'
  expectConflict(await office.putFactura(factura.id, taken), registered)
  expectConflict(await office.postFactura({ serie: 'B', numero: '1', rutas: lines.slice(1) }), registered)
  const inOther = `${second.no_ruta} ya está en la factura B-1.`
  expectConflict(await office.putFactura(factura.id, { ...taken, serie, numero }), inOther)
  expectConflict(await office.postFactura({ rutas: lines.slice(1) }), inOther)
  expect(await office.readFactura(factura.id)).toEqual(factura)
  await office.anularFactura(factura.id)
  expectConflict(await office.putFactura(factura.id, taken), 'La factura está anulada.')
  expectConflict(await office.putFactura(factura.id, { ...taken, version: 1 }), staleMessage)
  await office.anularFactura(other.id)
  expect((await office.postFactura({ serie: 'B', numero: '1', rutas: lines })).status).toBe(201)
})

test('anular: keeps lines, monto and vence, with a balance of 0', async () => {
  const trip = await office.createTrip()
  const factura = await office.createFactura({ rutas: [{ ruta_id: trip.id }] })
  expect((await office.anularFactura(factura.id, { motivo: 'Mal' })).body.error.campos).toHaveProperty(
    'motivo',
  )
  expectConflict(await office.anularFactura(factura.id, { motivo: 'Se repitió', version: 2 }), staleMessage)
  const { status, body } = await office.anularFactura(factura.id, { motivo: ' Se repitió ', version: 1 })
  const annulled = {
    ...factura,
    estado: 'anulada',
    motivo: 'Se repitió',
    saldo: 0,
    dias: null,
    version: 2,
    actualizado_en: expect.any(String),
  }
  expect([status, body]).toEqual([200, { success: true, message: 'Factura anulada', data: annulled }])
  expectConflict(await office.anularFactura(factura.id), 'La factura está anulada.')
  expect((await office.anularFactura(2_000_000)).status).toBe(404)
})
