import { can, effectivePermisos, type Permiso, permisos, type Rol } from '@flota/contract/access.ts'
import { catalogues } from '@flota/contract/catalogues.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { named, type Sendable, sendable } from '../test/lines.ts'
import { type Client, type TestApp, testApp, type Who } from '../test/testApp.ts'

/** Who may, as contract.md section 3 has it: written here again, apart from calls.ts. */
type Rule = 'public' | ((rol: Rol, has: (...names: Permiso[]) => boolean) => boolean)
const anyRoute = ['ver_rutas', 'crear_rutas', 'editar_rutas', 'eliminar_rutas'] as const
const readers = ['gestionar_catalogos', 'ver_rutas', 'crear_rutas', 'editar_rutas'] as const
const catalogue = Object.keys(catalogues).join('|')
const rules: [RegExp, Rule][] = [
  [/^GET \/api\/(salud|config|docs)$/, 'public'],
  [/^POST \/api\/auth\/login$/, 'public'],
  [/^(POST|GET) \/api\/auth\/(logout|verify|password)$/, () => true],
  [/^\w+ \/api\/usuarios(\/|$)/, (rol) => rol === 'administrador'],
  [/^GET \/api\/piloto$/, (rol) => rol === 'administrador'],
  [/^GET \/api\/rutas\/(next-number|:id\/historial)$/, (rol, has) => rol !== 'piloto' && has(...anyRoute)],
  [/^GET \/api\/rutas(\/|$)/, (_rol, has) => has(...anyRoute)],
  [/^POST \/api\/rutas$/, (rol, has) => rol !== 'piloto' && has('crear_rutas')],
  [/^PUT \/api\/rutas\/:id$/, (rol, has) => rol !== 'piloto' && has('editar_rutas')],
  [/^DELETE \/api\/rutas\/:id$/, (rol, has) => rol !== 'piloto' && has('eliminar_rutas')],
  [new RegExp(`^GET /api/(${catalogue})(/:id)?$`), (rol, has) => rol !== 'piloto' && has(...readers)],
  [new RegExp(`^(POST|PUT|DELETE) /api/(${catalogue})(/:id)?$`), (_rol, has) => has('gestionar_catalogos')],
  [/^\w+ \/api\/mantenimientos(\/|$)/, (_rol, has) => has('gestionar_catalogos')],
  [/^\w+ \/api\/papelera(\/|$)/, (rol) => rol === 'administrador'],
  [/^\w+ \/api\/reportes(\/|$)/, (_rol, has) => has('generar_reportes')],
  [
    /^GET \/api\/piloto\/(mis-rutas|ruta\/:id\/historial)$/,
    (rol, has) => rol === 'piloto' && has('ver_rutas'),
  ],
  [/^PUT \/api\/piloto\/ruta\/:id\/estado$/, (rol, has) => rol === 'piloto' && has('actualizar_estado')],
]
const ruleOf = (line: string) => rules.find(([pattern]) => pattern.test(line))?.[1]

const all = permisos.map((p) => p.nombre_permiso)
const callers: { name: string; rol: Rol; stored: Permiso[] }[] = [
  { name: 'an administrador', rol: 'administrador', stored: [] },
  { name: 'a piloto with everything stored', rol: 'piloto', stored: all },
  { name: 'a piloto without ver_rutas', rol: 'piloto', stored: ['actualizar_estado'] },
  { name: 'a piloto without actualizar_estado', rol: 'piloto', stored: ['ver_rutas'] },
  { name: 'a piloto without permissions', rol: 'piloto', stored: [] },
  { name: 'a usuario with everything', rol: 'usuario', stored: all },
  { name: 'a usuario without permissions', rol: 'usuario', stored: [] },
  ...all.map((one) => ({ name: `a usuario with ${one} alone`, rol: 'usuario' as const, stored: [one] })),
]
/** What counts of the stored permissions (contract.md section 3), in words of its own. */
const counting = (rol: Rol, stored: readonly Permiso[]) =>
  rol === 'administrador'
    ? all
    : stored.filter((p) => rol === 'usuario' || p === 'ver_rutas' || p === 'actualizar_estado')

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const asCaller = ({ rol, stored }: (typeof callers)[number], who: Who = {}) =>
  server.as({ ...who, rol, permisos: stored })
