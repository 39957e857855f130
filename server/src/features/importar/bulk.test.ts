import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTotalDifferences } from '../../domain/trips/totals.ts'
import { many, one, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { aCamion, aRuta, someReferences } from '../../test/factories.ts'
import { csv, listErrors, runImport, undoImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// `npm run test:import` imports the maximum number of rows.

let server: TestApp
let admin: Client
let references: Awaited<ReturnType<typeof someReferences>>
let names: { cliente: string; placa: string; piloto: string }
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  references = await someReferences(admin)
  await admin.post('/api/rutas', aRuta(references, { fecha: '2026-02-01', precio: '10.25' }))
  const getRecord = async (path: string, id: number | null) =>
    (await admin.get(`/api/${path}/${id}`)).body.data
  const cliente = await getRecord('clientes', references.cliente_id)
  const piloto = await getRecord('choferes', references.chofer_id)
  names = {
    cliente: `${cliente.nombre} ${cliente.apellido}`,
    placa: (await getRecord('camiones', references.camion_id)).placa,
    piloto: `${piloto.nombre} ${piloto.apellido}`,
  }
})
afterAll(() => server.close())

const titles = 'Ruta,Fecha,Cliente,Servicio,Carga,Placa,Piloto,Origen,Destino,Precio,Estado'.split(',')
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const trip = (n: number, placa = names.placa) => [
  n % 2 ? `MIL-${n}` : '',
  day(n % 90),
  names.cliente,
  'Flete',
  'Cemento',
  placa,
  names.piloto,
  `Bodega ${n}`,
  'Cobán',
  `Q${n}.35`,
  n % 5 ? 'Entregado' : 'Incidente',
]
const trips = (count: number) => Array.from({ length: count }, (_, n) => trip(n))

interface Period {
  periodo: string
  total_rutas: number
  rutas_entregadas: number
  rutas_incidentes: number
  ingresos_totales: number
}

/** Compares reports, the client's total and the list with counts of the trips. */
async function expectTotalsMatchTrips(): Promise<void> {
  for (const [filtro, format] of [
    ['dia', 'YYYY-MM-DD'],
    ['mes', 'YYYY-MM'],
    ['año', 'YYYY'],
  ] as const) {
    const { data } = (await admin.get(`/api/reportes?filtro=${encodeURIComponent(filtro)}`)).body
    const counted = await many<Period>(
      server.db,
      sql`select to_char(fecha, ${format}) as periodo, count(*) as total_rutas,
          count(*) filter (where estado = 'Entregado') as rutas_entregadas,
          count(*) filter (where estado = 'Incidente') as rutas_incidentes, sum(precio) as ingresos_totales
        from rutas where eliminado_en is null group by 1 order by 1 desc`,
    )
    expect(
      data.map(({ rutas_pendientes: _p, rutas_en_curso: _c, ...row }: Record<string, unknown>) => row),
    ).toEqual(counted)
  }
  const assigned = (await admin.get(`/api/clientes/${references.cliente_id}`)).body.data.rutas_asignadas
  const trips = (await admin.get('/api/rutas?porPagina=1')).body.paginacion.total
  const live = await one<{ n: number }>(
    server.db,
    sql`select count(*) as n from rutas where eliminado_en is null`,
  )
  expect([assigned, trips, await findTotalDifferences(server.db)]).toEqual([live?.n, live?.n, []])
}

test('POST /api/importar/rutas: stores nothing and names row and column when one plate is unknown', async () => {
  const answer = await runImport(admin, 'rutas', csv(titles, ...trips(1199), trip(1199, 'P-000')))
  const { status, body } = answer
  expect([status, body.message, listErrors(body.error.filas)]).toEqual([
    400,
    'Hay 1 fila con errores. No se importó nada.',
    [[1201, 'F', 'placa', 'Camión no encontrado. Verifica que el camión seleccionado sea válido.']],
  ])
  expect(body.error.filas[0].valor).toBe('P-000')
  expect((await admin.get('/api/rutas')).body.paginacion.total).toBe(1)
  expect((await admin.get('/api/importaciones')).body.data).toEqual([])
  expect(await findLogRowsOfRequest(server.db, answer)).toEqual([])
})

test('POST /api/importar/rutas: totals and reports match the trips after an import and after its undo', async () => {
  const made = await runImport(admin, 'rutas', csv(titles, ...trips(1200)), { nombre: 'año pasado.csv' })
  expect(made.body.message).toBe('Se importaron 1,200 registros.')
  await expectTotalsMatchTrips()
  const logRows = await findLogRowsOfRequest(server.db, made)
  expect(logRows[0]).toMatchObject({
    accion: 'importar',
    motivo: '1200 nuevas, 0 cambiadas',
    nombre: 'año pasado.csv',
  })
  expect(logRows.slice(1).map(({ accion, tipo }) => `${accion} ${tipo}`)).toEqual(
    Array(1200).fill('crear rutas'),
  )
  const undone = await undoImport(admin, made.body.data.id)
  expect(undone.status).toBe(200)
  await expectTotalsMatchTrips()
  expect(
    (await findLogRowsOfRequest(server.db, undone)).filter(({ accion }) => accion === 'eliminar'),
  ).toHaveLength(1200)
  expect((await admin.get('/api/rutas')).body.paginacion.total).toBe(1)
})

test('POST /api/importaciones/:id/deshacer: deletes 500 trucks, and returns 409 when a trip uses one', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => Object.values(aCamion({ placa: `M-${n}` })))
  const bytes = csv(Object.keys(aCamion()), ...rows)
  const total = async () => (await admin.get('/api/camiones?porPagina=1')).body.paginacion.total as number
  const before = await total()
  const first = await runImport(admin, 'camiones', bytes, {}, 'una')
  expect([first.status, await total()]).toEqual([201, before + 500])
  const undone = await undoImport(admin, first.body.data.id)
  expect([undone.status, await total()]).toEqual([200, before])
  const logRows = await findLogRowsOfRequest(server.db, undone)
  expect([logRows.length, logRows[0]?.accion]).toEqual([501, 'deshacer'])
  expect(new Set(logRows.slice(1).map(({ accion, nombre }) => `${accion} ${nombre}`))).toEqual(
    new Set(rows.map((_, n) => `eliminar M-${n}`)),
  )
  // The first key replays its response.
  expect([(await runImport(admin, 'camiones', bytes, {}, 'una')).body, await total()]).toEqual([
    first.body,
    before,
  ])
  const again = await runImport(admin, 'camiones', bytes, {}, 'otra')
  expect([again.status, await total()]).toEqual([201, before + 500])

  const [camion] = (await admin.get('/api/camiones?buscar=m-77')).body.data
  const ruta = await admin.post('/api/rutas', aRuta({ ...references, camion_id: camion.id }))
  expect(ruta.status).toBe(201)
  for (const tripState of ['live', 'soft-deleted']) {
    const { status, body } = await undoImport(admin, again.body.data.id)
    expect([tripState, status, body.message, body.error.registros]).toEqual([
      tripState,
      409,
      'No se puede deshacer: 1 registro cambió o se usa.',
      ['M-77'],
    ])
    await admin.delete(`/api/rutas/${ruta.body.data.id}`)
  }
  expect(await total()).toBe(before + 500)
})
