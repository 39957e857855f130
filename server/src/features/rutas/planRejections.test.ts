import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCamion, aRuta, someReferences } from '../../test/factories.ts'
import { invalidCamposOf, openOffice, type RutaOffice, staleMessage } from '../../test/openOffice.ts'

// Trips and requests that PATCH /api/rutas/plan rejects.

type Changes = Record<string, unknown>
type Trip = Changes & { id: number; version: number; camion_id: number }

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  refs = await someReferences(office.admin)
})

const patch = (body: object) => office.admin.patch('/api/rutas/plan', body)
const create = async (changes: Changes = {}): Promise<Trip> =>
  (await office.admin.post('/api/rutas', aRuta(refs, changes))).body.data
const read = async (id: number): Promise<Trip> => (await office.read(id)).body.data
const aTruck = async (): Promise<{ id: number; placa: string }> =>
  (await office.admin.post('/api/camiones', aCamion())).body.data
const stop = async (ruta: Trip) => {
  await office.admin.patch('/api/rutas/estado', { rutas: [{ id: ruta.id }], estado: 'Incidente' })
  return read(ruta.id)
}

test('PATCH /api/rutas/plan: names trips that are missing, stale, closed or get a missing record', async () => {
  const deleted = await create()
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  const stale = await create()
  const closed = await create({ estado: 'Entregado' })
  const finished = await create({ estado: 'Incidente', fecha: '2020-01-01' })
  const open = await create({ fecha: '2027-03-05' })
  const cambios = { hora: '05:00' }
  const answer = await patch({
    rutas: [
      { id: deleted.id },
      { id: 99_999_999_999 },
      { id: stale.id, version: 7, cambios: { camion_id: 2_000_000_000 } },
      { id: closed.id, cambios: { camion_id: 2_000_000_000 } },
      { id: finished.id },
      { id: open.id, cambios: { chofer_id: 2_000_000_000, ayudante_id: 9_000_000_000 } },
    ],
    cambios,
  })
  const refused = (id: number, version: number | null, mensaje: string) => ({
    id,
    ok: false,
    version,
    mensaje,
  })
  expect(answer.body.message).toBe('Se actualizaron 0 de 6 rutas.')
  expect(answer.body.data).toEqual([
    refused(deleted.id, null, 'Ruta no encontrada'),
    refused(99_999_999_999, null, 'Ruta no encontrada'),
    refused(stale.id, 1, staleMessage),
    refused(closed.id, 1, 'La ruta ya está cerrada.'),
    refused(finished.id, 1, 'La ruta ya está cerrada.'),
    refused(open.id, 1, 'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.'),
  ])
  expect((await patch({ rutas: [{ id: stale.id, version: 7 }], cambios })).body.message).toBe(
    'Se actualizaron 0 de 1 rutas.',
  )
})

test('PATCH /api/rutas/plan: a trip keeps its truck that is in the bin, another trip cannot get it', async () => {
  const { id: camion_id } = await aTruck()
  const owner = await create({ camion_id, fecha: '2027-03-06', estado: 'Entregado' })
  const other = await create({ fecha: '2027-03-07' })
  await office.admin.delete(`/api/camiones/${camion_id}`)
  await office.admin.patch('/api/rutas/estado', { rutas: [{ id: owner.id }], estado: 'Incidente' })
  const { body } = await patch({
    rutas: [{ id: owner.id }, { id: other.id }],
    cambios: { camion_id, hora: '04:00' },
  })
  expect(body.data).toMatchObject([
    { ok: true, version: 3 },
    { ok: false, mensaje: 'Camión no encontrado. Verifica que el camión seleccionado sea válido.' },
  ])
})

test('PATCH /api/rutas/plan: a stopped trip changes, one with a closed incident does not', async () => {
  const { id: camion_id } = await aTruck()
  const trip = await stop(await create({ estado: 'En curso' }))
  const moved = await patch({ rutas: [{ id: trip.id, version: trip.version }], cambios: { camion_id } })
  expect(moved.body.data).toMatchObject([{ ok: true, version: trip.version + 1 }])
  expect(await read(trip.id)).toMatchObject({ estado: 'Incidente', camion_id })
  const { incidentes } = (await office.admin.get(`/api/rutas/${trip.id}/expediente`)).body.data
  const [{ id, causa, desde }] = incidentes
  await office.admin.put(`/api/rutas/${trip.id}/incidentes/${id}`, { causa, desde, hasta: desde })
  const closed = await patch({ rutas: [{ id: trip.id }], cambios: { hora: '01:00' } })
  expect(closed.body.data[0].mensaje).toBe('La ruta ya está cerrada.')
})

test('PATCH /api/rutas/plan: reports wrong trips and changes at their key', async () => {
  const { id } = await create()
  const many = (n: number) => Array.from({ length: n }, (_each, i) => ({ id: 1_000_000 + i }))
  const cambios = { hora: '05:00' }
  for (const rutas of [undefined, null, [], 'x', [{}], [{ id: 0 }], [{ id: '1' }], [id], many(101)])
    expect(invalidCamposOf(await patch({ rutas, cambios }))).toEqual(['rutas'])
  for (const rutas of [[{ id }, { id }], [{ id, version: 'x' }], [{ id, cambios: {} }]])
    expect(invalidCamposOf(await patch({ rutas, cambios }))).toEqual(['rutas'])
  for (const wrong of [{}, { hora: null }, { camion_id: '' }, { precio: 5 }, { hora: '25:00' }, 'x', []])
    expect([wrong, invalidCamposOf(await patch({ rutas: [{ id }], cambios: wrong }))]).toEqual([
      wrong,
      ['cambios'],
    ])
  for (const wrong of [{ fecha: '2027-02-30' }, { camion_id: 'x' }, { ayudante_id: 0 }])
    expect(invalidCamposOf(await patch({ rutas: [{ id, cambios: wrong }], cambios }))).toEqual(['rutas'])
  for (const none of [undefined, null, ''])
    expect(invalidCamposOf(await patch({ rutas: [{ id, cambios: none }], cambios: none }))).toEqual(['rutas'])
  expect(invalidCamposOf(await patch({ rutas: [], cambios: {}, prueba: 'x' }))).toEqual([
    'cambios',
    'prueba',
    'rutas',
  ])
  expect((await patch({ rutas: many(100), cambios })).status).toBe(200)
})
