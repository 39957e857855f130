import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aCarga } from '../../test/cargas.ts'
import { type MoneyOfficeForms, openMoneyForms } from '../../test/dinero.ts'
import { aCamion } from '../../test/factories.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { readSheets } from '../../test/readXlsx.ts'
import type { Client } from '../../test/testApp.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Cost per kilometre of trucks (docs/contract/fleet.md).

let office: MoneyOfficeForms
let viewer: Client
beforeAll(async () => {
  office = await openMoneyForms()
  viewer = await office.server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['ver_dinero'] })
})
afterAll(() => office.close())

type Row = Record<string, unknown>
const post = async (path: string, body: object) => {
  const answer = await office.admin.post(path, body)
  expect([path, answer.status, answer.body.error]).toEqual([path, 201, undefined])
  return answer.body.data
}
const aTruck = (): Promise<{ id: number; placa: string }> => post('/api/camiones', aCamion())
const read = async (query: string) => {
  const { status, body } = await viewer.get(`/api/rendimiento?${query}`)
  expect([status, body.count]).toEqual([200, body.data.filas.length])
  return body.data
}
const lineOf = async (query: string, camion_id: number) =>
  (await read(query)).filas.find((fila: Row) => fila.camion_id === camion_id)
const figures = ['km', 'galones', 'combustible', 'mantenimiento', 'gastos', 'costo'] as const

test('rendimiento: km, fuel, workshop and gastos of a truck, and their cost per km', async () => {
  const truck = await aTruck()
  const ruta = await office.create({ camion_id: truck.id })
  const carga = (changes: Row) => post('/api/cargas', aCarga(truck.id, changes))
  await carga({ fecha: '2025-03-01', km: 100_000, galones: 50, total: 1500 })
  await carga({ fecha: '2025-03-03', km: 101_500, galones: 200, total: 5000 })
  await carga({ fecha: '2025-03-05', km: 103_000, galones: 220.5, total: 1000 })
  const gasto = (changes: Row) =>
    office.createMovimiento(office.aGasto({ ruta_id: ruta.id, fecha: '2025-03-06', ...changes }))
  await gasto({ concepto: 'Combustible', monto: 1500 })
  await gasto({ monto: 129 })
  // None of these count: a commission, one to review, an annulled carga, another truck's fuel for this trip.
  await gasto({ tipo: 'comision', concepto: null, paga: null, monto: 77 })
  const { id } = await gasto({ monto: 55 })
  await run(office.server.db, sql`update movimientos set estado = 'registrado' where id = ${id}`)
  const annulled = await carga({ fecha: '2025-03-04', km: 102_000, total: 999 })
  await office.admin.put(`/api/movimientos/${annulled.id}/estado`, { estado: 'anulado', motivo: 'Repetida' })
  const other = await aTruck()
  await post(
    '/api/cargas',
    aCarga(other.id, { fecha: '2025-03-04', ruta_id: ruta.id, total: 10, galones: 1 }),
  )
  const taller = { estado: 'Completado', fecha_programada: '2025-02-01', fecha_realizada: '2025-03-31' }
  await post('/api/mantenimientos', aMantenimiento(truck.id, { ...taller, kilometraje: null, costo: 371 }))

  expect(await lineOf('desde=2025-03-01&hasta=2025-03-31', truck.id)).toEqual({
    camion_id: truck.id,
    placa: truck.placa,
    km: 3000,
    galones: 470.5,
    km_galon: 7.13,
    combustible: 9000,
    mantenimiento: 371,
    gastos: 129,
    costo: 9500,
    costo_km: 3.17,
  })
  expect(await lineOf('desde=2025-03-01&hasta=2025-03-31', other.id)).toMatchObject({
    km: 0,
    galones: 1,
    km_galon: null,
    combustible: 10,
    costo: 10,
    costo_km: null,
  })
  // A carga to review counts its gallons, not its amount.
  await run(office.server.db, sql`update movimientos set estado = 'registrado' where camion_id = ${other.id}`)
  expect(await lineOf('desde=2025-03-01&hasta=2025-03-31', other.id)).toMatchObject({
    galones: 1,
    combustible: 0,
  })
})

