import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { one, sql } from '../../platform/db/sql.ts'
import { someReferences } from '../../test/factories.ts'
import { inParallel } from '../../test/mapConcurrently.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { repairTotals } from './totals.ts'
import { syncTimeZone } from './tripHours.ts'

// Begin and end of trips, read from the table.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())
afterEach(async () => {
  await syncTimeZone(office.server.db, 'America/Guatemala')
  await set({ duracion_viaje_min: null, hora_es: null })
})

const set = (body: unknown) => office.admin.put('/api/ajustes', body)
const spanOf = async (id: number) => {
  const row = await one<{ inicio: string; fin: string; version: number }>(
    office.server.db,
    sql`select inicio, fin, version from rutas where id = ${id}`,
  )
  return [row?.inicio, row?.fin].map((moment) => moment?.slice(0, 16))
}
const form = { fecha: '2027-05-24', hora: '06:00' }

test('trip hours: last eight hours from the departure by default', async () => {
  const { id } = await office.create(form)
  expect(await spanOf(id)).toEqual(['2027-05-24T12:00', '2027-05-24T20:00'])
  await office.put(id, { ...form, hora: '07:00', duracion_min: 30 })
  expect(await spanOf(id)).toEqual(['2027-05-24T13:00', '2027-05-24T13:30'])
})

test('trip hours: recomputed for open trips when a setting changes, without a new version', async () => {
  const open = await office.create(form)
  const withDuration = await office.create({ ...form, duracion_min: 60, estado: 'En curso' })
  const closed = await office.create({ ...form, estado: 'Entregado' })
  await set({ duracion_viaje_min: 120 })
  expect(await spanOf(open.id)).toEqual(['2027-05-24T12:00', '2027-05-24T14:00'])
  expect(await spanOf(withDuration.id)).toEqual(['2027-05-24T12:00', '2027-05-24T13:00'])
  expect(await spanOf(closed.id)).toEqual(['2027-05-24T12:00', '2027-05-24T20:00'])
  await set({ hora_es: 'llegada' })
  expect(await spanOf(open.id)).toEqual(['2027-05-24T10:00', '2027-05-24T12:00'])
  expect(await spanOf(withDuration.id)).toEqual(['2027-05-24T11:00', '2027-05-24T12:00'])
  expect((await office.read(open.id)).body.data.version).toBe(open.version)
  const later = await office.create(form)
  expect(await spanOf(later.id)).toEqual(['2027-05-24T10:00', '2027-05-24T12:00'])
})

test('trip hours: right for trips written while a setting changes', async () => {
  await inParallel(12, Array.from({ length: 60 }), (_none, n) =>
    n % 6 === 0 ? set({ duracion_viaje_min: 60 + n }) : office.post(form),
  )
  const mismatch = await one<{ n: number }>(
    office.server.db,
    sql`select count(*) as n from rutas, ajustes
      where estado = 'Pendiente' and duracion_min is null
        and fin - inicio <> make_interval(mins => duracion_viaje_min)`,
  )
  expect(mismatch?.n).toBe(0)
})

test.each([
  ['Asia/Tokyo', '2027-05-23T21:00'],
  ['+05:30', '2027-05-24T00:30'],
  ['-03:00', '2027-05-24T09:00'],
])("time zone %s: a trip's hour is %s in UTC", async (zone, inicio) => {
  const { id } = await office.create(form)
  await syncTimeZone(office.server.db, zone)
  expect((await spanOf(id))[0]).toBe(inicio)
  expect((await spanOf((await office.create(form)).id))[0]).toBe(inicio)
})

test('trip hours: last the same number of hours across a clock change', async () => {
  await syncTimeZone(office.server.db, 'America/Los_Angeles')
  const { id } = await office.create({ fecha: '2027-03-13', hora: '22:00' })
  expect(await spanOf(id)).toEqual(['2027-03-14T06:00', '2027-03-14T14:00'])
  const { body } = await office.post({ fecha: '2027-03-14', hora: '06:59' })
  expect(body.avisos[0].texto).toMatch(/ de 13\/03\/2027 22:00 a 07:00\.$/)
})

test('syncTimeZone: throws when PostgreSQL does not know the zone', async () => {
  await expect(syncTimeZone(office.server.db, 'Marte/Olympus')).rejects.toThrow(
    'TZ_EMPRESA no es válida: la base de datos no conoce la zona Marte/Olympus.',
  )
})