const forbidden = {
  success: false,
  message: 'No tienes permiso para realizar esta acción',
  error: { code: 'SIN_PERMISO' },
}
const guarded = sendable.filter(({ endpoint }) => endpoint.access !== 'public')
const open = sendable.filter(({ endpoint }) => endpoint.access === 'public')
const send = (client: Client, { method, url }: Sendable) => client.send({ method, url })

describe('every contract line', () => {
  test.each(endpoints.map(({ line }) => line))('%s has its row in contract.md section 3', (line) => {
    expect(ruleOf(line)).toBeDefined()
  })

  test.each(endpoints)('$line is open or guarded as contract.md has it', ({ line, access }) => {
    const rule = ruleOf(line)
    expect(access === 'public').toBe(rule === 'public')
    if (rule === undefined || rule === 'public' || access === 'public') return
    for (const { rol, stored } of callers) {
      const counts = counting(rol, stored)
      const has = (...names: Permiso[]) => names.some((name) => counts.includes(name))
      const ids = permisos.filter((p) => stored.includes(p.nombre_permiso)).map((p) => p.id)
      const caller = { rol_nombre: rol, permissions: effectivePermisos(rol, ids) }
      expect([rol, stored, can(caller, access)]).toEqual([rol, stored, rule(rol, has)])
    }
  })
})

describe('without a session', () => {
  test.each(guarded.map((call) => [named(call), call] as const))(
    '%s refuses a stranger',
    async (_n, call) => {
      const answer = await send(server.stranger, call)
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({
        success: false,
        message: 'No hay token',
        error: { code: 'NO_AUTENTICADO' },
      })
    },
  )

  const bogus = ['x', 'null', 'undefined', 'a'.repeat(43), 'ñandú', "' or 1=1 --", 'z'.repeat(8000)]
  test.each(guarded.map((call) => [named(call), call] as const))(
    '%s refuses any made-up token',
    async (_n, call) => {
      for (const token of bogus) {
        const authorization = Buffer.from(`Bearer ${token}`).toString('latin1')
        const answer = await server.stranger.send({
          method: call.method,
          url: call.url,
          headers: { authorization },
        })
        expect([token, answer.status]).toEqual([token, 401])
        expect(answer.body).toEqual({
          success: false,
          message: 'Sesión expirada. Inicia sesión nuevamente.',
          error: { code: 'SESION_EXPIRADA' },
        })
      }
    },
  )

  test.each(['', 'Bearer', 'Bearer ', 'Basic YWRtaW46YWRtaW4=', 'Token abc'])(
    'an Authorization of "%s" is no token',
    async (authorization) => {
      const answer = await server.stranger.send({
        method: 'GET',
        url: '/api/auth/verify',
        headers: { authorization },
      })
      expect([answer.status, answer.body.error.code]).toEqual([401, 'NO_AUTENTICADO'])
    },
  )

  test('a token in the address or in a cookie is none', async () => {
    const { token } = await server.as()
    const byQuery = await server.stranger.get(`/api/auth/verify?token=${token}`)
    const byCookie = await server.stranger.send({
      method: 'GET',
      url: '/api/auth/verify',
      headers: { cookie: `token=${token}` },
    })
    expect([byQuery.body.error.code, byCookie.body.error.code]).toEqual(['NO_AUTENTICADO', 'NO_AUTENTICADO'])
  })

  test.each(open.map((call) => [named(call), call] as const))('%s takes anyone', async (_name, call) => {
    expect([401, 403]).not.toContain((await send(server.stranger, call)).status)
  })
})

describe.each(callers)('$name', (caller) => {
  let client: Client
  beforeAll(async () => {
    client = await asCaller(caller)
  })

  test.each(guarded.map((call) => [named(call), call] as const))(
    '%s as section 3 has it',
    async (_name, call) => {
      const rule = ruleOf(call.endpoint.line)
      const counts = counting(caller.rol, caller.stored)
      const may =
        typeof rule === 'function' && rule(caller.rol, (...names) => names.some((n) => counts.includes(n)))
      // Logout ends the session that the other lines need.
      const own = call.url === '/api/auth/logout' ? await asCaller(caller) : client
      const answer = await send(own, call)
      const turnedAway = [401, 403].includes(answer.status) || answer.status >= 500
      expect(turnedAway ? [answer.status, answer.body] : 'admitted').toEqual(
        may ? 'admitted' : [403, forbidden],
      )
    },
  )
})
