import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { one, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aRuta, someReferences } from '../../test/factories.ts'
import { asListRow, invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'

// POST /api/rutas/copiar (docs/contract/planning.md).

type Changes = Record<string, unknown>
type Trip = Changes & { id: number; no_ruta: string; chofer_id: number; fecha: string }

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const setModes = (modos: Changes | null) => office.admin.put('/api/ajustes', { modos })
const blocking = { CAMION_OCUPADO: 'bloquear', PILOTO_OCUPADO: 'callar', AYUDANTE_OCUPADO: 'callar' }
afterEach(() => setModes(null))

const copy = (body: object, headers: Record<string, string> = {}) =>
  office.admin.send({ method: 'POST', url: '/api/rutas/copiar', payload: body, headers })
const create = async (changes: Changes = {}): Promise<Trip> => {
  const refs = await someReferences(office.admin)
  return (await office.admin.post('/api/rutas', aRuta(refs, { duracion_min: 60, ...changes }))).body.data
}
const aDay = (n: number, fecha: string) => Promise.all(Array.from({ length: n }, () => create({ fecha })))
const idsOf = (trips: Trip[]) => trips.map(({ id }) => id)
const countOf = async () =>
  (await one<{ n: number }>(office.server.db, sql`select count(*) as n from rutas`))?.n ?? 0
const numbersOf = (rutas: Trip[]) => rutas.map(({ no_ruta }) => Number(no_ruta.replace('RUTA-', '')))
const inARow = (numbers: number[]) => numbers.map((_each, i) => (numbers[0] ?? 0) + i)

test('POST /api/rutas/copiar: copies 25 trips to a day, warns before of the one whose licence ends, once per key', async () => {
  const trips = await aDay(24, '2027-04-01')
  const { id: chofer_id, apellido } = (
    await office.admin.post('/api/choferes', aChofer({ vencimiento: '2027-04-01' }))
  ).body.data
  const expiring = await create({ chofer_id, fecha: '2027-04-01' })
  const rutas = [expiring.id, ...idsOf(trips).toReversed()]
  const before = await countOf()
  const trial = await copy({ rutas, fecha: '2027-04-02' }, { 'idempotency-key': 'dia' })
  expect([trial.status, trial.body.message]).toEqual([200, 'Se crearían 25 rutas.'])
  const texto = `La licencia de Julio ${apellido} vence el 01/04/2027, antes del viaje.`
  expect(trial.body.data.rutas).toEqual(
    rutas.map((id) => ({
      id,
      avisos:
        id === expiring.id
          ? [
              {
                codigo: 'LICENCIA_VENCIDA',
                gravedad: 'aviso',
                texto,
                entidad: 'choferes',
                entidad_id: chofer_id,
              },
            ]
          : [],
    })),
  )
  expect(await countOf()).toBe(before)
  const body = { rutas, fecha: '2027-04-02', prueba: false }
  const [first, again] = await Promise.all([1, 2].map(() => copy(body, { 'idempotency-key': 'dia' })))
  expect([first?.status, again?.status, again?.body]).toEqual([201, 201, first?.body])
  expect(first?.body.message).toBe('Se crearon 25 rutas.')
  expect(await countOf()).toBe(before + 25)
  const created: Trip[] = first?.body.data.rutas
  expect(created).toEqual(
    rutas.map((copia_de) => ({
      id: expect.any(Number),
      no_ruta: expect.any(String),
      fecha: '2027-04-02',
      copia_de,
    })),
  )
  const numbers = numbersOf(created)
  expect(numbers).toEqual(inARow(numbers))
  expect(first?.body.avisos).toMatchObject([{ texto, fecha: '2027-04-02', copia_de: expiring.id }])
  expect((await copy({ ...body, fecha: '2027-04-03' }, { 'idempotency-key': 'dia' })).status).toBe(409)
})

test('POST /api/rutas/copiar: copies all fields but comment, state, number and date, from any day and state', async () => {
  const closed = await create({ fecha: '2020-02-29', estado: 'Entregado', duracion_min: 75 })
  const { body } = await copy({ rutas: [closed.id], fecha: '2020-03-01', prueba: false })
  expect([body.message, Object.keys(body)]).toEqual(['Se creó 1 ruta.', ['success', 'message', 'data']])
  const [{ id, no_ruta }] = body.data.rutas
  const { version: _version, creado_en: _created, actualizado_en: _changed, ...unchanged } = asListRow(closed)
  expect((await office.read(id)).body.data).toMatchObject({
    ...unchanged,
    id,
    no_ruta,
    fecha: '2020-03-01',
    duracion_min: 75,
    comentario: null,
    estado: 'Pendiente',
  })
  expect(await office.history(id)).toMatchObject([{ estado_anterior: null, estado_nuevo: 'Pendiente' }])
  expect((await copy({ rutas: [closed.id], fecha: '2020-03-02' })).body.message).toBe('Se crearía 1 ruta.')
})

test('POST /api/rutas/copiar: two users copy the same day at once and get 50 numbers without a gap', async () => {
  const rutas = idsOf(await aDay(25, '2027-04-05'))
  const other = await office.server.as()
  const before = await countOf()
  const body = { rutas, fecha: '2027-04-06', prueba: false }
  const answers = await Promise.all([copy(body), other.post('/api/rutas/copiar', body)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const numbers = answers.flatMap((answer) => numbersOf(answer.body.data.rutas)).toSorted((a, b) => a - b)
  expect(numbers).toHaveLength(50)
  expect(numbers).toEqual(inARow(numbers))
  expect(await countOf()).toBe(before + 50)
})

test('POST /api/rutas/copiar: an overlap with another copy names the copied trip; in bloquear all are refused', async () => {
  const { id: camion_id, placa } = (await office.admin.post('/api/camiones', aCamion())).body.data
  const one = await create({ camion_id, hora: '06:00', duracion_min: 480, no_ruta: 'RUTA-7001' })
  const two = await create({ camion_id, hora: '13:00', duracion_min: 120, no_ruta: 'RUTA-7002' })
  const rutas = [two.id, one.id]
  const trial = await copy({ rutas, fecha: '2027-04-08' })
  expect(trial.body.data.rutas[0]).toEqual({
    id: two.id,
    avisos: [
      {
        codigo: 'CAMION_OCUPADO',
        gravedad: 'aviso',
        texto: `El camión ${placa} ya está en la copia de RUTA-7001 de 06:00 a 14:00.`,
        entidad: 'camiones',
        entidad_id: camion_id,
        ruta: {
          id: one.id,
          no_ruta: 'RUTA-7001',
          desde: '2027-04-08T12:00:00.000Z',
          hasta: '2027-04-08T20:00:00.000Z',
        },
      },
    ],
  })
  await setModes(blocking)
  const before = await countOf()
  const refused = await copy({ rutas, fecha: '2027-04-08', prueba: false })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `El camión ${placa} ya está en la copia de RUTA-7001 de 06:00 a 14:00.`,
  ])
  expect(
    refused.body.error.avisos.map(({ gravedad, fecha, copia_de }: Changes) => [gravedad, fecha, copia_de]),
  ).toEqual([
    ['bloqueo', '2027-04-08', two.id],
    ['bloqueo', '2027-04-08', one.id],
  ])
  expect(await countOf()).toBe(before)
  expect((await copy({ rutas, fecha: '2027-04-08' })).status).toBe(200)
  // The copied trip itself is named without 'la copia de'.
  const own = await copy({ rutas: [one.id], fecha: one.fecha, prueba: true })
  expect(own.body.data.rutas[0].avisos[0].texto).toBe(
    `El camión ${placa} ya está en RUTA-7001 de 06:00 a 14:00.`,
  )
})

test('POST /api/rutas/copiar: names trips whose records are in the bin, and missing trips', async () => {
  const good = await create({ fecha: '2027-04-10' })
  const bad = await create({ fecha: '2027-04-10', estado: 'Entregado', no_ruta: 'RUTA-7010' })
  await office.admin.delete(`/api/choferes/${bad.chofer_id}`)
  const sentence = 'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.'
  const rutas = [good.id, bad.id]
  const trial = await copy({ rutas, fecha: '2027-04-11' })
  expect(trial.body.data.rutas).toEqual([
    { id: good.id, avisos: [] },
    { id: bad.id, avisos: [], mensaje: sentence },
  ])
  const refused = await copy({ rutas, fecha: '2027-04-11', prueba: false })
  expect(invalidCamposOf(refused)).toEqual(['rutas'])
  expect(refused.body.error.campos.rutas).toBe(`RUTA-7010: ${sentence}`)
  const deleted = await create()
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  for (const id of [deleted.id, 2_000_000_000, 99_999_999_999])
    for (const prueba of [true, false]) {
      const { body, status } = await copy({ rutas: [good.id, id], fecha: '2027-04-11', prueba })
      expect([status, body.error.campos]).toEqual([400, { rutas: 'Ruta no encontrada' }])
    }
})

test('POST /api/rutas/copiar: reports wrong fields; other methods return 405', async () => {
  const { id } = await create()
  const many = Array.from({ length: 101 }, (_each, i) => i + 1)
  for (const rutas of [undefined, null, [], 'x', ['1'], [0], [1.5], [id, id], many])
    expect([rutas, invalidCamposOf(await copy({ rutas, fecha: '2027-01-01' }))]).toEqual([rutas, ['rutas']])
  for (const fecha of [undefined, null, '', 'x', '2027-02-30'])
    expect(invalidCamposOf(await copy({ rutas: [id], fecha }))).toEqual(['fecha'])
  expect(invalidCamposOf(await copy({ prueba: 'no' }))).toEqual(['fecha', 'prueba', 'rutas'])
  expect((await copy({ rutas: [id], fecha: '2027-01-01', prueba: null })).status).toBe(200)
  for (const method of ['GET', 'PATCH', 'PUT', 'DELETE'] as const) {
    const { status, headers } = await office.admin.send({ method, url: '/api/rutas/copiar' })
    expect([method, status, headers.allow]).toEqual([method, 405, 'POST'])
  }
})
