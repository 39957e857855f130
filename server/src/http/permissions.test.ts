import type { Permiso, Rol } from '@flota/contract/access.ts'
import { catalogueNames } from '@flota/contract/catalogues.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { permisos } from '@flota/contract/permisos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Client, type TestApp, testApp, type Who } from '../test/testApp.ts'
import { makeChofer } from '../test/usuarios.ts'

/*
 * The table of contract.md section 3, written out again: not from calls.ts, which says it to the server.
 * A word is a kind of caller; beside the permissions it lists, an administrador holds every one of them.
 */
const routes = 'ver_rutas crear_rutas editar_rutas eliminar_rutas'
const fillers = 'gestionar_catalogos ver_rutas crear_rutas editar_rutas'
const planners = 'crear_rutas editar_rutas gestionar_catalogos'
const nobody = ''

interface Row {
  /** Any of these permissions, of an administrador and of a usuario. */
  staff: string
  /** Any of these, of a piloto, for whom only ver_rutas and actualizar_estado count. */
  piloto: string
}
type Rule = 'anyone' | 'session' | 'staff' | 'administrador' | Row

const catalogue = (name: string): Record<string, Rule> => ({
  [`GET /api/${name}`]: { staff: fillers, piloto: nobody },
  [`GET /api/${name}/:id`]: { staff: fillers, piloto: nobody },
  [`POST /api/${name}`]: { staff: 'gestionar_catalogos', piloto: nobody },
  [`PUT /api/${name}/:id`]: { staff: 'gestionar_catalogos', piloto: nobody },
  [`DELETE /api/${name}/:id`]: { staff: 'gestionar_catalogos', piloto: nobody },
})

const papers = (name: string): Record<string, Rule> => ({
  ...catalogue(name),
  [`GET /api/${name}`]: { staff: 'gestionar_catalogos', piloto: nobody },
  [`GET /api/${name}/:id`]: { staff: 'gestionar_catalogos', piloto: nobody },
})

