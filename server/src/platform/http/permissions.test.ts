import type { Permiso, PermisoDinero, Rol } from '@flota/contract/core/access.ts'
import { permisos, permisosDinero } from '@flota/contract/core/permisos.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programClients } from '../../test/apiPrograms.ts'
import { type PermissionRule, permissionTable } from '../../test/permissionTable.ts'
import { type ApiResponse, type Client, type TestApp, testApp, type UserOptions } from '../../test/testApp.ts'
import { makeChofer } from '../../test/usuarios.ts'

type Stored = readonly (Permiso | PermisoDinero)[]
const isDinero = (name: string): name is PermisoDinero =>
  permisosDinero.some((p) => p.nombre_permiso === name)
const all: Stored = [...permisos, ...permisosDinero].map((p) => p.nombre_permiso)
const callers: { name: string; rol: Rol; stored: Stored }[] = [
  { name: 'administrador', rol: 'administrador', stored: all },
  { name: 'administrador with nothing stored', rol: 'administrador', stored: [] },
  { name: 'piloto with the default permissions', rol: 'piloto', stored: ['ver_rutas', 'actualizar_estado'] },
  { name: 'piloto with nothing stored', rol: 'piloto', stored: [] },
  { name: 'piloto with everything stored', rol: 'piloto', stored: all },
  ...all.map((one) => ({ name: `piloto with ${one} alone`, rol: 'piloto' as const, stored: [one] })),
  { name: 'usuario with everything', rol: 'usuario', stored: all },
  { name: 'usuario with nothing', rol: 'usuario', stored: [] },
  ...all.map((one) => ({ name: `usuario with ${one} alone`, rol: 'usuario' as const, stored: [one] })),
]

function may(rule: PermissionRule, rol: Rol, stored: Stored): boolean {
  if (rule === 'anyone' || rule === 'session') return true
  if (rule === 'staff') return rol !== 'piloto'
  if (rule === 'administrador') return rol === 'administrador'
  const required = (rol === 'piloto' ? rule.piloto : rule.staff).split(' ').filter(Boolean)
  const has = (name: string) => stored.some((p) => p === name)
  return rol === 'administrador' ? required.length > 0 : required.some(has) && (!rule.and || has(rule.and))
}

type Caller = (typeof callers)[number]

let server: TestApp
let admin: Client
const sessions = new Map<Caller, Client>()
const programOf = programClients(() => ({ server, admin }))
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  for (const caller of callers) sessions.set(caller, await newSession(caller))
})
afterAll(() => server.close())

const newSession = async ({ rol, stored }: Caller) => {
  const who: UserOptions = {
    rol,
    permisos: stored.filter((name) => !isDinero(name)),
    permisos_dinero: stored.filter(isDinero),
  }
  return server.as(rol === 'piloto' ? { ...who, piloto_id: await makeChofer(admin) } : who)
}

const logout = 'POST /api/auth/logout'
/** One session for all calls except logout. */
const sessionOf = async (caller: Caller, line: Line) =>
  (line !== logout && sessions.get(caller)) || newSession(caller)

const lines = endpoints.map(({ line }) => line)
type Line = (typeof lines)[number]
const addresses = (path: string) =>
  /^\/api\/(usuarios|piloto)(\/|$)/.test(path) ? [path, path.slice('/api'.length)] : [path]
/** No record has this id, so that allowed calls change nothing either. */
const fill = (path: string, id: string) => path.replace(':tipo', 'choferes').replace(/:[it]?id/g, id)

/** Valid and broken input: without the permission both get the same error. */
async function sendBoth(client: Client, line: Line): Promise<ApiResponse[]> {
  const [method = '', path = ''] = line.split(' ')
  const payload = ['GET', 'DELETE'].includes(method) ? {} : { payload: '{broken' }
  const answers: ApiResponse[] = []
  for (const url of addresses(path)) {
    answers.push(
      await client.send({ method, url: fill(url, '2000000000') }),
      await client.send({ method, url: `${fill(url, 'x')}?pagina=x&version=x`, ...payload }),
    )
  }
  // The first logout ends its session.
  return line === logout && client.token ? answers.slice(0, 1) : answers
}

/** An allowed call may get 400 or 404, but not for an unknown address. */
const outcome = ({ status, body }: ApiResponse) =>
  [401, 403, 405].includes(status) || status >= 500 || body.message === 'La dirección no existe'
    ? [status, body]
    : 'let in'
const refusals = {
  session: [401, { success: false, message: 'No hay token', error: { code: 'NO_AUTENTICADO' } }],
  permission: [
    403,
    {
      success: false,
      message: 'No tienes permiso para realizar esta acción',
      error: { code: 'SIN_PERMISO' },
    },
  ],
}

test('permissions table: has exactly the calls of the contract', () => {
  expect(new Set(Object.keys(permissionTable))).toEqual(new Set(lines))
})

test.each(lines)('%s', async (line) => {
  const rule = permissionTable[line] ?? 'anyone'
  const strangers = (await sendBoth(server.anonymous, line)).map(outcome)
  const toStranger = rule === 'anyone' ? 'let in' : refusals.session
  expect(strangers, 'a stranger').toEqual(strangers.map(() => toStranger))
  for (const caller of callers) {
    const outcomes = (await sendBoth(await sessionOf(caller, line), line)).map(outcome)
    const expected = may(rule, caller.rol, caller.stored) ? 'let in' : refusals.permission
    expect.soft(outcomes, caller.name).toEqual(outcomes.map(() => expected))
    if (caller.rol !== 'usuario') continue
    const byToken = (await sendBoth(await programOf(sessions.get(caller)), line)).map(outcome)
    const toProgram = / \/api\/auth\/(?!login|verify)/.test(line) ? refusals.permission : expected
    expect.soft(byToken, `a token of ${caller.name}`).toEqual(byToken.map(() => toProgram))
  }
})