test("trip hours: the trip's own duration precedes the price list, which precedes the setting", async () => {
  const origen = `Zacapa ${randomUUID()}`
  const tarifa = { origen, destino: 'Cobán', precio: 1, duracion_min: 90, vigente_desde: '2027-05-01' }
  const priced = (await office.admin.post('/api/tarifas', tarifa)).body.data
  const between = { ...form, origen: origen.toUpperCase(), destino: 'coban' }
  const listed = await office.create(between)
  const withDuration = await office.create({ ...between, duracion_min: 30 })
  const before = await office.create({ ...between, fecha: '2027-04-30' })
  const ends = async () =>
    Promise.all([listed, withDuration, before].map(async ({ id }) => (await spanOf(id))[1]))
  expect(await ends()).toEqual(['2027-05-24T13:30', '2027-05-24T12:30', '2027-04-30T20:00'])
  await set({ duracion_viaje_min: 120 })
  expect(await ends()).toEqual(['2027-05-24T13:30', '2027-05-24T12:30', '2027-04-30T14:00'])
  await set({ hora_es: 'llegada' })
  expect((await spanOf(listed.id))[0]).toBe('2027-05-24T10:30')
  await set({ hora_es: 'salida' })
  // A changed price affects only trips written later, or recomputed for a setting.
  await office.admin.put(`/api/tarifas/${priced.id}`, { ...priced, duracion_min: 45 })
  expect((await ends())[0]).toBe('2027-05-24T13:30')
  await office.server.db.transaction(repairTotals)
  expect((await ends())[0]).toBe('2027-05-24T13:30')
  expect((await spanOf((await office.create(between)).id))[1]).toBe('2027-05-24T12:45')
})

const setEstado = (id: number, estado: string) =>
  office.admin.send({ method: 'PATCH', url: '/api/rutas/estado', payload: { rutas: [{ id }], estado } })

test('trip hours: recomputed when a closed trip is reopened', async () => {
  const ruta = await office.create({ ...form, duracion_min: 60 })
  await setEstado(ruta.id, 'Entregado')
  await set({ hora_es: 'llegada' })
  expect(await spanOf(ruta.id)).toEqual(['2027-05-24T12:00', '2027-05-24T13:00'])
  await setEstado(ruta.id, 'Pendiente')
  expect(await spanOf(ruta.id)).toEqual(['2027-05-24T11:00', '2027-05-24T12:00'])
})

test('trip hours: recomputed for stopped trips when a setting changes', async () => {
  const ruta = await office.create(form)
  await setEstado(ruta.id, 'Incidente')
  await set({ duracion_viaje_min: 60 })
  expect(await spanOf(ruta.id)).toEqual(['2027-05-24T12:00', '2027-05-24T13:00'])
  await set({ hora_es: 'llegada' })
  expect(await spanOf(ruta.id)).toEqual(['2027-05-24T11:00', '2027-05-24T12:00'])
})

test('trip hours: PUT recomputes them only for another date, hour, duration, client, place or service', async () => {
  const { origen, ...tarifa } = { origen: `Zacapa ${randomUUID()}`, destino: 'Cobán', precio: 1 }
  const priced = { origen, ...tarifa, duracion_min: 90, vigente_desde: '2027-05-01' }
  const { id: tarifaId } = (await office.admin.post('/api/tarifas', priced)).body.data
  const between = { ...form, origen, destino: 'Cobán' }
  const others = await someReferences(office.admin)
  const newTrip = async () => {
    const { id, no_ruta } = await office.create({ ...between, no_ruta: `H-${randomUUID().slice(0, 8)}` })
    return { id, put: async (changes: object) => office.put(id, { ...between, no_ruta, ...changes }) }
  }
  const trips = await Promise.all(Array.from({ length: 8 }, newTrip))
  await office.admin.put(`/api/tarifas/${tarifaId}`, { ...priced, duracion_min: 45 })
  const kept = ['2027-05-24T12:00', '2027-05-24T13:30']
  const { camion_id, chofer_id, cliente_id } = others
  const recomputed: [object, string][] = [
    [{ fecha: '2027-05-25' }, '2027-05-25T12:45'],
    [{ hora: '07:00' }, '2027-05-24T13:45'],
    [{ duracion_min: 20 }, '2027-05-24T12:20'],
    [{ cliente_id }, '2027-05-24T12:45'],
    [{ origen: 'Otro lugar' }, '2027-05-24T20:00'],
    [{ destino: 'Otro lugar' }, '2027-05-24T20:00'],
    [{ servicio: 'Mudanza' }, '2027-05-24T12:45'],
  ]
  for (const [i, [changes, fin]] of recomputed.entries()) {
    const trip = trips[i]
    for (const same of [{ camion_id, chofer_id }, { ayudante_id: '', precio: 7 }, { comentario: 'No' }]) {
      expect((await trip?.put(same))?.status).toBe(200)
      expect(await spanOf(trip?.id ?? 0)).toEqual(kept)
    }
    await trip?.put(changes)
    expect([changes, (await spanOf(trip?.id ?? 0))[1]]).toEqual([changes, fin])
  }
  const last = trips[7]
  await last?.put({ estado: 'Entregado' })
  expect(await spanOf(last?.id ?? 0)).toEqual(kept)
  await last?.put({ estado: 'En curso' })
  expect((await spanOf(last?.id ?? 0))[1]).toBe('2027-05-24T12:45')
})
