import { type Caller, can } from '@flota/contract/core/access.ts'
import { type PageAccess, type Page as Path, pages } from '@flota/contract/core/pages.ts'
import { permisos, rolId } from '@flota/contract/core/permisos.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { aFactura } from './cobros.ts'
import { aCamion, aPiloto, createRecord, type Login, logIn, rutaValues, test, unique } from './support.ts'

interface Kind {
  rol: 'administrador' | 'piloto' | 'usuario'
  permisos: number[]
  permisos_dinero?: number[]
  /** Page to which `/` redirects. */
  home: string
}

const homes: Partial<Record<string, string>> = {
  gestionar_catalogos: '/choferes',
  crear_rutas: '/rutas',
  ver_rutas: '/rutas',
  editar_rutas: '/rutas',
  eliminar_rutas: '/rutas',
  generar_reportes: '/reportes',
}

/** Every kind of user: the roles, and each permission alone. */
const kinds: Record<string, Kind> = {
  administrador: { rol: 'administrador', permisos: [], home: '/admin-dashboard' },
  'usuario sin permisos': { rol: 'usuario', permisos: [], home: '/dashboard' },
  ...Object.fromEntries(
    permisos.map(({ id, nombre_permiso: name }): [string, Kind] => [
      `usuario con ${name}`,
      { rol: 'usuario', permisos: [id], home: homes[name] ?? '/dashboard' },
    ]),
  ),
  'usuario con ver_dinero': { rol: 'usuario', permisos: [], permisos_dinero: [8], home: '/dinero' },
  'usuario con gestionar_dinero': { rol: 'usuario', permisos: [], permisos_dinero: [9], home: '/dinero' },
  'usuario con gestionar_cobros': {
    rol: 'usuario',
    permisos: [],
    permisos_dinero: [10],
    home: '/cobros',
  },
  piloto: { rol: 'piloto', permisos: [4, 5], home: '/piloto-rutas' },
  'piloto sin permisos': { rol: 'piloto', permisos: [], home: '/dashboard' },
}

/** Creates a user of this kind, and for a pilot an assigned route. */
async function enroll(request: APIRequestContext, login: Login, kind: Kind) {
  const piloto = await aPiloto(request, login, kind.rol === 'piloto' ? kind.permisos : [])
  const who = { username: unique('u').toLowerCase(), password: 'una clave cualquiera' }
  const { rol, permisos: granted, permisos_dinero = [] } = kind
  if (rol !== 'piloto')
    await createRecord(request, login, '/api/usuarios', {
      ...who,
      rol_id: rolId[rol],
      estado: 'activo',
      permisos: granted,
      permisos_dinero,
    })
  const ruta = await createRecord(request, login, '/api/rutas', {
    ...(await rutaValues(request, login)),
    chofer_id: piloto.choferId,
    fecha: '2026-11-20',
  })
  return { session: await logIn(request, rol === 'piloto' ? piloto : who), choferId: piloto.choferId, ruta }
}

/** Creates a record for each detail page, by the word in its address. */
async function records(request: APIRequestContext, login: Login, ids: { chofer: number; ruta: number }) {
  const person = { nombre: 'Ana', apellido: unique(), telefono: '55551234' }
  const [ayudante, cliente] = await Promise.all([
    createRecord(request, login, '/api/ayudantes', person),
    createRecord(request, login, '/api/clientes', person),
  ])
  const camion = (await aCamion(request, login)).id
  const mantenimiento = await createRecord(request, login, '/api/mantenimientos', {
    camion_id: camion,
    tipo: 'Preventivo',
    descripcion: 'Cambio de aceite',
    fecha_programada: '2020-02-01',
    estado: 'Completado',
  })
  const anticipo = { tipo: 'anticipo', chofer_id: ids.chofer, monto: 100, fecha: '2026-11-20' }
  const movimiento = await createRecord(request, login, '/api/movimientos', anticipo)
  const settled = { chofer_id: ids.chofer, movimientos: [movimiento.id] }
  return {
    ...ids,
    'dinero/piloto': ids.chofer,
    'cobros/cliente': cliente.id,
    'cobros/factura': (await aFactura(request, login, { cliente_id: cliente.id, monto: 100 })).id,
    'dinero/liquidacion': (await createRecord(request, login, '/api/liquidaciones', settled)).id,
    ayudante: ayudante.id,
    cliente: cliente.id,
    camion,
    mantenimiento: mantenimiento.id,
  }
}

