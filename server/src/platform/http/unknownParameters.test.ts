import { endpoints } from '@flota/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgram } from '../../test/apiPrograms.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let program: Client
let session: Client
beforeAll(async () => {
  server = await testApp()
  const admin = await server.as()
  const permisos = [
    'gestionar_catalogos',
    'generar_reportes',
    'crear_rutas',
    'ver_rutas',
    'editar_rutas',
    'eliminar_rutas',
  ] as const
  ;({ client: program, session } = await createProgram({ server, admin }, { permisos: [...permisos] }))
})
afterAll(() => server.close())

const sentence = 'Este parámetro no existe.'

test('GET /api/rutas: with a program token returns 400 naming each unknown parameter beside other errors', async () => {
  const { status, body } = await program.get('/api/rutas?etsado=Entregado&pagina=0&nada=')
  expect([status, body.error.code]).toEqual([400, 'VALIDACION'])
  expect(body.error.campos).toEqual({
    etsado: sentence,
    nada: sentence,
    pagina: 'Debe ser un número entero desde 1.',
  })
})

test('GET /api/rutas: ignores an unknown parameter of a session', async () => {
  const plain = await session.get('/api/rutas')
  const { status, body } = await session.get('/api/rutas?etsado=Entregado&nada=')
  expect([status, body]).toEqual([200, plain.body])
})

test('GET /api/rutas: takes each of its parameters of a program token, also empty ones', async () => {
  const query =
    'pagina=1&porPagina=5&buscar=a&campo=todos&cliente_id=&estado=Entregado&desde=2026-01-01&hasta=&orden=recientes'
  expect((await program.get(`/api/rutas?${query}`)).status).toBe(200)
})

const readable = endpoints.filter(
  ({ method, path, access }) => method === 'GET' && !path.includes(':') && access !== 'public',
)
test.each(readable)(
  '$line: an unknown parameter of a program is refused, or the whole call',
  async ({ path }) => {
    const { status, body } = await program.get(`${path}?inventado=1`)
    expect([400, 403]).toContain(status)
    expect(status === 403 || body.error.campos.inventado === sentence).toBe(true)
  },
)

test.each(['POST /api/choferes', 'PUT /api/choferes/1', 'DELETE /api/choferes/1', 'GET /api/choferes/1'])(
  '%s: returns 400 at an unknown parameter of a program',
  async (line) => {
    const [method = '', path = ''] = line.split(' ')
    const { status, body } = await program.send({ method, url: `${path}?__proto__=1&x=2` })
    expect([status, body.error.campos?.x]).toEqual([400, sentence])
  },
)
