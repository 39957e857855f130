import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aCamion, aPersona } from '../../test/factories.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { readSheets, unzip } from '../../test/readXlsx.ts'
import type { Client, TestApp } from '../../test/testApp.ts'
import { type ExpenseOffice, marginExample, marginOfTrip, openExpenseOffice } from '../../test/tripCosts.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Margin of delivered trips (docs/contract/money.md); it is 20/11/2026.

let office: ExpenseOffice
let { addGasto, setEstado, createDeliveredTrip, createExample } = {} as ExpenseOffice
/** Server whose clock shows that day. */
let app: TestApp['app']
let viewer: Client
beforeAll(async () => {
  office = await openExpenseOffice()
  ;({ addGasto, setEstado, createDeliveredTrip, createExample } = office)
  const { server } = office
  const { token, userId } = await server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['ver_dinero'] })
  app = server.startAnotherApp({ now: () => new Date('2026-11-20T18:00:00Z') })
  viewer = server.clientOf(app, token, userId)
})
afterAll(() => office.close())

type Changes = Record<string, unknown>
const margen = async (query: string) => {
  const { status, body } = await viewer.get(`/api/margen?${query}`)
  expect([query, status, body.success]).toEqual([query, 200, true])
  expect(body.count).toBe(body.data.filas.length)
  return body
}

test('margin: subtracts costs from the price, for one trip in any state', async () => {
  const ruta = await createExample({ fecha: '2024-02-10' })
  const { data } = await margen('por=ruta&desde=2024-02-01&hasta=2024-02-29')
  expect(data).toEqual({
    filas: [{ clave: String(ruta.id), nombre: ruta.no_ruta, ...marginExample }],
    totales: marginExample,
  })

  const open = await createExample({ fecha: '2024-02-11', estado: 'En curso' })
  await addGasto(open.id, 1000, { tipo: 'anticipo', concepto: null, paga: null })
  await addGasto(open.id, 200.5, { tipo: 'reanticipo', concepto: null, paga: null })
  await setEstado(await addGasto(open.id, 50, { tipo: 'anticipo', concepto: null, paga: null }), 'anulado')
  const own = await viewer.get(`/api/rutas/${open.id}/dinero`)
  expect([own.status, own.body.data]).toEqual([200, { ...marginOfTrip(open), anticipos: 1200.5 }])
  expect((await margen('por=ruta&desde=2024-02-01&hasta=2024-02-29')).data.filas).toHaveLength(1)
  await run(office.server.db, sql`update rutas set eliminado_en = now() where id = ${open.id}`)
  for (const id of [open.id, 999_999]) {
    const answer = await viewer.get(`/api/rutas/${id}/dinero`)
    expect([answer.status, answer.body.message]).toEqual([404, 'Ruta no encontrada'])
  }
})

test('margin: counts approved costs, counts trips to review, and rounds once, away from zero', async () => {
  const days = 'desde=2024-03-01&hasta=2024-03-31'
  const free = await createDeliveredTrip({ precio: 0, fecha: '2024-03-02' })
  await setEstado(await addGasto(free.id, 10), 'registrado')
  await setEstado(await addGasto(free.id, 10), 'registrado')
  await setEstado(await addGasto(free.id, 99), 'anulado')
  const loss = await createDeliveredTrip({ precio: 400, fecha: '2024-03-03' })
  // 0.05 % of the income, negative.
  await addGasto(loss.id, 400.2, { concepto: 'Combustible' })
  const gain = await createDeliveredTrip({ precio: 400, fecha: '2024-03-04' })
  await addGasto(gain.id, 399.8)
  const { data, paginacion } = await margen(`por=ruta&${days}`)
  const row = (of: { id: number; no_ruta: string }, changes: Changes) => ({
    clave: String(of.id),
    nombre: of.no_ruta,
    viajes: 1,
    ingreso: 400,
    combustible: 0,
    gastos: 0,
    comisiones: 0,
    costo: 0,
    margen: 0,
    margen_pct: 0,
    por_revisar: 0,
    ...changes,
  })
  expect(data.filas).toEqual([
    row(loss, { combustible: 400.2, costo: 400.2, margen: -0.2, margen_pct: -0.1 }),
    row(free, { ingreso: 0, margen_pct: null, por_revisar: 1 }),
    row(gain, { gastos: 399.8, costo: 399.8, margen: 0.2, margen_pct: 0.1 }),
  ])
  const totales = { viajes: 3, ingreso: 800, combustible: 400.2, gastos: 399.8, comisiones: 0, costo: 800 }
  expect(data.totales).toEqual({ ...totales, margen: 0, margen_pct: 0, por_revisar: 1 })
  expect(paginacion).toEqual({ pagina: 1, porPagina: 1000, total: 3, paginas: 1 })

  const page = await margen(`por=ruta&${days}&pagina=2&porPagina=2`)
  expect([page.data.filas.map(({ clave }: Changes) => clave), page.paginacion]).toEqual([
    [String(gain.id)],
    { pagina: 2, porPagina: 2, total: 3, paginas: 2 },
  ])
  expect(page.data.totales).toEqual(data.totales)
  const beyond = await margen(`por=ruta&${days}&pagina=9&porPagina=2`)
  expect(beyond.data).toEqual({ filas: [], totales: data.totales })
})

