import { afterEach, beforeEach, expect, test } from 'vitest'
import { aRuta, someReferences } from '../../test/factories.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// GET /api/tablero/semana (docs/contract/trips.md).

/** A Monday. */
const day = '2027-05-24'

let server: TestApp
let admin: Client
let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  server = await testApp({ now: () => new Date(`${day}T12:00:00-06:00`) })
  admin = await server.as()
  refs = await someReferences(admin)
})
afterEach(() => server.close())

const create = async (changes: Record<string, unknown> = {}) => {
  const { status, body } = await admin.post(
    '/api/rutas',
    aRuta(refs, { fecha: day, hora: '06:00', ...changes }),
  )
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

const week = async (fecha = '') => {
  const { status, body } = await admin.get(`/api/tablero/semana?fecha=${fecha}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}
const idsOfWeek = async (fecha?: string) =>
  idsOf((await week(fecha)).camiones.find(({ id }: { id: number }) => id === refs.camion_id)?.rutas ?? [])

test('week: returns the trips from Monday to Sunday, with only what a chip needs', async () => {
  const ruta = await create({ fecha: '2027-05-26' })
  const trip = {
    id: ruta.id,
    no_ruta: ruta.no_ruta,
    desde: '2027-05-26T12:00:00.000Z',
    hasta: '2027-05-26T20:00:00.000Z',
    destino: 'Quetzaltenango',
    estado: 'Pendiente',
    piloto: `${ruta.piloto_nombre} ${ruta.piloto_apellido}`,
    version: 1,
  }
  const expected = {
    desde: day,
    camiones: [{ id: refs.camion_id, placa: ruta.camion_placa, rutas: [trip] }],
  }
  expect(await week()).toEqual(expected)
  expect(await week('2027-05-30')).toEqual(expected)
  expect((await week('2027-05-31')).camiones[0].rutas).toEqual([])
  const clash = await create({ fecha: '2027-05-26', hora: '07:00' })
  const avisos = ['CAMION_OCUPADO', 'PILOTO_OCUPADO', 'AYUDANTE_OCUPADO']
  expect((await week()).camiones[0].rutas).toMatchObject([
    { id: ruta.id, avisos },
    { id: clash.id, avisos },
  ])
})

test('week: includes trips that touch it, and closed ones by their date', async () => {
  const before = await create({ fecha: '2027-05-23', hora: '23:00' })
  const last = await create({ fecha: '2027-05-30', hora: '23:00' })
  const next = await create({ fecha: '2027-05-31', hora: '23:30' })
  const closed = await create({ fecha: '2027-05-25', estado: 'Entregado' })
  const closedBefore = await create({ fecha: '2027-05-22', hora: '23:00', estado: 'Entregado' })
  expect(await idsOfWeek()).toEqual(idsOf([before, closed, last]))
  expect(await idsOfWeek('2027-05-23')).toEqual(idsOf([closedBefore, before]))
  expect(await idsOfWeek('2027-06-01')).toEqual(idsOf([last, next]))
})

test('week: reports the conflicts of the daily board, also with trips outside of the week', async () => {
  const sunday = await create({ fecha: '2027-05-30', hora: '23:00' })
  await create({ fecha: '2027-05-31', hora: '05:00' })
  await create({ fecha: '2027-05-16', estado: 'En curso' })
  const monday = await create({ hora: '11:00' })
  const avisos = ['CAMION_OCUPADO', 'PILOTO_OCUPADO', 'AYUDANTE_OCUPADO']
  expect((await week()).camiones[0].rutas).toMatchObject([
    { id: monday.id, avisos },
    { id: sunday.id, avisos },
  ])
  for (const { id, fecha } of [monday, sunday]) {
    const { body } = await admin.get(`/api/tablero?fecha=${fecha}`)
    expect(body.data.camiones[0].rutas).toMatchObject([{ id, avisos }])
  }
})

test('week: rejects a wrong date; a deleted truck stays while it has trips', async () => {
  const answer = await admin.get('/api/tablero/semana?fecha=2027-02-30')
  expect(invalidCamposOf(answer)).toEqual(['fecha'])
  await create({ estado: 'Entregado' })
  await admin.delete(`/api/camiones/${refs.camion_id}`)
  expect((await week()).camiones).toMatchObject([{ id: refs.camion_id }])
  expect((await week('2027-06-01')).camiones).toEqual([])
})
