import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { aCamion, aChofer, aRuta, someReferences } from '../../test/factories.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'

// PATCH /api/rutas/plan (docs/contract/planning.md).

type Changes = Record<string, unknown>
type Trip = Changes & { id: number; version: number; camion_id: number }

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const setModes = (modos: Changes | null) => office.admin.put('/api/ajustes', { modos })
const blocking = { CAMION_OCUPADO: 'bloquear', PILOTO_OCUPADO: 'bloquear', AYUDANTE_OCUPADO: 'bloquear' }
afterEach(() => setModes(null))

let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  refs = await someReferences(office.admin)
})

const patch = (body: object, headers: Record<string, string> = {}) =>
  office.admin.send({ method: 'PATCH', url: '/api/rutas/plan', payload: body, headers })
const create = async (changes: Changes = {}): Promise<Trip> =>
  (await office.admin.post('/api/rutas', aRuta(refs, changes))).body.data
const read = async (id: number): Promise<Trip> => (await office.read(id)).body.data
const aTruck = async (): Promise<{ id: number; placa: string }> =>
  (await office.admin.post('/api/camiones', aCamion())).body.data
/** Trips of one hour each, at 00:00, 02:00, … of a day, with trucks, pilots and helpers of their own. */
async function tenTrips(fecha: string): Promise<Trip[]> {
  const trips: Trip[] = []
  for (let i = 0; i < 10; i++) {
    refs = await someReferences(office.admin)
    trips.push(await create({ fecha, hora: `${String(2 * i).padStart(2, '0')}:00`, duracion_min: 60 }))
  }
  return trips
}

test('PATCH /api/rutas/plan: moves 8 of 10 trips to another truck, names the two that overlap, and takes them back', async () => {
  const trips = await tenTrips('2027-03-01')
  const { id: camion_id, placa } = await aTruck()
  const taken = await create({
    ...(await someReferences(office.admin)),
    camion_id,
    fecha: '2027-03-01',
    hora: '04:30',
    duracion_min: 120,
    no_ruta: 'RUTA-8001',
  })
  await setModes(blocking)
  const rutas = trips.map(({ id, version }) => ({ id, version }))
  const trial = await patch({ rutas, cambios: { camion_id }, prueba: true })
  expect([trial.status, trial.body.message]).toEqual([200, 'Se actualizarían 8 de 10 rutas.'])
  expect(trial.body.data.map(({ version }: Trip) => version)).toEqual(rutas.map(() => 1))
  expect((await read(trips[0]?.id ?? 0)).camion_id).toBe(trips[0]?.camion_id)
  const answer = await patch({ rutas, cambios: { camion_id } })
  expect([answer.status, answer.body.message]).toEqual([200, 'Se actualizaron 8 de 10 rutas.'])
  const text = `El camión ${placa} ya está en RUTA-8001 de 04:30 a 06:30.`
  expect(answer.body.data).toEqual(
    trips.map(({ id }, i) =>
      i === 2 || i === 3
        ? {
            id,
            ok: false,
            version: 1,
            mensaje: text,
            avisos: [
              {
                codigo: 'CAMION_OCUPADO',
                gravedad: 'bloqueo',
                texto: text,
                entidad: 'camiones',
                entidad_id: camion_id,
                ruta: {
                  id: taken.id,
                  no_ruta: 'RUTA-8001',
                  desde: '2027-03-01T10:30:00.000Z',
                  hasta: '2027-03-01T12:30:00.000Z',
                },
              },
            ],
          }
        : { id, ok: true, version: 2 },
    ),
  )
  const rows = await findLogRowsOfRequest(office.server.db, answer)
  expect(rows.map(({ accion }) => accion)).toEqual(Array(8).fill('editar'))
  expect(rows[0]?.cambios).toMatchObject({ camion_id: [trips[0]?.camion_id, camion_id] })
  expect(await office.history(trips[0]?.id ?? 0)).toHaveLength(1)
  const moved = answer.body.data.filter(({ ok }: { ok: boolean }) => ok).toReversed()
  const undo = await patch({
    rutas: moved.map(({ id, version }: Trip) => ({
      id,
      version,
      cambios: { camion_id: trips.find((trip) => trip.id === id)?.camion_id },
    })),
  })
  expect(undo.body.message).toBe('Se actualizaron 8 de 8 rutas.')
  for (const trip of trips) expect((await read(trip.id)).camion_id).toBe(trip.camion_id)
})

test('PATCH /api/rutas/plan: a trip is checked against those written before it', async () => {
  await setModes(blocking)
  const one = await create({ fecha: '2027-03-02', hora: '06:00' })
  const two = await create({ fecha: '2027-03-02', hora: '14:00' })
  const at = (trip: Trip, hora: string) => ({ id: trip.id, cambios: { hora } })
  const blocked = await patch({ rutas: [at(one, '14:00'), at(two, '06:00')] })
  expect(blocked.body.message).toBe('Se actualizaron 0 de 2 rutas.')
  const shifted = await patch({ rutas: [at(two, '15:00'), at(one, '07:00')] })
  expect(shifted.body.data.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true])
  // In the other order the first one still meets the second one's old hours.
  const meets = await patch({ rutas: [at(one, '08:00'), at(two, '16:00')] })
  expect(meets.body.data.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true])
})

