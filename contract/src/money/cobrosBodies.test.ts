import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldErrors } from '../core/validation.ts'
import { cobros } from './cobros.ts'
import { facturas } from './facturas.ts'
import { identifiersOf } from './invoiceInputs.ts'
import { estadoDeCuenta } from './porCobrar.ts'

const errorsOf = (schema: z.ZodType, body: unknown) => {
  const { error } = schema.safeParse(body)
  return error ? fieldErrors(error) : {}
}
const required = 'Este campo es obligatorio.'

describe('body of a factura', () => {
  const { body } = facturas.create
  const uuid = 'D412A347-9720-44C0-A9CC-FDE068F0A2E7'
  const factura = { cliente_id: 7, fecha: '2026-11-20', monto: '11200.00', uuid }
  const errors = (changes: object) => errorsOf(body, { ...factura, ...changes })
  const plain = { uuid: null, serie: ' a-1 ', numero: '0012' }

  test.each([
    [{ uuid: uuid.toLowerCase().replaceAll('-', '') }, { uuid, serie: 'D412A347', numero: '2535474368' }],
    [
      { serie: 'С'.repeat(99), numero: -1 },
      { uuid, serie: 'D412A347', numero: '2535474368' },
    ],
    [plain, { uuid: null, serie: 'A1', numero: '12' }],
  ])('identifiers: of %j are %j', (changes, identifiers) => {
    expect(identifiersOf(body.parse({ ...factura, ...changes }))).toEqual(identifiers)
  })

  test.each([
    [{ uuid: '' }, { uuid: required }],
    [{ uuid: '', serie: ' ', numero: null }, { uuid: required }],
    [{ ...plain, serie: '' }, { serie: required }],
    [{ ...plain, serie: ' - ' }, { serie: required }],
    [{ ...plain, numero: undefined }, { numero: required }],
    [{ ...plain, serie: 'x'.repeat(21) }, { serie: 'Máximo 20 caracteres.' }],
    [{ ...plain, serie: 'С1' }, { serie: 'Usa solo letras y números.' }],
    [{ ...plain, numero: '12a' }, { numero: 'Escribe de 1 a 20 dígitos.' }],
    [{ ...plain, numero: 12 }, { numero: 'Debe ser un texto.' }],
    [{ uuid: uuid.slice(1) }, { uuid: 'Escribe el número de autorización completo.' }],
    [{ uuid: uuid.slice(1), serie: 'x'.repeat(21) }, { uuid: 'Escribe el número de autorización completo.' }],
    [{ tipo: 'NCRE' }, { tipo: 'Elige uno de estos valores: FACT, FCAM.' }],
    [{ vence: '2026-11-19' }, { vence: 'La fecha de vencimiento no puede ser anterior a la de emisión.' }],
    [{ monto: 0 }, { monto: 'El monto debe ser mayor que cero.' }],
    [{ monto: '' }, { monto: required }],
    [{ monto: 0, rutas: [{ ruta_id: 1 }] }, { monto: 'El monto debe ser mayor que cero.' }],
    [{ rutas: [{ ruta_id: 1 }, { ruta_id: 1 }] }, { rutas: 'Hay una ruta repetida.' }],
    [{ rutas: Array.from({ length: 201 }, (_, i) => ({ ruta_id: i + 1 })) }, { rutas: 'Máximo 200 rutas.' }],
    [{ nota: 'x'.repeat(2001) }, { nota: 'Máximo 2000 caracteres.' }],
    [
      { cliente_id: null, fecha: '', uuid: '' },
      { cliente_id: required, fecha: required, uuid: required },
    ],
  ])('body %j: has the errors %j', (changes, expected) => {
    expect(errors(changes)).toEqual(expected)
  })

  test('blanks: become defaults', () => {
    const blank = { tipo: '', vence: '', nota: '', rutas: null }
    expect(body.parse({ ...factura, ...blank })).toMatchObject({
      tipo: 'FACT',
      vence: null,
      nota: null,
      rutas: [],
      monto: 11_200,
    })
    expect(errors({ monto: null, rutas: [{ ruta_id: 1 }, { ruta_id: 2, monto: 0 }] })).toEqual({})
  })
})

describe('body of a cobro', () => {
  const { body } = cobros.create
  const cobro = { cliente_id: 7, fecha: '2026-11-20', forma: 'Cheque' }
  const errors = (changes: object) => errorsOf(body, { ...cobro, ...changes })
  const paid = [{ factura_id: 1, monto: 10 }]

  test.each([
    [{}, { aplicaciones: required }],
    [{ aplicaciones: [] }, { aplicaciones: 'Elige al menos una factura.' }],
    [
      { aplicaciones: Array.from({ length: 101 }, (_, i) => ({ factura_id: i + 1, monto: 1 })) },
      { aplicaciones: 'Máximo 100 facturas.' },
    ],
    [{ aplicaciones: [...paid, ...paid] }, { aplicaciones: 'Hay una factura repetida.' }],
    [{ aplicaciones: [...paid, { factura_id: 2 }] }, { aplicaciones: 'Escribe un monto o una retención.' }],
    [{ aplicaciones: paid, forma: '' }, { forma: required }],
    [
      { aplicaciones: paid, forma: null, fecha: '' },
      { fecha: required, forma: required },
    ],
    [{ aplicaciones: [{ factura_id: 1, retencion_iva: '180.00' }], forma: null }, {}],
    [{ aplicaciones: paid, forma: 'Nota de crédito' }, {}],
  ])('body %j: has the errors %j', (changes, expected) => {
    expect(errors(changes)).toEqual(expected)
  })

  test('forma: rejects Saldo inicial', () => {
    expect(Object.keys(errors({ aplicaciones: paid, forma: 'Saldo inicial' }))).toEqual(['forma'])
  })

  test('allocations: absent amounts are 0, blank certificates null', () => {
    const { aplicaciones } = body.parse({
      ...cobro,
      aplicaciones: [{ factura_id: 1, retencion_isr: '0.01', constancia_isr: ' ' }],
    })
    const zero = { monto: 0, retencion_iva: 0, constancia_iva: null }
    expect(aplicaciones).toEqual([{ factura_id: 1, ...zero, retencion_isr: 0.01, constancia_isr: null }])
  })
})

test.each([
  [{}, { para: required }],
  [{ para: ' ' }, { para: required }],
  [{ para: 'a@b.gt, c@d.gt' }, { para: 'Escribe un correo válido.' }],
  [{ para: `${'x'.repeat(95)}@b.com` }, { para: 'Escribe un correo válido.' }],
  [{ para: 'a@b.gt', corte: '2026-02-30' }, { corte: 'Escribe una fecha válida.' }],
  [{ para: ' a@b.gt ', corte: '' }, {}],
])('body of a statement by mail %j: has the errors %j', (body, expected) => {
  expect(errorsOf(estadoDeCuenta.correo.body, body)).toEqual(expected)
})
