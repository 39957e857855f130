import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  expectAccepted,
  expectInvalid,
  openOffice,
  type RutaOffice,
  type SendForm,
} from '../../test/openOffice.ts'

// Amounts, hours, dates and optional fields of a route form.

let office: RutaOffice
let existing: { id: number }
beforeAll(async () => {
  office = await openOffice()
  existing = await office.create()
})
afterAll(() => office.close())

const post: SendForm = (changes) => office.post({ estado: 'Pendiente', ...changes })
const put: SendForm = (changes) => office.put(existing.id, changes)

let numbers = 0
const unique = () => `V-${++numbers}`

describe.each([
  ['POST', post],
  ['PUT', put],
] as const)('%s of a route form', (_method, send) => {
  test.each([
    [0, 0],
    [5, 5],
    [5.5, 5.5],
    [5.25, 5.25],
    [1e2, 100],
    [99_999_999.99, 99_999_999.99],
    ['0', 0],
    ['5', 5],
    ['5.5', 5.5],
    ['5.25', 5.25],
    ['0.10', 0.1],
    ['007', 7],
    [' 5.25 ', 5.25],
    ['99999999.99', 99_999_999.99],
  ])('amount %j: stored as %d', async (sent, stored) => {
    for (const name of ['precio', 'combustible'])
      await expectAccepted(office, send, { [name]: sent, no_ruta: unique() }, { [name]: stored })
  })

  test.each([
    -0.01,
    -1,
    0.001,
    5.255,
    99_999_999.991,
    100_000_000,
    1e21,
    1e-7,
    '5.255',
    '5.250',
    '100000000',
    '1e2',
    '+5',
    '-5',
    '5,5',
    '1,000.00',
    '.5',
    '5.',
    '.',
    '5 5',
    '0x10',
    'Infinity',
    'NaN',
    'Q5',
    '٥',
    '5\u0000',
  ])('amount %j: rejected', async (sent) => {
    for (const name of ['precio', 'combustible']) await expectInvalid(send, { [name]: sent })
  })

  test('hora: accepts HH:MM and HH:MM:SS', async () => {
    for (const hora of ['00:00', '08:30', '23:59'])
      await expectAccepted(office, send, { hora, no_ruta: unique() }, { hora: `${hora}:00` })
    for (const hora of ['00:00:00', '23:59:59'])
      await expectAccepted(office, send, { hora, no_ruta: unique() })
    for (const hora of [
      '24:00',
      '8:30',
      '08:60',
      '08:30:60',
      '0830',
      '08:30:00.5',
      '08:30 AM',
      '08:30Z',
      '-8:30',
    ])
      await expectInvalid(send, { hora })
  })

  test('fecha: rejects a date that does not exist', async () => {
    for (const fecha of ['2026-11-20', '2024-02-29', '2000-02-29', '2000-01-01', '2100-12-31'])
      await expectAccepted(office, send, { fecha, no_ruta: unique() })
    const wrong = [
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '0000-01-01',
    ]
    const malformed = [
      '2026-1-5',
      '20/11/2026',
      '20261120',
      '2026-11-20T00:00:00Z',
      '10000-01-01',
      '-001-01-01',
    ]
    for (const fecha of [...wrong, ...malformed, 'hoy']) await expectInvalid(send, { fecha })
  })

  test('optional fields: null, "" and absence are null', async () => {
    for (const value of [null, '', undefined])
      await expectAccepted(
        office,
        send,
        { combustible: value, ayudante_id: value, comentario: value, no_ruta: unique() },
        { combustible: null, ayudante_id: null, comentario: null },
      )
    await expectAccepted(office, send, { comentario: '   ', no_ruta: unique() }, { comentario: null })
    await expectAccepted(office, send, { comentario: '🚚'.repeat(2000), no_ruta: unique() })
    await expectInvalid(send, { comentario: '🚚'.repeat(2001) })
  })
})