test('PATCH /api/rutas/plan: changes date, hour, truck, pilot and helper, and nothing else', async () => {
  const before = await create({ fecha: '2027-03-03', hora: '06:00', duracion_min: 90 })
  const other = await someReferences(office.admin)
  const { cliente_id: _client, ...crew } = other
  const cambios = { fecha: '2027-03-04', hora: '07:15', ...crew }
  const { body } = await patch({ rutas: [{ id: before.id, version: 1 }], cambios })
  expect([body.message, body.data]).toEqual([
    'Se actualizó 1 de 1 ruta.',
    [{ id: before.id, ok: true, version: 2 }],
  ])
  const after = await read(before.id)
  const { actualizado_en: _at, camion_placa: _plate, camion_marca: _brand, ...rest } = before
  const changed = Object.keys(rest).filter(
    (name) => JSON.stringify(rest[name]) !== JSON.stringify(after[name]),
  )
  expect(changed.toSorted()).toEqual(
    [...Object.keys(cambios), 'version', 'inicio', 'fin', 'piloto_apellido', 'ayudante_apellido'].toSorted(),
  )
  expect(after).toMatchObject({ ...crew, fecha: '2027-03-04', hora: '07:15:00', duracion_min: 90 })
  const none = await patch({ rutas: [{ id: before.id }], cambios: { ayudante_id: null, camion_id: null } })
  expect([none.body.data[0].ok, (await read(before.id)).ayudante_id]).toEqual([true, null])
  expect((await read(before.id)).camion_id).toBe(crew.camion_id)
})

test('PATCH /api/rutas/plan: the same values succeed and write nothing', async () => {
  const trip = await create({ fecha: '2027-03-08', hora: '06:00' })
  await create({ fecha: '2027-03-08', hora: '06:00' })
  const answer = await patch({ rutas: [{ id: trip.id }], cambios: { hora: '06:00:00', ...refs, fecha: '' } })
  expect(answer.body.data).toEqual([{ id: trip.id, ok: true, version: 1 }])
  expect(await findLogRowsOfRequest(office.server.db, answer)).toEqual([])
})

test('PATCH /api/rutas/plan: in avisar it writes and returns the warnings', async () => {
  const { id: chofer_id } = (await office.admin.post('/api/choferes', aChofer({ vencimiento: '2027-01-01' })))
    .body.data
  const trip = await create({ fecha: '2027-03-09' })
  const { body } = await patch({ rutas: [{ id: trip.id }], cambios: { chofer_id } })
  expect(body.data).toMatchObject([
    { ok: true, version: 2, avisos: [{ codigo: 'LICENCIA_VENCIDA', gravedad: 'aviso' }] },
  ])
  expect(body.data[0].mensaje).toBeUndefined()
})

test('PATCH /api/rutas/plan: runs once per key; a trial ignores keys; other methods return 405', async () => {
  const { id } = await create({ fecha: '2027-03-10' })
  const body = { rutas: [{ id, version: 1 }], cambios: { hora: '05:00' } }
  const key = { 'idempotency-key': `plan-${id}` }
  const trial = await patch({ ...body, prueba: true }, { 'idempotency-key': 'x'.repeat(201) })
  expect([trial.status, trial.body.message]).toEqual([200, 'Se actualizaría 1 de 1 ruta.'])
  expect((await patch({ ...body, prueba: true }, key)).body.data).toEqual([{ id, ok: true, version: 1 }])
  const first = await patch(body, key)
  expect((await patch(body, key)).body).toEqual(first.body)
  expect((await read(id)).version).toBe(2)
  expect((await patch({ ...body, cambios: { hora: '05:30' } }, key)).status).toBe(409)
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const { status, headers } = await office.admin.send({ method, url: '/api/rutas/plan' })
    expect([method, status, headers.allow]).toEqual([method, 405, 'PATCH'])
  }
})

test('PATCH /api/rutas/plan: simultaneous requests over the same trips do not deadlock', async () => {
  await setModes(blocking)
  const trips = await tenTrips('2027-03-11')
  const rutas = trips.map(({ id }) => ({ id }))
  const answers = await Promise.all(
    ['2027-03-12', '2027-03-13', '2027-03-14'].flatMap((fecha) => [
      patch({ rutas, cambios: { fecha } }),
      patch({ rutas: rutas.toReversed(), cambios: { fecha } }),
    ]),
  )
  expect(answers.map(({ body }) => body.message)).toEqual(
    answers.map(() => 'Se actualizaron 10 de 10 rutas.'),
  )
})