const table: Record<string, Rule> = {
  'GET /api/vivo': 'anyone',
  'GET /api/salud': 'anyone',
  'GET /api/config': 'anyone',
  'GET /api/docs': 'anyone',
  'POST /api/auth/login': 'anyone',
  'POST /api/auth/logout': 'session',
  'GET /api/auth/verify': 'session',
  'POST /api/auth/password': 'session',
  'GET /api/auth/sesiones': 'session',
  'DELETE /api/auth/sesiones/:id': 'session',
  'DELETE /api/auth/sesiones': 'session',

  'GET /api/usuarios': 'administrador',
  'GET /api/usuarios/permissions/available': 'administrador',
  'GET /api/usuarios/:id': 'administrador',
  'POST /api/usuarios': 'administrador',
  'PUT /api/usuarios/:id': 'administrador',
  'DELETE /api/usuarios/:id': 'administrador',
  'PATCH /api/usuarios/:id/status': 'administrador',
  'GET /api/piloto': 'administrador',
  'GET /api/buscar': 'staff',
  'GET /api/restricciones': 'administrador',
  'GET /api/restricciones/:id': 'administrador',
  'POST /api/restricciones': 'administrador',
  'PUT /api/restricciones/:id': 'administrador',
  'DELETE /api/restricciones/:id': 'administrador',
  'GET /api/ajustes': 'administrador',
  'PUT /api/ajustes': 'administrador',
  'GET /api/respaldo': 'administrador',
  'GET /api/papelera': 'administrador',
  'POST /api/papelera/:tipo/:id/restaurar': 'administrador',
  'GET /api/bitacora': 'administrador',
  'GET /api/bitacora/exportar': 'administrador',

  'GET /api/rutas': { staff: routes, piloto: 'ver_rutas' },
  'GET /api/rutas/recientes': { staff: routes, piloto: 'ver_rutas' },
  'GET /api/rutas/:id': { staff: routes, piloto: 'ver_rutas' },
  'GET /api/rutas/next-number': { staff: routes, piloto: nobody },
  'GET /api/rutas/:id/historial': { staff: routes, piloto: nobody },
  'GET /api/rutas/:id/hoja': { staff: routes, piloto: 'ver_rutas' },
  'GET /api/rutas/hojas': { staff: routes, piloto: nobody },
  'POST /api/rutas/revision': { staff: 'crear_rutas editar_rutas', piloto: nobody },
  'GET /api/rutas/sugerencias': { staff: 'crear_rutas editar_rutas', piloto: nobody },
  'POST /api/rutas/:id/repetir': { staff: 'crear_rutas', piloto: nobody },
  'GET /api/disponibles': { staff: 'crear_rutas editar_rutas', piloto: nobody },
  'GET /api/tablero': { staff: routes, piloto: nobody },
  'PATCH /api/rutas/estado': { staff: 'editar_rutas', piloto: nobody },
  'POST /api/rutas': { staff: 'crear_rutas', piloto: nobody },
  'PUT /api/rutas/:id': { staff: 'editar_rutas', piloto: nobody },
  'DELETE /api/rutas/:id': { staff: 'eliminar_rutas', piloto: nobody },

  ...Object.assign({}, ...catalogueNames.map(catalogue)),

  'GET /api/mantenimientos': { staff: 'gestionar_catalogos', piloto: nobody },
  'GET /api/mantenimientos/:id': { staff: 'gestionar_catalogos', piloto: nobody },
  'POST /api/mantenimientos': { staff: 'gestionar_catalogos', piloto: nobody },
  'PUT /api/mantenimientos/:id': { staff: 'gestionar_catalogos', piloto: nobody },
  'DELETE /api/mantenimientos/:id': { staff: 'gestionar_catalogos', piloto: nobody },

  'GET /api/rutas/:id/expediente': { staff: routes, piloto: nobody },
  'GET /api/rutas/:id/entrega/hoja': { staff: routes, piloto: nobody },
  'PUT /api/rutas/:id/entrega': { staff: 'editar_rutas', piloto: nobody },
  'PUT /api/rutas/:id/tiempos': { staff: 'editar_rutas', piloto: nobody },
  'POST /api/rutas/:id/incidentes': { staff: 'editar_rutas', piloto: nobody },
  'PUT /api/rutas/:id/incidentes/:iid': { staff: 'editar_rutas', piloto: nobody },
  'DELETE /api/rutas/:id/incidentes/:iid': { staff: 'editar_rutas', piloto: nobody },
  'GET /api/clientes/:id/reglas': { staff: `${routes} gestionar_catalogos`, piloto: nobody },
  'PUT /api/clientes/:id/reglas': { staff: 'gestionar_catalogos', piloto: nobody },

  ...catalogue('tarifas'),
  'GET /api/tarifas': { staff: planners, piloto: nobody },
  'GET /api/tarifas/:id': { staff: planners, piloto: nobody },
  'GET /api/tarifas/sugerencia': { staff: planners, piloto: nobody },

  ...Object.assign({}, ...['documento-tipos', 'documentos'].map(papers)),
  'POST /api/documentos/:id/renovar': { staff: 'gestionar_catalogos', piloto: nobody },

  'GET /api/avisos': 'staff',
  'GET /api/avisos/resumen': 'staff',
  'POST /api/avisos/:id/posponer': { staff: 'gestionar_catalogos editar_rutas', piloto: nobody },

  // Of choferes; what each kind asks: importar/routes.test.ts.
  'GET /api/importar/:tipo/plantilla': { staff: 'gestionar_catalogos', piloto: nobody },

  'GET /api/reportes': { staff: 'generar_reportes', piloto: nobody },
  'POST /api/reportes/periodo': { staff: 'generar_reportes', piloto: nobody },
  'GET /api/reportes/demoras': { staff: 'generar_reportes', piloto: nobody },
  'GET /api/reportes/exportar': { staff: 'generar_reportes', piloto: nobody },

  'GET /api/piloto/mis-rutas': { staff: nobody, piloto: 'ver_rutas' },
  'GET /api/piloto/ruta/:id/historial': { staff: nobody, piloto: 'ver_rutas' },
  'PUT /api/piloto/ruta/:id/estado': { staff: nobody, piloto: 'actualizar_estado' },
  'PUT /api/piloto/ruta/:id/entrega': { staff: nobody, piloto: 'actualizar_estado' },
  'PUT /api/piloto/ruta/:id/tiempos': { staff: nobody, piloto: 'actualizar_estado' },
  'GET /api/piloto/expedientes': { staff: nobody, piloto: 'ver_rutas' },
  'GET /api/piloto/ruta/:id/archivos': { staff: nobody, piloto: 'ver_rutas' },
  'POST /api/piloto/ruta/:id/archivos': { staff: nobody, piloto: 'actualizar_estado' },

  // Of no record that there is; what a record asks beside: archivos/routes.test.ts.
  'GET /api/archivos': { staff: `${routes} gestionar_catalogos`, piloto: 'ver_rutas' },
  'GET /api/archivos/:id': { staff: `${routes} gestionar_catalogos`, piloto: 'ver_rutas' },
  'GET /api/archivos/:id/contenido': { staff: `${routes} gestionar_catalogos`, piloto: 'ver_rutas' },
  'POST /api/archivos': { staff: 'editar_rutas gestionar_catalogos', piloto: nobody },
  'DELETE /api/archivos/:id': { staff: 'editar_rutas gestionar_catalogos', piloto: nobody },
}