test('margin: sums by client, truck, pilot and month, including deleted ones', async () => {
  const { admin, references } = office
  const make = async (path: string, body: unknown): Promise<number> =>
    (await admin.post(path, body)).body.data.id
  const own = {
    cliente_id: await make('/api/clientes', aPersona({ nombre: 'Eva', apellido: 'Lux' })),
    camion_id: await make('/api/camiones', aCamion({ placa: 'C-036XYZ' })),
    chofer_id: await makeChofer(admin, { nombre: 'Luis', apellido: 'Paz' }),
  }
  const first = await createDeliveredTrip({ ...own, precio: 1000, fecha: '2024-05-31' })
  await createDeliveredTrip({ ...own, precio: 500, fecha: '2024-06-01' })
  const other = await createDeliveredTrip({ precio: 100, fecha: '2024-06-30' })
  await createDeliveredTrip({ precio: 9999, fecha: '2024-06-15', estado: 'En curso' })
  const deleted = await createDeliveredTrip({ precio: 9999, fecha: '2024-06-15' })
  await admin.delete(`/api/rutas/${deleted.id}`)
  // Grouped by the trip's pilot, whoever was paid.
  await addGasto(first.id, 0.1)
  await setEstado(await addGasto(first.id, 7), 'registrado')
  await addGasto(other.id, 150)
  await admin.delete(`/api/clientes/${own.cliente_id}`)
  const days = 'desde=2024-05-01&hasta=2024-06-30'
  const lines = async (por: string) =>
    (await margen(`por=${por}&${days}`)).data.filas.map((fila: Changes) => [
      fila.clave,
      fila.nombre,
      fila.viajes,
      fila.margen,
      fila.por_revisar,
    ])
  const { cliente_id, camion_id, chofer_id } = references
  const nameOf = async (path: string) => (await admin.get(path)).body.data
  const cliente = await nameOf(`/api/clientes/${cliente_id}`)
  const camion = await nameOf(`/api/camiones/${camion_id}`)
  const chofer = await nameOf(`/api/choferes/${chofer_id}`)
  expect(await lines('cliente')).toEqual([
    [String(cliente_id), `${cliente.nombre} ${cliente.apellido}`, 1, -50, 0],
    [String(own.cliente_id), 'Eva Lux', 2, 1499.9, 1],
  ])
  expect(await lines('camion')).toEqual([
    [String(camion_id), camion.placa, 1, -50, 0],
    [String(own.camion_id), 'C-036XYZ', 2, 1499.9, 1],
  ])
  expect(await lines('piloto')).toEqual([
    [String(chofer_id), `${chofer.nombre} ${chofer.apellido}`, 1, -50, 0],
    [String(own.chofer_id), 'Luis Paz', 2, 1499.9, 1],
  ])
  expect(await lines('mes')).toEqual([
    ['2024-06', 'junio de 2024', 2, 450, 0],
    ['2024-05', 'mayo de 2024', 1, 999.9, 1],
  ])
  // Only lines by trip and places have pages.
  const months = await margen(`por=mes&${days}&pagina=2&porPagina=1`)
  expect([months.count, months.paginacion]).toEqual([2, undefined])
})