test('rendimiento: twelve months add up to the year, totals divide sums, trucks in the bin with figures stay', async () => {
  const [truck, idle, gone] = [await aTruck(), await aTruck(), await aTruck()]
  await post('/api/lecturas', { camion_id: truck.id, fecha: '2024-01-01', km: 0 })
  await post('/api/lecturas', { camion_id: truck.id, fecha: '2024-06-15', km: 50, reinicia: true })
  for (let month = 1; month <= 12; month++) {
    const fecha = `2024-${String(month).padStart(2, '0')}-20`
    await post('/api/cargas', aCarga(truck.id, { fecha, km: month * 1000, galones: 100.123, total: 3000.33 }))
  }
  // Its only reading has no kilometres.
  await post('/api/lecturas', { camion_id: gone.id, fecha: '2024-03-01', km: 500 })
  for (const each of [idle, gone]) await office.admin.delete(`/api/camiones/${each.id}`)
  const year = 'desde=2024-01-01&hasta=2024-12-31'
  const { filas, totales } = await read(year)
  expect(filas.some(({ camion_id }: Row) => camion_id === gone.id || camion_id === idle.id)).toBe(false)
  const placas = filas.map(({ placa }: { placa: string }) => placa)
  expect(placas).toEqual(placas.toSorted((a: string, b: string) => a.localeCompare(b, 'es')))
  const months = []
  for (let month = 1; month <= 12; month++) {
    const name = `2024-${String(month).padStart(2, '0')}`
    const end = new Date(Date.UTC(2024, month, 0)).toISOString().slice(0, 10)
    months.push((await read(`desde=${name}-01&hasta=${end}`)).totales)
  }
  for (const figure of figures) {
    const sum = months.reduce((total, each) => total + each[figure], 0)
    expect([figure, Number(sum.toFixed(3))]).toEqual([figure, totales[figure]])
  }
  // 0 to 5,000 before the new odometer, then 50 to 12,000.
  expect(totales).toMatchObject({ km: 16_950, galones: 1201.476, combustible: 36_003.96 })
  expect(Object.keys(totales)).toEqual(Object.keys(filas[0]).slice(2))
  expect((await read('desde=1990-01-01&hasta=1990-01-31')).totales).toMatchObject({
    km: 0,
    costo: 0,
    km_galon: null,
  })

  await office.admin.delete(`/api/camiones/${truck.id}`)
  expect(await lineOf(year, truck.id)).toMatchObject({ km: 16_950 })
})

test('rendimiento by pilot: the tramos that end on these days, by name', async () => {
  const truck = await aTruck()
  const [ana, zoe] = [await makeChofer(office.admin), await makeChofer(office.admin)]
  await run(office.server.db, sql`update choferes set nombre = 'Ana' where id = ${ana}`)
  await run(office.server.db, sql`update choferes set nombre = 'Zoé' where id = ${zoe}`)
  for (const [day, km, chofer_id] of [
    [1, 0, zoe],
    [2, 700, zoe],
    [3, 1300, ana],
    [4, 2000, null],
  ] as const)
    await post('/api/cargas', aCarga(truck.id, { fecha: `2023-05-0${day}`, km, galones: 100, chofer_id }))
  const days = 'por=piloto&desde=2023-05-01&hasta=2023-05-31'
  const { filas, totales } = await read(days)
  expect(filas).toEqual([
    { chofer_id: ana, piloto: expect.stringMatching(/^Ana /), km: 600, galones: 100, km_galon: 6 },
    { chofer_id: zoe, piloto: expect.stringMatching(/^Zoé /), km: 700, galones: 100, km_galon: 7 },
    { chofer_id: null, piloto: null, km: 700, galones: 100, km_galon: 7 },
  ])
  expect(totales).toEqual({ km: 2000, galones: 300, km_galon: 6.67 })
  expect(await read('por=piloto&desde=1990-01-01&hasta=1990-01-31')).toEqual({
    filas: [],
    totales: { km: 0, galones: 0, km_galon: null },
  })
})

