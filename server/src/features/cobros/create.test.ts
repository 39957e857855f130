import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { aCobro } from '../../test/cobros.ts'
import { type CobrosOffice, cobrosPath, openCobrosOffice } from '../../test/cobrosOffice.ts'
import { expectConflict } from '../../test/openOffice.ts'
import { countByStatus } from '../../test/users.ts'

// Payments of clients (docs/contract/receivables.md).

let office: CobrosOffice
let { server, cashier, cliente_id, aClient, aFactura, post, pay, sumsOf, nameOf, camposOf } =
  {} as CobrosOffice
beforeAll(async () => {
  office = await openCobrosOffice()
  ;({ server, cashier, cliente_id, aClient, aFactura, post, pay, sumsOf, nameOf, camposOf } = office)
})
afterAll(() => office.server.close())

describe('POST /api/cobros', () => {
  test('returns the payment with its allocations and lowers the saldo, without a version or log row of the invoice', async () => {
    const [first, second] = [await aFactura(), await aFactura(500.5)]
    const { status, body } = await post(first, {
      referencia: "  Boleta d'Or  ",
      aplicaciones: [
        { factura_id: second, monto: 500.5 },
        {
          factura_id: first,
          monto: '10520',
          retencion_iva: 180,
          constancia_iva: ' C-1 ',
          retencion_isr: 500,
        },
      ],
    })
    const none = { constancia_iva: null, constancia_isr: null }
    const [serie, numero] = ((await nameOf(first)) ?? '').split('-')
    const [, other] = ((await nameOf(second)) ?? '').split('-')
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        message: 'Cobro creado exitosamente',
        data: {
          id: expect.any(Number),
          cliente_id,
          cliente: expect.any(String),
          fecha: '2026-01-20',
          forma: 'Transferencia',
          referencia: "Boleta d'Or",
          aplicaciones: [
            {
              ...none,
              factura_id: first,
              serie,
              numero,
              monto: 10_520,
              retencion_iva: 180,
              constancia_iva: 'C-1',
              retencion_isr: 500,
            },
            {
              ...none,
              factura_id: second,
              serie,
              numero: other,
              monto: 500.5,
              retencion_iva: 0,
              retencion_isr: 0,
            },
          ],
          monto: 11_020.5,
          retencion_iva: 180,
          retencion_isr: 500,
          retenido: 680,
          estado: 'vigente',
          motivo: null,
          version: 1,
          creado_en: expect.any(String),
          actualizado_en: expect.any(String),
        },
      },
    ])
    expect(await cashier.get(`${cobrosPath}/${body.data.id}`)).toMatchObject({
      status: 200,
      body: { data: body.data },
    })
    const kept = { version: 1, unchanged: true }
    expect(await sumsOf(first)).toEqual({
      ...kept,
      cobrado: 10_520,
      retencion_iva: 180,
      retencion_isr: 500,
      saldo: 0,
    })
    expect(await sumsOf(second)).toMatchObject({ ...kept, cobrado: 500.5, saldo: 0 })
    expect(await many(server.db, sql`select from bitacora where tipo = 'facturas'`)).toEqual([])
    expect(
      await many(
        server.db,
        sql`select accion, cambios, nombre from bitacora where tipo = 'cobros' and registro_id = ${body.data.id}`,
      ),
    ).toEqual([{ accion: 'crear', cambios: {}, nombre: body.data.cliente }])
  })

  test('accepts 11,020.00 with 180.00 withheld of 11,200.00, and one cent more is 409', async () => {
    const factura = await aFactura()
    expectConflict(
      await pay(factura, { monto: 11_020.01, retencion_iva: 180 }),
      'El cobro pasa del saldo (Q11,200.00).',
    )
    expect((await pay(factura, { monto: 11_020, retencion_iva: 180 })).status).toBe(201)
    expect(await sumsOf(factura)).toMatchObject({ saldo: 0 })
    expectConflict(await pay(factura, { monto: 0.01 }), 'El cobro pasa del saldo (Q0.00).')
  })

  test('adds cents exactly', async () => {
    const factura = await aFactura(0.3)
    expect((await pay(factura, { monto: 0.1, retencion_iva: 0.2 })).status).toBe(201)
    expect(await sumsOf(factura)).toMatchObject({ saldo: 0 })
  })

  test('accepts a withholding alone without forma, and keeps a sent one', async () => {
    const factura = await aFactura()
    const without = await pay(factura, { retencion_iva: 180, monto: '' }, { forma: undefined })
    expect([without.status, without.body.data.forma]).toEqual([201, null])
    const kept = await pay(factura, { retencion_isr: 500, monto: null }, { forma: 'Cheque' })
    expect([kept.status, kept.body.data.forma]).toEqual([201, 'Cheque'])
  })

  test('accepts a client in the bin', async () => {
    const client = await aClient()
    const factura = await aFactura(100, client)
    await run(server.db, sql`update clientes set eliminado_en = now() where id = ${client}`)
    expect((await post(factura, { cliente_id: client })).status).toBe(201)
  })

  test.each([
    ['no client', { cliente_id: undefined }, { cliente_id: 'Este campo es obligatorio.' }],
    [
      'an unknown client',
      { cliente_id: 2_000_000 },
      { cliente_id: 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.' },
    ],
    ['no forma', { forma: null }, { forma: 'Este campo es obligatorio.' }],
    ['a forma of imports', { forma: 'Saldo inicial' }, { forma: expect.any(String) }],
    ['tomorrow', { fecha: 'mañana' }, { fecha: 'La fecha no puede ser posterior a hoy.' }],
    ['no allocation', { aplicaciones: [] }, { aplicaciones: 'Elige al menos una factura.' }],
    ['a long reference', { referencia: 'x'.repeat(61) }, { referencia: 'Máximo 60 caracteres.' }],
  ])('returns 400 for %s', async (_name, changes, campos) => {
    const fecha = addDays(todayIn('America/Guatemala', Date.now()), 1)
    const sent = 'fecha' in changes ? { fecha } : changes
    expect(await camposOf(post(await aFactura(), sent))).toEqual(campos)
  })

  test('returns 400 for repeated, empty, too many, unknown and foreign invoices', async () => {
    const factura = await aFactura()
    const foreign = await aFactura(100, await aClient())
    const aplicacion = { factura_id: factura, monto: 1 }
    const sentencesOf = async (aplicaciones: object[]) => camposOf(post(factura, { aplicaciones }))
    expect(await sentencesOf([aplicacion, { ...aplicacion, monto: 2 }])).toEqual({
      aplicaciones: 'Hay una factura repetida.',
    })
    expect(await sentencesOf([{ factura_id: factura, monto: 0 }])).toEqual({
      aplicaciones: 'Escribe un monto o una retención.',
    })
    expect(
      await sentencesOf(Array.from({ length: 101 }, (_, i) => ({ factura_id: i + 1, monto: 1 }))),
    ).toEqual({ aplicaciones: 'Máximo 100 facturas.' })
    for (const factura_id of [foreign, 2_000_000, 3_000_000_000])
      expect(await sentencesOf([aplicacion, { factura_id, monto: 1 }])).toEqual({
        aplicaciones: 'Hay una factura que no es de este cliente.',
      })
    expect(Object.keys(await sentencesOf([{ factura_id: factura, monto: -1 }]))).toEqual(['aplicaciones'])
    expect(await sumsOf(factura)).toMatchObject({ saldo: 11_200 })
  })

  test('returns the 409 of the first invoice in the order of the body', async () => {
    const [open, annulled] = [await aFactura(50), await aFactura(50)]
    await run(server.db, sql`update facturas set estado = 'anulada' where id = ${annulled}`)
    const allocations = [open, annulled].map((factura_id) => ({ factura_id, monto: 60 }))
    expectConflict(await post(open, { aplicaciones: allocations }), 'El cobro pasa del saldo (Q50.00).')
    expectConflict(
      await post(open, { aplicaciones: allocations.toReversed() }),
      `La factura ${await nameOf(annulled)} está anulada.`,
    )
    expect(await sumsOf(open)).toMatchObject({ saldo: 50, cobrado: 0 })
  })

  test('ten payments of the whole saldo at once: one is created', async () => {
    const factura = await aFactura(1000)
    const sent = Array.from({ length: 10 }, () => pay(factura, { monto: 1000 }))
    expect(countByStatus(await Promise.all(sent))).toEqual({ 201: 1, 409: 9 })
    expect(await sumsOf(factura)).toMatchObject({ saldo: 0, cobrado: 1000 })
  })

  test('an Idempotency-Key sent twice at once creates one payment', async () => {
    const factura = await aFactura()
    const options = {
      method: 'POST',
      url: cobrosPath,
      payload: aCobro({ cliente_id }, factura),
      headers: { 'idempotency-key': crypto.randomUUID() },
    } as const
    const [first, second] = await Promise.all([cashier.send(options), cashier.send(options)])
    expect([first.status, second.body]).toEqual([201, first.body])
    expect((await cashier.send(options)).body).toEqual(first.body)
    expect(await sumsOf(factura)).toMatchObject({ cobrado: 100 })
    const id = first.body.data.id
    expect(
      await many(server.db, sql`select from bitacora where tipo = 'cobros' and registro_id = ${id}`),
    ).toHaveLength(1)
  })

  test('payments of two invoices in opposite orders at once do not deadlock', async () => {
    const [one_, two] = [await aFactura(), await aFactura()]
    const sent = Array.from({ length: 12 }, (_, i) => {
      const ids = i % 2 ? [one_, two] : [two, one_]
      return post(one_, { aplicaciones: ids.map((factura_id) => ({ factura_id, monto: 1 })) })
    })
    expect(countByStatus(await Promise.all(sent))).toEqual({ 201: 12 })
    expect([await sumsOf(one_), await sumsOf(two)]).toMatchObject([{ cobrado: 12 }, { cobrado: 12 }])
  })
})
