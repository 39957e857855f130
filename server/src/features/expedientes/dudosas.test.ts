import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aPersona } from '../../test/factories.ts'
import { openOfficeWithPilot, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { setRutasAge, toUtc } from '../../test/tripEvents.ts'

// Doubtful times of a phone (docs/contract/road.md).

let office: RutaOffice
let piloto: Client
beforeAll(async () => {
  ;({ office, piloto } = await openOfficeWithPilot())
})
afterAll(() => office.close())

const putTiempos = (id: number, body: object) => office.admin.put(`/api/rutas/${id}/tiempos`, body)
const drive = (id: number, part: string, body: object) => piloto.put(`/piloto/ruta/${id}/${part}`, body)
const reglas = { horas_libres: 2, tarifa_demora: 150 }
const arrival = '2026-01-01T00:00:00Z'
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
const esperaOf = async (id: number) =>
  (await office.admin.get(`/api/rutas/${id}/expediente`)).body.data.espera.carga
const demorasOf = async (cliente: number) => {
  const { data } = (await office.admin.get('/api/reportes/demoras')).body
  return data.find(({ clave }: { clave: string }) => clave === String(cliente))
}

test('tiempos: an arrival before the creation of the trip makes no wait, until the office corrects it', async () => {
  const cliente = (await office.admin.post('/api/clientes', aPersona())).body.data.id
  await office.admin.put(`/api/clientes/${cliente}/reglas`, reglas)
  const { id } = await office.create({ cliente_id: cliente })
  await drive(id, 'tiempos', { llegada_carga: arrival })
  const { body } = await drive(id, 'tiempos', { salida_carga: at(0) })
  expect(body.data).toMatchObject({ llegada_carga: toUtc(arrival), dudosa: true })
  expect(await esperaOf(id)).toBeNull()
  const none = { viajes: 0, horas: 0, cobrable_h: 0, monto: 0 }
  expect(await demorasOf(cliente)).toMatchObject({ ...none, viajes_dudosos: 1 })
  // The same value again corrects nothing.
  expect((await putTiempos(id, { llegada_carga: arrival })).body.data.dudosa).toBe(true)
  expect((await putTiempos(id, { llegada_carga: at(390) })).body.data.dudosa).toBe(false)
  expect(await esperaOf(id)).toMatchObject({ minutos: 390, monto: 675 })
  expect(await demorasOf(cliente)).toMatchObject({ viajes: 1, viajes_dudosos: 0, monto: 675 })
})

test('tiempos: a doubtful unloading keeps the wait at loading', async () => {
  const { id } = await office.create()
  await putTiempos(id, { llegada_carga: at(60), salida_carga: at(30) })
  await drive(id, 'tiempos', { llegada_descarga: arrival, salida_descarga: at(0) })
  expect(await esperaOf(id)).toMatchObject({ minutos: 30 })
  expect((await office.admin.get(`/api/rutas/${id}/expediente`)).body.data.espera.descarga).toBeNull()
})

test('tiempos: a time in the future stays doubtful after a later change', async () => {
  const { id } = await office.create()
  await drive(id, 'tiempos', { salida_carga: at(-60) })
  await run(
    office.server.db,
    sql`update tiempos set actualizado_en = now() + interval '2 hours' where ruta_id = ${id}`,
  )
  expect((await office.admin.get(`/api/rutas/${id}/expediente`)).body.data.tiempos.dudosa).toBe(true)
})

test('entrega: doubtful before the arrival at the unloading', async () => {
  const { id } = await office.create()
  await setRutasAge(office.server.db, 2)
  await putTiempos(id, { llegada_descarga: at(60) })
  const send = async (minutes: number) =>
    (await drive(id, 'entrega', { hora_dispositivo: at(minutes) })).body.data.dudosa
  expect([await send(90), await send(59)]).toEqual([true, false])
})
