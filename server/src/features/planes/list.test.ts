import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readListExport } from '../../test/exportar.ts'
import { mantenimientoFactory, type TestTruck } from '../../test/mantenimientos.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Lists of maintenance plans (docs/contract/fleet.md).

let server: TestApp
let admin: Client
let create: ReturnType<typeof mantenimientoFactory>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  create = mantenimientoFactory(admin)
})
afterAll(() => server.close())

const hoy = todayIn('America/Guatemala', Date.now())

const makePlan = (truck: TestTruck, changes: object) => create.plan(truck.id, changes)

test('GET /api/planes: orders what is due first', async () => {
  const letters = crypto.randomUUID().slice(0, 6)
  const [a, b] = [await create.camion(`A-${letters}`), await create.camion(`B-${letters}`)]
  const lectura = { fecha: addDays(hoy, -1), km: 100_000 }
  for (const { id: camion_id } of [a, b]) await admin.post('/api/lecturas', { ...lectura, camion_id })
  const since = (days: number) => ({ desde_fecha: addDays(hoy, -days), cada_dias: 100 })
  const left = (km: number) => ({ desde_km: 99_000 + km, cada_km: 1000, cada_dias: null, desde_fecha: hoy })
  const km = { desde_km: null, cada_km: null }
  await makePlan(a, { nombre: 'inactivo', ...km, ...since(300), activo: false })
  await makePlan(b, { nombre: 'al día 30', ...km, ...since(70) })
  await makePlan(a, { nombre: 'ñandú', ...left(700) })
  await makePlan(a, { nombre: 'nz', ...left(700) })
  await makePlan(b, { nombre: 'na', ...left(700) })
  await makePlan(b, { nombre: 'por vencer km', ...left(500) })
  await makePlan(b, { nombre: 'por vencer hoy', ...km, ...since(100) })
  await makePlan(b, { nombre: 'por vencer 15', ...km, ...since(85) })
  await makePlan(b, { nombre: 'al día 16', ...km, ...since(84) })
  await makePlan(b, { nombre: 'vencido km', ...left(-1) })
  await makePlan(b, { nombre: 'vencido ayer', ...km, ...since(101) })
  await makePlan(b, { nombre: 'vencido ambos', ...since(101), desde_km: 0, cada_km: 1000 })
  await makePlan(b, { nombre: 'sin km', ...left(0), desde_km: null })
  const dueFirst = [
    'vencido ambos',
    'vencido ayer',
    'vencido km',
    'por vencer hoy',
    'por vencer 15',
    'por vencer km',
    'al día 16',
    'al día 30',
    'nz',
    'ñandú',
    'na',
    'sin km',
    'inactivo',
  ]
  const namesOf = async (query: string) => {
    const { body } = await admin.get(`/api/planes?buscar=${letters}${query}`)
    return body.data.map(({ nombre }: { nombre: string }) => nombre)
  }
  expect(await namesOf('')).toEqual(dueFirst)
  expect(await namesOf('&orden=vence&pagina=2&porPagina=5')).toEqual(dueFirst.slice(5, 10))
  expect(await namesOf('&estado=vencido')).toEqual(dueFirst.slice(0, 3))
  expect(await namesOf('&estado=por_vencer')).toEqual(dueFirst.slice(3, 6))
  expect(await namesOf(`&camion_id=${a.id}&orden=nombre`)).toEqual(['inactivo', 'nz', 'ñandú'])
  const exported = async (query: string) =>
    (await readListExport(server.app, admin, `/api/planes/exportar?buscar=${letters}${query}`)).rows
  expect((await exported('')).map((row) => row[1])).toEqual(dueFirst)
  expect((await exported(`&camion_id=${a.id}&orden=nombre`)).map((row) => row[1])).toEqual([
    'inactivo',
    'nz',
    'ñandú',
  ])
  const day = (offset: number) => new Date(`${addDays(hoy, offset)}T00:00:00Z`)
  const plates = [`A-${letters}`, `B-${letters}`]
  expect((await exported('&estado=vencido'))[1]).toEqual([
    plates[1],
    'vencido ayer',
    null,
    100,
    day(-101),
    null,
    day(-1),
    null,
    null,
    -1,
    'Vencido',
  ])
  expect((await exported('%20nandu'))[0]).toEqual([
    plates[0],
    'ñandú',
    1000,
    null,
    day(0),
    99_700,
    null,
    100_700,
    700,
    null,
    'Al día',
  ])
  expect(await namesOf('%20vencer%20NANDU')).toEqual([])
  expect(await namesOf('%20nandu')).toEqual(['ñandú'])
  const { body } = await admin.get(`/api/planes?buscar=${letters}&porPagina=2`)
  expect(body).toMatchObject({
    count: 2,
    paginacion: { pagina: 1, porPagina: 2, total: 13, paginas: 7 },
  })
  for (const wrong of ['estado=otro', 'orden=id', 'camion_id=x', 'porPagina=101'])
    expect(invalidCamposOf(await admin.get(`/api/planes?${wrong}`))).toEqual([wrong.split('=')[0]])
})