const all = permisos.map((p) => p.nombre_permiso)
const callers: { name: string; rol: Rol; stored: readonly Permiso[] }[] = [
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

function may(rule: Rule, rol: Rol, stored: readonly Permiso[]): boolean {
  if (rule === 'anyone' || rule === 'session') return true
  if (rule === 'staff') return rol !== 'piloto'
  if (rule === 'administrador') return rol === 'administrador'
  const asked = (rol === 'piloto' ? rule.piloto : rule.staff).split(' ').filter(Boolean)
  return rol === 'administrador' ? asked.length > 0 : asked.some((name) => stored.some((p) => p === name))
}

type Caller = (typeof callers)[number]

let server: TestApp
let admin: Client
const sessions = new Map<Caller, Client>()
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  for (const caller of callers) sessions.set(caller, await newSession(caller))
})
afterAll(() => server.close())

const newSession = async ({ rol, stored }: Caller) => {
  const who: Who = { rol, permisos: stored }
  return server.as(rol === 'piloto' ? { ...who, piloto_id: await makeChofer(admin) } : who)
}

const logout = 'POST /api/auth/logout'
/** One session for all calls, but for the call that ends it. */
const sessionOf = async (caller: Caller, line: Line) =>
  (line !== logout && sessions.get(caller)) || newSession(caller)

const lines = endpoints.map(({ line }) => line)
type Line = (typeof lines)[number]
const addresses = (path: string) =>
  /^\/api\/(usuarios|piloto)(\/|$)/.test(path) ? [path, path.slice('/api'.length)] : [path]
/** No record has this id, so that who may changes nothing either. */
const fill = (path: string, id: string) => path.replace(':tipo', 'choferes').replace(/:i?id/g, id)

/** Once as it should be, once broken in address and body: who may not, learns nothing of either. */
async function sendBoth(client: Client, line: Line): Promise<Answer[]> {
  const [method = '', path = ''] = line.split(' ')
  const payload = ['GET', 'DELETE'].includes(method) ? {} : { payload: '{broken' }
  const answers: Answer[] = []
  for (const url of addresses(path)) {
    answers.push(
      await client.send({ method, url: fill(url, '2000000000') }),
      await client.send({ method, url: `${fill(url, 'x')}?pagina=x&version=x`, ...payload }),
    )
  }
  // Logout is done with its session at the first of its calls.
  return line === logout && client.token ? answers.slice(0, 1) : answers
}

/** Whoever is let in may still be told 400 or 404, but of a record and not of the address. */
const outcome = ({ status, body }: Answer) =>
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

test('the table has every call, and no other', () => {
  expect(new Set(Object.keys(table))).toEqual(new Set(lines))
})

test.each(lines)('%s', async (line) => {
  const rule = table[line] ?? 'anyone'
  const strangers = (await sendBoth(server.stranger, line)).map(outcome)
  const toStranger = rule === 'anyone' ? 'let in' : refusals.session
  expect(strangers, 'a stranger').toEqual(strangers.map(() => toStranger))
  for (const caller of callers) {
    const outcomes = (await sendBoth(await sessionOf(caller, line), line)).map(outcome)
    const expected = may(rule, caller.rol, caller.stored) ? 'let in' : refusals.permission
    expect.soft(outcomes, caller.name).toEqual(outcomes.map(() => expected))
  }
})
