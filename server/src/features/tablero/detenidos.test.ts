import { afterEach, beforeEach, expect, test } from 'vitest'
import { aRuta, someReferences } from '../../test/factories.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { changeIncidente, setEstado, stopTrip } from '../../test/stoppedTrips.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Stopped trips on the board and in the notices (docs/contract/trips.md). RUTA-8978 of 24/05/2027 at 08:00 for 8 h has
// stood since 08:05. It is 18:30.

type References = Awaited<ReturnType<typeof someReferences>>

let moment: string
let server: TestApp
let admin: Client
let refs: References
let id: number
beforeEach(async () => {
  moment = '2027-05-24T18:30:00-06:00'
  server = await testApp({ now: () => new Date(moment) })
  admin = await server.as()
  refs = await someReferences(admin)
  id = await create({ hora: '08:00', no_ruta: 'RUTA-8978' })
  await stopTrip(admin, id, '2027-05-24T14:05:00.000Z')
})
afterEach(() => server.close())

const day = '2027-05-24'
const create = async (changes: object = {}, references = refs): Promise<number> =>
  (await admin.post('/api/rutas', aRuta(references, { fecha: day, ...changes }))).body.data.id
const board = async (fecha: string) => (await admin.get(`/api/tablero?fecha=${fecha}`)).body.data
const truck = async (fecha = day) =>
  (await board(fecha)).camiones.find((camion: { id: number }) => camion.id === refs.camion_id)
const freePilots = async (fecha: string): Promise<number[]> =>
  (await board(fecha)).pilotos_libres.map((piloto: { id: number }) => piloto.id)
const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id)

test('board: a stopped trip has its incident, and its truck is detenido whatever the day', async () => {
  await admin.post(`/api/rutas/${id}/incidentes`, { causa: 'Robo', desde: '2027-05-24T14:03:00.000Z' })
  const { estado, rutas } = await truck()
  expect([estado, rutas]).toEqual([
    'detenido',
    [
      expect.objectContaining({
        id,
        estado: 'Incidente',
        desde: '2027-05-24T14:00:00.000Z',
        hasta: '2027-05-24T22:00:00.000Z',
        avisos: [],
        incidente: { causa: 'Robo', desde: '2027-05-24T14:03:00.000Z' },
      }),
    ],
  ])
  expect((await truck('2027-06-20')).estado).toBe('detenido')
  await create({ estado: 'En curso' })
  expect((await truck()).estado).toBe('detenido')
  await admin.post('/api/mantenimientos', aMantenimiento(refs.camion_id, { estado: 'En proceso' }))
  expect((await truck()).estado).toBe('en_taller')
})

test('board: other rows lack incidente, also a trip under way with an open incident', async () => {
  await setEstado(admin, id, 'En curso')
  await admin.post(`/api/rutas/${id}/incidentes`, { causa: 'Robo' })
  const { estado, rutas } = await truck()
  expect(estado).toBe('en_viaje')
  expect(rutas).toHaveLength(1)
  expect(rutas[0]).not.toHaveProperty('incidente')
})

test('board: a stopped trip is on each day up to now, and occupies its pilot for 24 hours more', async () => {
  moment = '2027-05-26T00:30:00-06:00'
  for (const fecha of [day, '2027-05-25', '2027-05-26']) {
    expect(idsOf((await truck(fecha)).rutas)).toEqual([id])
    expect(await freePilots(fecha)).not.toContain(refs.chofer_id)
  }
  for (const fecha of ['2027-05-23', '2027-05-27', '2027-05-28'])
    expect((await truck(fecha)).rutas).toEqual([])
  expect(await freePilots('2027-05-23')).toContain(refs.chofer_id)
  expect(await freePilots('2027-05-27')).not.toContain(refs.chofer_id)
  expect(await freePilots('2027-05-28')).toContain(refs.chofer_id)
  // At midnight exactly, today has not begun for it.
  moment = '2027-05-26T00:00:00-06:00'
  expect((await truck('2027-05-26')).rutas).toEqual([])
  expect(await freePilots('2027-05-27')).toContain(refs.chofer_id)
})

test('board: a closed incident leaves the trip on its date alone', async () => {
  await changeIncidente(admin, id, { hasta: '2027-05-24T15:00:00.000Z' })
  moment = '2027-05-26T12:00:00-06:00'
  const [viaje] = (await truck()).rutas
  expect([viaje.id, viaje.avisos]).toEqual([id, []])
  expect(viaje).not.toHaveProperty('incidente')
  expect((await truck('2027-05-25')).rutas).toEqual([])
  expect((await truck()).estado).toBe('libre')
  expect(await freePilots(day)).toContain(refs.chofer_id)
})

test('board and notices: a stopped trip overlaps the open trips of the next 24 hours', async () => {
  const tomorrow = await create({ fecha: '2027-05-25', hora: '18:29', no_ruta: 'RUTA-9001' })
  const later = await create({ fecha: '2027-05-26', hora: '02:29', no_ruta: 'RUTA-9002' })
  const codes = ['CAMION_OCUPADO', 'PILOTO_OCUPADO', 'AYUDANTE_OCUPADO']
  expect((await truck()).rutas[0].avisos).toEqual(codes)
  expect((await truck('2027-05-25')).rutas).toMatchObject([{ id: tomorrow, avisos: codes }])
  expect((await truck('2027-05-26')).rutas).toMatchObject([
    { id: tomorrow, avisos: codes },
    { id: later, avisos: [] },
  ])
  const choques = async () => (await admin.get('/api/avisos?clase=choque')).body.data
  expect(await choques()).toMatchObject([{ id: `rutas-${id}-${tomorrow}`, fecha: '2027-05-25' }])
  await setEstado(admin, id, 'Entregado')
  expect(await choques()).toEqual([])
})