test('margin: defaults to this month until today, and covers at most a year', async () => {
  for (const fecha of ['2026-10-31', '2026-11-01', '2026-11-20', '2026-11-21'])
    await createDeliveredTrip({ fecha, precio: 1 })
  const viajes = async (query: string) => (await margen(`por=mes${query}`)).data.totales.viajes
  expect([await viajes(''), await viajes('&hasta=2026-10-31'), await viajes('&desde=2026-10-31')]).toEqual([
    2, 1, 3,
  ])
  expect(await viajes('&desde=2025-11-20&hasta=2026-11-20')).toBe(3)
  const none = await margen('por=mes&desde=1999-01-01&hasta=1999-01-02')
  expect(none.data).toEqual({
    filas: [],
    totales: {
      viajes: 0,
      ingreso: 0,
      combustible: 0,
      gastos: 0,
      comisiones: 0,
      costo: 0,
      margen: 0,
      margen_pct: null,
      por_revisar: 0,
    },
  })

  const refused = async (query: string) => {
    const answer = await viewer.get(`/api/margen?${query}`)
    return [invalidCamposOf(answer), answer.body.error.campos.hasta]
  }
  const long = [['hasta'], 'Elige un período de un año como máximo.']
  const early = [['hasta'], 'La fecha final no puede ser anterior a la inicial.']
  expect(await refused('por=mes&desde=2025-11-19&hasta=2026-11-20')).toEqual(long)
  expect(await refused('por=ruta&desde=2025-11-19')).toEqual(long)
  expect(await refused('por=mes&desde=2026-11-20&hasta=2026-11-19')).toEqual(early)
  expect(await refused('por=mes&desde=2026-11-21')).toEqual(early)
  expect(invalidCamposOf(await viewer.get('/api/margen'))).toEqual(['por'])
  expect(invalidCamposOf(await viewer.get('/api/margen/exportar?por=dia&desde=x'))).toEqual(['desde', 'por'])
})

const exportar = async (query: string) => {
  const answer = await app.inject({
    url: `/api/margen/exportar?${query}`,
    headers: { authorization: `Bearer ${viewer.token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, file: answer.rawPayload }
}

test('margin export: has all lines and totals, with a log row without amounts', async () => {
  const created = []
  for (let i = 0; i < 3; i++)
    created.push(await createExample({ fecha: '2023-08-10', precio: 3500 + i * 1000 }))
  await createDeliveredTrip({ fecha: '2023-08-11', precio: 0 })
  const { status, headers, file } = await exportar('por=ruta&desde=2023-08-01&hasta=2023-08-31')
  expect([status, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="margen_2026-11-20.xlsx"',
  ])
  const { rows, properties } = await readSheets(file)
  const titles =
    'Nombre,Viajes,Ingreso,Combustible,Gastos,Comisiones,Costo,Margen,Margen %,Por revisar'.split(',')
  expect(rows[0]?.[0]).toEqual(titles)
  expect(rows[0]?.map(([name]) => name).slice(2)).toEqual([...created.map(({ no_ruta }) => no_ruta), 'Total'])
  expect(rows[0]?.[2]?.slice(1)).toEqual(Object.values(marginExample))
  expect(rows[0]?.at(-1)).toEqual(['Total', 4, 13_500, 4260, 1545, 900, 6705, 6795, 50.3, 0])
  expect(unzip(file)['xl/workbook.xml']).toContain('name="Margen directo"')
  expect(properties?.title).toBe('Margen directo por ruta. Del 01/08/2023 al 31/08/2023')
  expect(unzip(file)['xl/worksheets/sheet1.xml']).toContain('<v>36.1</v>')
  const [row] = (await office.admin.get('/api/bitacora?accion=exportar')).body.data
  expect(row).toMatchObject({
    tipo: 'reportes',
    registro_id: null,
    nombre: 'margen_2026-11-20.xlsx',
    usuario_id: viewer.userId,
    cambios: {},
    motivo: null,
  })
  expect((await exportar('por=mes&desde=2020-01-01&hasta=2023-01-01')).status).toBe(400)
})

test('margin export: complete over several batches', async () => {
  const { db } = office.server
  const { id } = await createDeliveredTrip({ fecha: '2022-01-01', precio: 1, no_ruta: 'MUCHAS-0' })
  await run(
    db,
    sql`insert into rutas (no_ruta, cliente_id, servicio, mercaderia, camion_id, chofer_id, origen, destino, fecha, hora,
        precio, estado, busqueda)
      select 'MUCHAS-' || n, cliente_id, servicio, mercaderia, camion_id, chofer_id, origen, destino, fecha, hora, n, estado,
        busqueda
      from rutas, generate_series(1, 600) n where id = ${id}`,
  )
  const { rows } = await readSheets((await exportar('por=ruta&desde=2022-01-01&hasta=2022-01-31')).file)
  expect([rows[0]?.length, rows[0]?.at(-1)?.slice(0, 3)]).toEqual([603, ['Total', 601, 180_301]])
})