const addressOf = (path: Path, ids: Record<string, number>) => {
  const found = Object.entries(ids).find(([word]) => path.includes(word))
  return path.replace(':id', String(found?.[1]))
}

/** Stores the session before the first page loads. */
const enterAs = (page: Page, login: Login) =>
  page.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    {
      token: login.token,
      user: JSON.stringify({ ...login.user, permissions_dinero: login.permissions_dinero }),
      permissions: JSON.stringify(login.permissions),
    },
  )

for (const [name, kind] of Object.entries(kinds)) {
  test(`every page: follows the permissions of ${name}`, async ({ page, request, login }) => {
    const { session, choferId, ruta } = await enroll(request, login, kind)
    const ids = await records(request, login, { chofer: choferId, ruta: ruta.id })
    // Screens use the permissions of the login response.
    const caller = {
      rol_nombre: kind.rol,
      permissions: session.permissions,
      permissions_dinero: session.permissions_dinero,
    } as Caller
    await enterAs(page, session)
    await page.goto('/')
    await expect(page).toHaveURL(kind.home)
    const title = page.getByRole('heading', { level: 1 })
    // The home page is permitted.
    let before = true
    for (const { path, may } of inTurns(caller)) {
      // Two permitted or two rejected pages look alike. A missing page between them shows that the second has loaded.
      if (may === before) {
        await visit(page, '/no-existe')
        await expect(title).toHaveText(missing)
      }
      await visit(page, addressOf(path, ids))
      if (may) {
        await expect(title, path).toHaveText(another)
        await expect(page.getByRole('alert'), path).toHaveCount(0)
      } else {
        await expect(title, path).toHaveText('Acceso Denegado')
        await expectWayOut(page, caller)
      }
      before = may
    }
  })
}

/** These redirect. segundoFactor.spec.ts tests /segundo-factor. */
const unwalked = new Set<Path>(['/', '/segundo-factor'])

/** Returns the pages that need a session, alternating rejected and permitted ones. */
function inTurns(caller: Caller): { path: Path; may: boolean }[] {
  const all = (Object.entries(pages) as [Path, PageAccess][]).flatMap(([path, access]) =>
    access === 'public' || unwalked.has(path) ? [] : [{ path, may: can(caller, access) }],
  )
  const permitted = all.filter(({ may }) => may)
  const rejected = all.filter(({ may }) => !may)
  return all.flatMap((_each, index) => [
    ...rejected.slice(index, index + 1),
    ...permitted.slice(index, index + 1),
  ])
}

test('server: returns the app at each address', async ({ request }) => {
  for (const path of Object.keys(pages)) {
    const answer = await request.get(path.replace(':id', '1'), { headers: { Accept: 'text/html' } })
    expect(answer.status(), path).toBe(200)
  }
})

/** Loads no data. After it, the heading of the next page is surely new. */
const missing = 'Página no encontrada'
const another = new RegExp(`^(?!${missing}|Acceso Denegado).`)

/** Navigates as a link of the app does, without a reload. */
const visit = (page: Page, address: string) => page.evaluate((to) => history.pushState(null, '', to), address)

/** Expects that Acceso Denegado links to permitted pages only. */
async function expectWayOut(page: Page, caller: Caller) {
  const main = page.getByRole('main')
  await expect(main).toContainText('No tienes permisos para ver esta pantalla.')
  await expect(main).toContainText('Contacta al administrador del sistema.')
  for (const [label, path] of [
    ['Rutas', '/rutas'],
    ['Mis Rutas', '/piloto-rutas'],
  ] as const)
    await expect(main.getByRole('link', { name: label, exact: true })).toHaveCount(
      can(caller, pages[path]) ? 1 : 0,
    )
}
