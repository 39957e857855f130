import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, run, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { readSheets } from '../../test/readXlsx.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp({ now: () => new Date('2026-11-22T05:30:00Z') })
  admin = await server.as({ username: 'marta' })
})
afterAll(() => server.close())

const header = ['Fecha', 'Hora', 'Usuario', 'Acción', 'Tipo', 'Registro', 'Cambios', 'Motivo', 'Dirección']

const exportar = async (query = '', app = server.app) => {
  const answer = await app.inject({
    url: `/api/bitacora/exportar?${query}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    file: answer.rawPayload,
    body: () => answer.json(),
  }
}

const insert = (changes: object) =>
  run(
    server.db,
    sql`insert into bitacora (momento, usuario_id, usuario, direccion, tipo, nombre, accion, cambios, motivo)
      select momento, usuario_id, usuario, direccion, tipo, nombre, accion, coalesce(cambios, '{}'), motivo
      from jsonb_populate_record(null::bitacora, ${JSON.stringify({ momento: '2026-11-21T05:59:30Z', tipo: 'rutas', accion: 'editar', ...changes })}::jsonb)`,
  )

test('export: one row each, newest first, in the company’s zone', async () => {
  await insert({
    usuario: 'ana',
    direccion: '192.0.2.7',
    nombre: 'RUTA-7',
    cambios: {
      precio: [1250, 1150.5],
      camion_id: [3, 5],
      camion: ['C-1', 'C-2'],
      comentario: [null, '=1+1'],
    },
  })
  await insert({
    momento: '2026-11-21T06:00:00Z',
    usuario: 'José',
    nombre: '=1+1',
    accion: 'estado',
    motivo: 'Ya salí',
  })
  const { status, headers, file } = await exportar('tipo=rutas&hasta=2026-11-30')
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // 23:30 of the day before in the company's zone.
    'attachment; filename="bitacora_2026-11-21.xlsx"',
  ])
  const { rows, sheets } = await readSheets(file)
  expect(sheets.map(({ name }) => name)).toEqual(['Bitácora'])
  const cells = rows[0]?.map((row) =>
    [...row].map((cell) => (cell instanceof Date ? cell.toISOString() : cell)),
  )
  expect(cells?.[0]).toEqual(header)
  expect(cells?.length).toBe(3)
  expect(cells?.[1]?.slice(2)).toEqual(['José', 'estado', 'rutas', '=1+1', null, 'Ya salí', null])
  expect(cells?.[2]?.slice(2)).toEqual([
    'ana',
    'editar',
    'rutas',
    'RUTA-7',
    'Camión: C-1 → C-2; Precio: Q1,250.00 → Q1,150.50; Comentario: vacío → =1+1',
    null,
    '192.0.2.7',
  ])
  expect(String(cells?.[1]?.[0])).toContain('2026-11-21')
  expect(String(cells?.[2]?.[0])).toContain('2026-11-20')
})

test('export: is logged before it is sent, and not when rejected', async () => {
  const { headers } = await exportar('tipo=rutas')
  expect(await findLogRowsOfRequest(server.db, { status: 200, headers, body: undefined })).toMatchObject([
    { accion: 'exportar', tipo: 'bitacora', registro_id: null, usuario: 'marta', cambios: {} },
  ])
  const rejection = await admin.get('/api/bitacora/exportar?tipo=nada')
  expect([rejection.status, await findLogRowsOfRequest(server.db, rejection)]).toEqual([400, []])
})

test('export: works and is logged while disk space is short', async () => {
  const short = server.startAnotherApp({ hasFreeSpace: async () => false })
  for (const url of ['/api/bitacora/exportar', '/api/reportes/exportar']) {
    const answer = await server.clientOf(short, admin.token).get(url)
    expect([
      answer.status,
      (await findLogRowsOfRequest(server.db, answer)).map(({ accion }) => accion),
    ]).toEqual([200, ['exportar']])
  }
})

test('export: sends nothing when the database rejects writes', async () => {
  // The error of a database that became a follower.
  await run(
    server.db,
    raw(`create function sin_escritura() returns trigger language plpgsql as
      $$ begin raise exception sqlstate '25006'; end $$;
      create trigger sin_escritura before insert on bitacora execute function sin_escritura()`),
  )
  for (const url of [
    '/api/bitacora/exportar',
    '/api/reportes/exportar',
    '/api/reportes/exportar?formato=pdf',
  ]) {
    const { status, body } = await admin.get(url)
    expect([url, status, body.error]).toEqual([url, 503, { code: 'NO_DISPONIBLE' }])
  }
  await run(server.db, raw('drop trigger sin_escritura on bitacora'))
})

test('export: returns 100,000 rows, and 400 for one more', async () => {
  await run(
    server.db,
    // Dropping the slowest index speeds the inserts up.
    raw(`drop index bitacora_por_busqueda; insert into bitacora (momento, tipo, accion, nombre)
      select timestamptz '2020-01-01 12:00Z' + make_interval(mins => n), 'clientes', 'crear', 'C ' || n
      from generate_series(1, 100001) n`),
  )
  const tooMany = await admin.get('/api/bitacora/exportar?tipo=clientes')
  expect(invalidCamposOf(tooMany)).toEqual(['desde'])
  expect(tooMany.body.error.campos.desde).toBe('Elige un período más corto.')
  const { status, file } = await exportar('tipo=clientes&desde=2020-01-02')
  expect(status).toBe(200)
  expect(file.length).toBeGreaterThan(1_000_000)
})
