import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { openOfficeWithPilot, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'

// Lists of a trip that have no end are pages (docs/contract/general.md).

let office: RutaOffice
let piloto: Client
let id: number
beforeAll(async () => {
  ;({ office, piloto } = await openOfficeWithPilot())
  id = (await office.create()).id
  const { db } = office.server
  await run(
    db,
    sql`insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, comentario, usuario_id, fecha)
      select ${id}, 'Pendiente', 'Pendiente', 'nota ' || n, ${piloto.userId}, now() + make_interval(secs => n)
      from generate_series(1, 60000) n`,
  )
  await run(
    db,
    sql`insert into incidentes (ruta_id, causa, desde, hasta, usuario_id)
      select ${id}, 'Otro', now() + make_interval(secs => 60000 + n), now() + make_interval(secs => 60000 + n), ${office.admin.userId}
      from generate_series(1, 130) n`,
  )
  await run(
    db,
    sql`insert into movimientos (tipo, chofer_id, ruta_id, fecha, concepto, monto, paga, comprobante, estado, usuario_id, busqueda)
      select 'gasto', ${office.references.chofer_id}, ${id}, current_date, 'Peaje', 1, 'piloto', 'ninguno', 'registrado',
        ${piloto.userId}, '' from generate_series(1, 130)`,
  )
})
afterAll(() => office.close())

test.each([
  [
    'GET /api/rutas/{id}/historial',
    () => office.admin,
    (query: string) => `/api/rutas/${id}/historial?${query}`,
  ],
  [
    'GET /api/piloto/ruta/{id}/historial',
    () => piloto,
    (query: string) => `/api/piloto/ruta/${id}/historial?${query}`,
  ],
] as const)('%s: returns pages of 100, newest first, of 60,001 rows', async (_name, client, url) => {
  const first = (await client().get(url(''))).body
  expect(first.paginacion).toEqual({ pagina: 1, porPagina: 100, total: 60_001, paginas: 601 })
  expect([first.count, first.data[0].comentario, first.data[99].comentario]).toEqual([
    100,
    'nota 60000',
    'nota 59901',
  ])
  const last = (await client().get(url('pagina=601'))).body
  expect(last.data).toMatchObject([{ estado_anterior: null }])
  expect((await client().get(url('pagina=602'))).body).toMatchObject({
    data: [],
    paginacion: { total: 60_001 },
  })
  expect((await client().get(url('porPagina=101'))).status).toBe(400)
})

test('GET /api/rutas/{id}/expediente: returns pages of 100 that have each event once', async () => {
  const read = async (pagina: number) =>
    (await office.admin.get(`/api/rutas/${id}/expediente?pagina=${pagina}`)).body.data
  const pages = [await read(3), await read(2), await read(1)]
  expect(pages[2].total).toEqual({ incidentes: 130, linea: 60_261 })
  expect(pages.map(({ linea }) => linea.length)).toEqual([100, 100, 100])
  expect(pages.map(({ incidentes }) => incidentes.length)).toEqual([0, 30, 100])
  const linea = pages.flatMap((page) => page.linea)
  expect(linea.slice(0, 40).map(({ detalle }) => detalle)).toEqual(
    Array.from({ length: 40 }, (_, i) => `nota ${59_961 + i}`),
  )
  expect(linea.slice(40).map(({ texto }) => texto)).toEqual(
    Array.from({ length: 130 }, () => ['Incidente: Otro', 'Fin del incidente: Otro']).flat(),
  )
  const { linea: oldest } = await read(603)
  expect([oldest.length, oldest[0].texto]).toEqual([61, 'Creada: Pendiente'])
})

test('GET /api/piloto/mi-dinero: returns pages of 100 expenses', async () => {
  const { movimientos, total } = (await piloto.get('/api/piloto/mi-dinero')).body.data
  expect([movimientos.length, total]).toEqual([100, 130])
  expect((await piloto.get('/api/piloto/mi-dinero?pagina=2')).body.data.movimientos).toHaveLength(30)
})