test('rendimiento: defaults, limits and permission', async () => {
  expect((await viewer.get('/api/rendimiento')).status).toBe(200)
  const refused = async (query: string) => (await viewer.get(`/api/rendimiento?${query}`)).body.error.campos
  expect(await refused('desde=2024-01-01&hasta=2025-01-01')).toEqual({
    hasta: 'Elige un período de un año como máximo.',
  })
  expect((await viewer.get('/api/rendimiento?desde=2024-01-01&hasta=2024-12-31')).status).toBe(200)
  const early = { hasta: 'La fecha final no puede ser anterior a la inicial.' }
  expect(await refused('desde=2024-01-02&hasta=2024-01-01')).toEqual(early)
  expect(await refused('desde=2999-01-01')).toEqual(early)
  expect(invalidCamposOf(await viewer.get('/api/rendimiento?por=mes&desde=x'))).toEqual(['desde', 'por'])
  const cashier = await office.server.as({
    rol: 'usuario',
    permisos: [],
    permisos_dinero: ['gestionar_dinero'],
  })
  expect((await cashier.get('/api/rendimiento')).status).toBe(403)
  expect((await office.admin.post('/api/rendimiento/exportar', {})).status).toBe(405)
})

test('exports of cargas and rendimiento: real dates and numbers, and a last line with the totals', async () => {
  const truck = await aTruck()
  await post('/api/cargas', aCarga(truck.id, { fecha: '2022-02-01', km: 1000, estacion: 'Puma', vale: '7' }))
  await post('/api/cargas', aCarga(truck.id, { fecha: '2022-02-02', km: 1280, galones: 40.125 }))
  const exported = async (url: string) => {
    const headers = { authorization: `Bearer ${office.admin.token}` }
    const answer = await office.server.app.inject({ url, headers })
    expect(answer.statusCode).toBe(200)
    const [rows = []] = (await readSheets(answer.rawPayload)).rows
    return { rows, name: answer.headers['content-disposition'] }
  }
  const cargas = await exported(`/api/cargas/exportar?camion_id=${truck.id}&orden=antiguas`)
  expect(cargas.name).toMatch(/"cargas_\d{4}-\d\d-\d\d\.xlsx"$/)
  expect(cargas.rows).toEqual([
    'Fecha,Camión,Piloto,Ruta,Estación,Vale,Galones,Precio,Total,Km,Lleno,Km/gal,Paga,Comprobante,Estado,Liquidación'.split(
      ',',
    ),
    [
      new Date('2022-02-01'),
      truck.placa,
      null,
      null,
      'Puma',
      '7',
      40,
      30,
      1200,
      1000,
      'Sí',
      null,
      'Empresa',
      'Ninguno',
      'Aprobado',
      null,
    ],
    [
      new Date('2022-02-02'),
      truck.placa,
      null,
      null,
      null,
      null,
      40.125,
      29.91,
      1200,
      1280,
      'Sí',
      6.98,
      'Empresa',
      'Ninguno',
      'Aprobado',
      null,
    ],
  ])
  const days = 'desde=2022-02-01&hasta=2022-02-28'
  const { rows, name } = await exported(`/api/rendimiento/exportar?${days}`)
  expect(name).toMatch(/"rendimiento_\d{4}-\d\d-\d\d\.xlsx"$/)
  const titles = 'Camión,Km,Galones,Km/gal,Combustible,Mantenimiento,Gastos,Costo,Costo por km'.split(',')
  expect(rows.find((row) => row.includes('Camión'))).toEqual(titles)
  const line = [280, 80.125, 6.98, 2400, 0, 0, 2400, 8.57]
  expect(rows.find(([placa]) => placa === truck.placa)).toEqual([truck.placa, ...line])
  expect(rows.at(-1)).toEqual(['Total', ...line])
  const byPilot = (await exported(`/api/rendimiento/exportar?por=piloto&${days}`)).rows
  expect(byPilot.slice(-2)).toEqual([
    ['Sin piloto', 280, 40.125, 6.98],
    ['Total', 280, 40.125, 6.98],
  ])
})
