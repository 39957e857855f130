import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFile } from '../../test/archivos.ts'
import { endpointRequests, requestName } from '../../test/endpointRequests.ts'
import { aCamion, aPersona } from '../../test/factories.ts'
import { csv, postSheet, runImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { raw, run } from '../db/sql.ts'

// Less than DISCO_MINIMO_MB are free (docs/contract/general.md, 503).

const noSpaceSentence = 'No hay espacio en el disco del servidor. Avisa a quien lo administra.'

let server: TestApp
let admin: Client
let fullDisk: Client
let fullDiskPiloto: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  const app = server.startAnotherApp({ hasFreeSpace: async () => false })
  fullDisk = server.clientOf(app, admin.token)
  fullDiskPiloto = server.clientOf(app, (await server.as({ rol: 'piloto' })).token)
})
afterAll(() => server.close())

const stillAllowed = [
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/reportes/periodo',
  'POST /api/rutas/revision',
  'DELETE /api/archivos/:id',
  'DELETE /api/auth/sesiones/:id',
  'DELETE /api/auth/sesiones',
  'DELETE /api/usuarios/:id',
  'DELETE /api/usuarios/:id/tokens/:tid',
  'PATCH /api/usuarios/:id/status',
]
/** Uploads check the record and the file first. */
const uploads = [
  'POST /api/archivos',
  'POST /api/piloto/ruta/:id/archivos',
  'POST /api/piloto/gastos/:id/archivos',
  'POST /api/importar/:tipo',
]
const writing = endpointRequests.filter(
  ({ method, endpoint: { line } }) =>
    method !== 'GET' && !stillAllowed.includes(line) && !uploads.includes(line),
)

test.each(writing.map((call) => [requestName(call), call] as const))(
  '%s: returns 503 when the disk is full',
  async (_name, { endpoint, method, url }) => {
    const client =
      endpoint.access !== 'public' && endpoint.access.role === 'piloto' ? fullDiskPiloto : fullDisk
    const { status, body, headers } = await client.send({ method, url })
    expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'NO_DISPONIBLE', '1'])
    expect(body.message).toBe(noSpaceSentence)
  },
)

test('full disk: deactivates and deletes a user, deletes a file', async () => {
  const { id: cliente } = (await admin.post('/api/clientes', aPersona())).body.data
  const archivo = await addFile(admin, `/api/archivos?entidad=clientes&entidad_id=${cliente}`)
  const pilot = await server.as({ rol: 'usuario', permisos: ['editar_rutas'] })
  expect((await pilot.get('/api/rutas')).status).toBe(200)

  expect((await fullDisk.patch(`/usuarios/${pilot.userId}/status`, { estado: 'inactivo' })).status).toBe(200)
  expect((await pilot.get('/api/rutas')).status).toBe(401)
  expect((await fullDisk.delete(`/api/usuarios/${pilot.userId}`)).status).toBe(200)
  expect((await fullDisk.delete(`/api/archivos/${archivo.id}`)).status).toBe(200)
  expect((await admin.get('/api/papelera')).body.data.slice(0, 2)).toMatchObject([
    { tipo: 'archivos', id: archivo.id },
    { tipo: 'usuarios', id: pilot.userId },
  ])
})

test('full disk: revokes a session and a token', async () => {
  const script = await server.as({ rol: 'usuario', permisos: ['ver_rutas'] })
  const tokens = `/api/usuarios/${script.userId}/tokens`
  const { id, token } = (await admin.post(tokens, { nombre: 'Hoja' })).body.data
  const program = server.clientOf(server.app, token)
  expect((await program.get('/api/rutas')).status).toBe(200)
  expect((await fullDisk.delete(`${tokens}/${id}`)).status).toBe(200)
  expect((await program.get('/api/rutas')).status).toBe(401)

  const own = server.clientOf(server.startAnotherApp({ hasFreeSpace: async () => false }), script.token)
  const [here] = (await own.get('/api/auth/sesiones')).body.data
  expect((await own.delete('/api/auth/sesiones')).body.message).toBe('Se cerraron 0 sesiones.')
  expect((await own.delete(`/api/auth/sesiones/${here.id}`)).status).toBe(200)
  expect((await own.get('/api/rutas')).status).toBe(401)
})

test('POST /api/importar/:tipo: previews a sheet and rejects its import when the disk is full', async () => {
  const sheet = csv(Object.keys(aCamion()), Object.values(aCamion()))
  expect((await postSheet(fullDisk, 'camiones', sheet)).body.data).toMatchObject({ nuevas: 1 })
  const { status, body } = await runImport(fullDisk, 'camiones', sheet)
  expect([status, body.error.code, body.message]).toEqual([503, 'NO_DISPONIBLE', noSpaceSentence])
  expect((await admin.get('/api/camiones')).body.data).toEqual([])
})

test.each([
  ['53100', noSpaceSentence],
  // Too many connections.
  ['53300', 'El servicio no está disponible en este momento. Intenta nuevamente.'],
])('write that PostgreSQL rejects with %s: returns 503 with its sentence', async (code, sentence) => {
  await run(
    server.db,
    raw(`create function sin_espacio() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '${code}'; end $$;
      create trigger sin_espacio before insert on camiones for each row execute function sin_espacio()`),
  )
  const { status, body } = await admin.post('/api/camiones', aCamion())
  await run(server.db, raw('drop trigger sin_espacio on camiones; drop function sin_espacio()'))
  expect([status, body]).toEqual([
    503,
    { success: false, message: sentence, error: { code: 'NO_DISPONIBLE' } },
  ])
})
