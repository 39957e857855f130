import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { expectConflict, invalidCamposOf } from '../../test/openOffice.ts'
import { countByStatus } from '../../test/users.ts'

// Invoices of gastos (docs/contract/money.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>

describe('invoice', () => {
  const factura = (changes: Changes = {}) => office.aGasto({ comprobante: 'factura', ...changes })

  test.each([
    ['576937-K', '576937K'],
    ['7108-0', '71080'],
    ['3952550-3', '39525503'],
    [' 0039.52550 - 3', '39525503'],
    ['576937-k', '576937K'],
    ['c/f', 'CF'],
    ['CF', 'CF'],
    ['2535474368123', '2535474368123'],
    ['５７６９３７\u2212K', '576937K'],
    ['5.76\u200b93\u20117-k', '576937K'],
  ])('invoice: accepts NIT %s', async (nit, stored) => {
    expect(await office.createMovimiento(factura({ nit }))).toMatchObject({ nit: stored })
  })

  test.each(['576937К', 'С/F'])('invoice: refuses the look-alikes of NIT %s', async (nit) => {
    expect(await office.fieldErrorsOf(factura({ nit }))).toEqual({ nit: 'Usa solo letras y números.' })
  })

  test.each(['8977112-0', '1', 'K', 'CFX', '25354743681234', '576937-1'])(
    'invoice: rejects NIT %s',
    async (nit) => {
      expect(await office.fieldErrorsOf(factura({ nit }))).toEqual({
        nit: 'El NIT no es válido: revisa el último dígito.',
      })
    },
  )

  test('invoice: takes serie and numero from its authorization', async () => {
    const uuid = 'D412A347-9720-44C0-A9CC-FDE068F0A2E7'
    const derived = { uuid, serie: 'D412A347', numero: '2535474368' }
    const { id, version } = await office.createMovimiento(factura({ uuid, serie: 'x', numero: '1' }))
    expect((await office.admin.get(`${movimientosPath}/${id}`)).body.data).toMatchObject(derived)
    const shared = await office.createMovimiento(
      factura({ uuid: uuid.replaceAll('-', ' ').toLowerCase(), compartida: true }),
    )
    expect(shared).toMatchObject({ ...derived, compartida: true })
    expect(await office.fieldErrorsOf(factura({ uuid: uuid.slice(1) }))).toEqual({
      uuid: 'Escribe el número de autorización completo.',
    })
    const plain = await office.admin.put(
      `${movimientosPath}/${id}`,
      factura({ serie: ' a-1 2', numero: '000', version }),
    )
    expect(plain.body.data).toMatchObject({ uuid: null, serie: 'A12', numero: '0' })
    expect(
      invalidCamposOf(
        await office.postMovimiento(factura({ serie: 'X'.repeat(21), numero: '1'.repeat(21) })),
      ),
    ).toEqual(['numero', 'serie'])
  })

  test('invoice: registered once, unless shared', async () => {
    const ruta = await office.create()
    const same = { nit: '7108-0', serie: 'AB', numero: '77' }
    const first = await office.createMovimiento(factura({ ...same, fecha: '2026-01-20', ruta_id: ruta.id }))
    const sentence = `Esa factura ya está registrada: 20/01/2026, ${ruta.no_ruta}.`
    expectConflict(await office.postMovimiento(factura({ ...same, numero: '0077' })), sentence)
    const other = await office.createMovimiento(factura({ ...same, numero: '78' }))
    expectConflict(await office.admin.put(`${movimientosPath}/${other.id}`, factura(same)), sentence)
    expect((await office.postMovimiento(factura({ ...same, compartida: true }))).status).toBe(201)
    // Another numero, or a missing part of the key, is another invoice.
    expect((await office.admin.put(`${movimientosPath}/${first.id}`, factura(same))).status).toBe(200)
    for (let i = 0; i < 2; i++)
      expect((await office.postMovimiento(factura({ nit: 'CF', numero: '77' }))).status).toBe(201)
  })

  test('invoice: of ten simultaneous requests one succeeds', async () => {
    const body = factura({ uuid: 'A'.repeat(32) })
    const answers = await Promise.all(Array.from({ length: 10 }, () => office.postMovimiento(body)))
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 9 })
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectConflict(answer, 'Esa factura ya está registrada: 15/01/2026, sin viaje.')
    }
  })
})
