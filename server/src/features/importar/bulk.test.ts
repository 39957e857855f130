import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTotalDifferences } from '../../domain/trips/totals.ts'
import { many, one, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { aCamion, aRuta, someReferences } from '../../test/factories.ts'
import { csv, listErrors, runImport, undoImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Full size is `npm run test:sheets`.

let server: TestApp
let admin: Client
let references: Awaited<ReturnType<typeof someReferences>>
let named: { cliente: string; placa: string; piloto: string }
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  references = await someReferences(admin)
  await admin.post('/api/rutas', aRuta(references, { fecha: '2026-02-01', precio: '10.25' }))
  const shown = async (path: string, id: number | null) => (await admin.get(`/api/${path}/${id}`)).body.data
  const cliente = await shown('clientes', references.cliente_id)
  const piloto = await shown('choferes', references.chofer_id)
  named = {
    cliente: `${cliente.nombre} ${cliente.apellido}`,
    placa: (await shown('camiones', references.camion_id)).placa,
    piloto: `${piloto.nombre} ${piloto.apellido}`,
  }
})
afterAll(() => server.close())

const titles = 'Ruta,Fecha,Cliente,Servicio,Carga,Placa,Piloto,Origen,Destino,Precio,Estado'.split(',')
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const trip = (n: number, placa = named.placa) => [
  n % 2 ? `MIL-${n}` : '',
  day(n % 90),
  named.cliente,
  'Flete',
  'Cemento',
  placa,
  named.piloto,
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

/** What the screens say of all trips, and what the trips themselves add up to. */
async function expectAllEqual(): Promise<void> {
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
  const there = await one<{ n: number }>(
    server.db,
    sql`select count(*) as n from rutas where eliminado_en is null`,
  )
  expect([assigned, trips, await findTotalDifferences(server.db)]).toEqual([there?.n, there?.n, []])
}

test('one unknown plate among many: nothing is stored, and row and letter are told', async () => {
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

test('totals, reports and what a client has are SQL’s after many trips came, and after they went', async () => {
  const made = await runImport(admin, 'rutas', csv(titles, ...trips(1200)), { nombre: 'año pasado.csv' })
  expect(made.body.message).toBe('Se importaron 1,200 registros.')
  await expectAllEqual()
  const told = await findLogRowsOfRequest(server.db, made)
  expect(told[0]).toMatchObject({
    accion: 'importar',
    motivo: '1200 nuevas, 0 cambiadas',
    nombre: 'año pasado.csv',
  })
  expect(told.slice(1).map(({ accion, tipo }) => `${accion} ${tipo}`)).toEqual(
    Array(1200).fill('crear rutas'),
  )
  const undone = await undoImport(admin, made.body.data.id)
  expect(undone.status).toBe(200)
  await expectAllEqual()
  expect(
    (await findLogRowsOfRequest(server.db, undone)).filter(({ accion }) => accion === 'eliminar'),
  ).toHaveLength(1200)
  expect((await admin.get('/api/rutas')).body.paginacion.total).toBe(1)
})

test('500 trucks are taken away again, and the same file goes in under another key; one in a trip keeps them all', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => Object.values(aCamion({ placa: `M-${n}` })))
  const bytes = csv(Object.keys(aCamion()), ...rows)
  const total = async () => (await admin.get('/api/camiones?porPagina=1')).body.paginacion.total as number
  const before = await total()
  const first = await runImport(admin, 'camiones', bytes, {}, 'una')
  expect([first.status, await total()]).toEqual([201, before + 500])
  const undone = await undoImport(admin, first.body.data.id)
  expect([undone.status, await total()]).toEqual([200, before])
  const told = await findLogRowsOfRequest(server.db, undone)
  expect([told.length, told[0]?.accion]).toEqual([501, 'deshacer'])
  expect(new Set(told.slice(1).map(({ accion, nombre }) => `${accion} ${nombre}`))).toEqual(
    new Set(rows.map((_, n) => `eliminar M-${n}`)),
  )
  // The first key has its answer already.
  expect([(await runImport(admin, 'camiones', bytes, {}, 'una')).body, await total()]).toEqual([
    first.body,
    before,
  ])
  const again = await runImport(admin, 'camiones', bytes, {}, 'otra')
  expect([again.status, await total()]).toEqual([201, before + 500])

  const [camion] = (await admin.get('/api/camiones?buscar=m-77')).body.data
  const ruta = await admin.post('/api/rutas', aRuta({ ...references, camion_id: camion.id }))
  expect(ruta.status).toBe(201)
  for (const where of ['there', 'in the bin']) {
    const { status, body } = await undoImport(admin, again.body.data.id)
    expect([where, status, body.message, body.error.registros]).toEqual([
      where,
      409,
      'No se puede deshacer: 1 registro cambió o se usa.',
      ['M-77'],
    ])
    await admin.delete(`/api/rutas/${ruta.body.data.id}`)
  }
  expect(await total()).toBe(before + 500)
})
