import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { one, run, sql } from '../../platform/db/sql.ts'
import { asPilotHistory, invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { setRutasAge } from '../../test/tripEvents.ts'

// Time of a status change by the phone's clock (docs/contract/road.md).

let office: RutaOffice
let piloto: Client
beforeAll(async () => {
  office = await openOffice()
  piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
})
afterAll(() => office.close())

const hour = 3600
const day = 24 * hour
/** Returns a moment some seconds from now, in the company's time zone. */
const fromNow = (seconds: number) =>
  new Date(Date.now() + (seconds - 6 * hour) * 1000).toISOString().replace('Z', '-06:00')
const inUtc = (moment: string) => new Date(moment).toISOString()

/** Changes a route, by default a new one created 40 days ago, and returns its newest history row. */
async function changed(more: Record<string, unknown>, ruta?: number) {
  const id = ruta ?? (await office.create()).id
  if (ruta === undefined) await setRutasAge(office.server.db, 40)
  const { status, body } = await piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado: 'En curso', ...more })
  expect([status, body.error]).toEqual([200, undefined])
  const history = await office.history(id)
  expect((await piloto.get(`/piloto/ruta/${id}/historial`)).body.data).toEqual(asPilotHistory(history))
  return history[0] as { fecha: string; hora_dispositivo: string; hecho_en: string; dudosa: boolean }
}

test('status change without hora_dispositivo: has no device time and is not doubtful', async () => {
  const none = { hora_dispositivo: null, hecho_en: null, dudosa: false }
  for (const more of [
    {},
    { hora_dispositivo: null },
    { hora_dispositivo: '', desfase_s: '' },
    { desfase_s: 7200 },
  ])
    expect(await changed(more)).toMatchObject(none)
  const { id } = await office.create()
  expect(await office.history(id)).toMatchObject([{ estado_anterior: null, ...none }])
})

test.each([
  // Seconds from now, claimed offset, accepted, doubtful.
  ['3 h ahead', 3 * hour, 0, false, true],
  ['3 h ahead, with that offset', 3 * hour, 3 * hour, true, true],
  ['33 min ago, offset of a minute', -33 * 60, 60, true, false],
  ['a minute from now', 60, 0, true, false],
  ['an hour ago, offset of 120 s', -hour, 120, true, false],
  ['an hour ago, offset of 121 s', -hour, 121, true, true],
  ['an hour ago, offset of -121 s', -hour, -121, true, true],
  ['29 days ago', -29 * day, 0, true, false],
  ['31 days ago', -31 * day, 0, false, true],
  ['a clock that was never set', -2_000_000_000, -2_000_000_000, true, true],
] as const)('device time: %s', async (_name, seconds, desfase_s, isBelieved, dudosa) => {
  const hora_dispositivo = fromNow(seconds)
  const row = await changed({ hora_dispositivo, desfase_s })
  // An accepted time is never after receipt.
  const claimedMs = Math.min(Date.parse(hora_dispositivo) - desfase_s * 1000, Date.parse(row.fecha))
  const hecho_en = isBelieved ? new Date(claimedMs).toISOString() : null
  expect(row).toMatchObject({ hora_dispositivo: inUtc(hora_dispositivo), hecho_en, dudosa })
})

test('PUT estado: returns 400 for invalid hora_dispositivo or desfase_s, and accepts extreme values', async () => {
  const { id } = await office.create()
  const set = (more: object) => piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado: 'En curso', ...more })
  for (const hora_dispositivo of ['hoy', '2026-11-20', '2026-11-20T08:30:00', 5, {}, '10000-01-01T00:00:00Z'])
    expect(invalidCamposOf(await set({ hora_dispositivo }))).toEqual(['hora_dispositivo'])
  for (const desfase_s of ['5', 1.5, false, [], 2_000_000_001, -2_000_000_001])
    expect(invalidCamposOf(await set({ desfase_s }))).toEqual(['desfase_s'])
  for (const hora_dispositivo of ['0001-01-02T00:00:00Z', '9999-12-31T00:00:00Z'])
    expect((await set({ hora_dispositivo, desfase_s: 2_000_000_000 })).status).toBe(200)
})

test('device time: doubtful before the creation of the trip', async () => {
  const { id } = await office.create()
  expect((await changed({ hora_dispositivo: fromNow(-60) }, id)).dudosa).toBe(false)
  const hora_dispositivo = fromNow(-hour)
  const row = await changed({ nuevoEstado: 'Entregado', hora_dispositivo }, id)
  expect(row).toMatchObject({ hecho_en: inUtc(hora_dispositivo), dudosa: true })
})

test('device time: doubtful before the previous state of a phone, not before one of the office', async () => {
  const { id } = await office.create()
  await setRutasAge(office.server.db, 2)
  const set = async (nuevoEstado: string, seconds: number) =>
    (await changed({ nuevoEstado, hora_dispositivo: fromNow(seconds) }, id)).dudosa
  expect(await set('En curso', -2 * hour)).toBe(false)
  expect(await set('Entregado', -3 * hour)).toBe(true)
  // A doubtful state counts for no later one.
  expect(await set('En curso', -2 * hour + 60)).toBe(false)
  await office.admin.patch(`/api/rutas/${id}`, { estado: 'Incidente' })
  expect(await set('En curso', -hour)).toBe(false)
})

test('device time: doubtful over 24 h before its receipt if the session was heard since then', async () => {
  const ago = (hours: number) => fromNow(-hours * hour)
  const send = async (hours: number, heardHoursAgo: number) => {
    await run(
      office.server.db,
      sql`update sesiones set oida_antes = null, usada_en = now() - make_interval(secs => ${heardHoursAgo * hour})
        where usuario_id = ${piloto.userId}`,
    )
    // The phone reconnects: several requests precede the change.
    await piloto.get('/piloto/mis-rutas')
    await piloto.get('/piloto/mis-rutas')
    return (await changed({ hora_dispositivo: ago(hours) })).dudosa
  }
  expect(await send(30, 31)).toBe(false)
  expect(await send(30, 29)).toBe(true)
  expect(await send(23, 22)).toBe(false)
  // The same pause, as seen by a request a minute later.
  await vi.waitFor(async () =>
    expect(
      await one(office.server.db, sql`select count(*)::int as n from sesiones where oida_antes is not null`),
    ).toEqual({ n: 1 }),
  )
  expect((await changed({ hora_dispositivo: ago(30) })).dudosa).toBe(true)
})

test('incident: begins at its receipt if the time of the phone is doubtful', async () => {
  const { id } = await office.create()
  const incidente = { nuevoEstado: 'Incidente', hora_dispositivo: fromNow(-hour) }
  const { fecha } = await changed(incidente, id)
  const { incidentes } = (await office.admin.get(`/api/rutas/${id}/expediente`)).body.data
  expect(incidentes).toMatchObject([{ desde: fecha }])
})
