import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { type CobrosOffice, cobrosPath, openCobrosOffice } from '../../test/cobrosOffice.ts'
import { aPersona } from '../../test/factories.ts'
import { expectConflict, idsOf, staleMessage } from '../../test/openOffice.ts'
import { countByStatus } from '../../test/users.ts'

// Lists and annulment of payments (docs/contract/receivables.md).

let office: CobrosOffice
let { server, admin, cashier, aClient, aFactura, post, pay, anular, sumsOf, camposOf } = {} as CobrosOffice
beforeAll(async () => {
  office = await openCobrosOffice()
  ;({ server, admin, cashier, aClient, aFactura, post, pay, anular, sumsOf, camposOf } = office)
})
afterAll(() => office.server.close())

describe('POST /api/cobros/:id/anular', () => {
  test('gives the saldo back, raises the version, and logs the reason', async () => {
    const factura = await aFactura()
    const { data } = (await pay(factura, { monto: 11_020, retencion_iva: 180 })).body
    expectConflict(await anular(data.id, { motivo: 'Cheque rechazado', version: 7 }), staleMessage)
    const { status, body } = await anular(data.id, { motivo: ' Cheque rechazado ', version: 1 })
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'Cobro anulado',
        data: {
          ...data,
          estado: 'anulado',
          motivo: 'Cheque rechazado',
          version: 2,
          actualizado_en: expect.any(String),
        },
      },
    ])
    expect(await sumsOf(factura)).toMatchObject({ saldo: 11_200, cobrado: 0, retencion_iva: 0, version: 1 })
    expect(
      await many(
        server.db,
        sql`select accion, cambios, motivo from bitacora where tipo = 'cobros' and registro_id = ${data.id} order by id`,
      ),
    ).toEqual([
      { accion: 'crear', cambios: {}, motivo: null },
      { accion: 'estado', cambios: { estado: ['vigente', 'anulado'] }, motivo: 'Cheque rechazado' },
    ])
    expectConflict(await anular(data.id), 'El cobro está anulado.')
    expectConflict(await anular(data.id, { motivo: 'Otra vez', version: 1 }), staleMessage)
  })

  test('returns 404 and 400, and of ten at once one succeeds', async () => {
    expect((await anular(2_000_000)).body).toMatchObject({ message: 'Cobro no encontrado' })
    expect((await cashier.get(`${cobrosPath}/2000000`)).status).toBe(404)
    const factura = await aFactura()
    const { id } = (await post(factura)).body.data
    expect(await camposOf(anular(id, { motivo: 'No' }))).toEqual({ motivo: 'Mínimo 5 caracteres.' })
    expect(countByStatus(await Promise.all(Array.from({ length: 10 }, () => anular(id))))).toEqual({
      200: 1,
      409: 9,
    })
    expect(await sumsOf(factura)).toMatchObject({ saldo: 11_200 })
  })

  test('returns the first answer to a repeated key', async () => {
    const { id } = (await post(await aFactura())).body.data
    const url = `${cobrosPath}/${id}/anular`
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () =>
      cashier.send({ method: 'POST', url, payload: { motivo: 'Cheque rechazado', version: 1 }, headers })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect((await send()).body).toEqual(first.body)
  })

  test('payments have no PUT and no DELETE', async () => {
    const { id } = (await post(await aFactura())).body.data
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const)
      expect((await cashier.send({ method, url: `${cobrosPath}/${id}`, payload: {} })).status).toBe(405)
    expect((await cashier.send({ method: 'POST', url: `${cobrosPath}/exportar`, payload: {} })).status).toBe(
      405,
    )
  })
})

describe('GET /api/cobros', () => {
  type Changes = Record<string, unknown>
  test('filters, and lists the newest first', async () => {
    const client = await aClient({ nombre: 'Ñandú', apellido: "O'Higgins" })
    const [first, second] = [await aFactura(900, client), await aFactura(900, client)]
    const make = async (factura: number, changes: Changes) =>
      (await post(factura, { cliente_id: client, ...changes })).body.data.id as number
    const old = await make(first, { fecha: '2025-03-01', referencia: 'Cheque 77' })
    const both = await make(first, {
      fecha: '2025-03-02',
      aplicaciones: [first, second].map((factura_id) => ({ factura_id, monto: 1 })),
    })
    const newest = await make(second, { fecha: '2025-03-02' })
    await anular(newest)
    const list = async (query: string) => cashier.get(`${cobrosPath}?${query}`)
    const all = await list(`cliente_id=${client}`)
    expect(idsOf(all)).toEqual([newest, both, old])
    expect(all.body).toMatchObject({
      count: 3,
      paginacion: { pagina: 1, total: 3, paginas: 1, exacto: true },
    })
    expect(all.body.data[1]).toEqual((await cashier.get(`${cobrosPath}/${both}`)).body.data)
    expect(idsOf(await list(`factura_id=${first}`))).toEqual([both, old])
    expect(idsOf(await list(`factura_id=${second}&estado=vigente`))).toEqual([both])
    expect(
      idsOf(await list(`cliente_id=${client}&desde=2025-03-02&hasta=2025-03-02&porPagina=1&pagina=2`)),
    ).toEqual([both])
    expect(idsOf(await list('buscar=nandu%20o%27higgins%20cheque'))).toEqual([old])
    await admin.put(`/api/clientes/${client}`, { ...aPersona(), nombre: 'Otro', apellido: 'Nombre nuevo' })
    expect(idsOf(await list('buscar=otro%20nombre%20nuevo%2077'))).toEqual([old])
    expect(idsOf(await list('factura_id=2000000'))).toEqual([])
    expect(await camposOf(list('desde=2025-03-02&hasta=2025-03-01'))).toEqual({ hasta: expect.any(String) })
    expect(Object.keys(await camposOf(list('estado=anulada')))).toEqual(['estado'])
  })
})
