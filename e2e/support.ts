import { daysBetween, todayIn } from '@flota/contract/core/dates.ts'
import { serverTimeHeader } from '@flota/contract/core/serverTime.ts'
import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'

/** The administrator of the server in playwright.config.ts. */
export const admin = { username: 'admin', password: 'una clave para probar' }

export interface Login {
  token: string
  user: { username: string }
  permissions: string[]
  permissions_dinero: string[]
}

export interface Camion {
  id: number
  version: number
  placa: string
  marca: string
}

interface Fixtures {
  /** Starts without a session. */
  anonymous: boolean
  /** Session of this test alone, created over HTTP. */
  login: Login
  /** Fails the test on console errors, page errors and violations of the content security policy. */
  quiet: undefined
}

const expectedConsoleError =
  /^Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_)/

/** Checks every page for errors, and logs in unless the test sets `anonymous`. */
export const test = base.extend<Fixtures>({
  anonymous: [false, { option: true }],
  // Not the test's `request` fixture: its options wait for the storage state, which needs this login.
  login: async ({ playwright, baseURL }, give) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await give(await logIn(request))
    await request.dispose()
  },
  storageState: async ({ anonymous, login, baseURL }, give) =>
    give(anonymous ? { cookies: [], origins: [] } : storageOf(baseURL ?? '', login)),
  quiet: [
    async ({ page }, give) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !expectedConsoleError.test(message.text()))
          complaints.push(message.text())
      })
      // Moves the mouse: at its initial position in the headless shell the menu would open.
      const goto = page.goto.bind(page)
      page.goto = async (...to) => {
        const answer = await goto(...to)
        await page.mouse.move(1279, 719)
        return answer
      }
      await give(undefined)
      // A mocked response may still be pending when the page closes.
      for (const each of page.context().pages()) await each.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().unrouteAll({ behavior: 'ignoreErrors' })
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export async function logIn(request: APIRequestContext, who = admin): Promise<Login> {
  const answer = await request.post('/api/auth/login', { data: who })
  expect(answer.status()).toBe(200)
  const { data } = (await answer.json()) as { data: Login }
  return data
}

/** Returns a session as the browser's storage state. */
export function storageOf(origin: string, { permissions_dinero, user, ...login }: Login) {
  const localStorage = Object.entries({ ...login, user: { ...user, permissions_dinero } }).map(
    ([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }),
  )
  return { cookies: [], origins: [{ origin, localStorage }] }
}

export const bearer = ({ token }: Login) => ({ Authorization: `Bearer ${token}` })

let uniqueCount = 0
/** Returns a unique word for plates and names, so that a search finds this test's records alone. */
export const unique = (prefix = 'E') => {
  uniqueCount += 1
  return `${prefix}${process.env.TEST_WORKER_INDEX ?? 0}${Date.now().toString(36)}${uniqueCount}`.toUpperCase()
}

export const aCamion = (request: APIRequestContext, login: Login, values: Partial<Camion> = {}) =>
  createRecord<Camion>(request, login, '/api/camiones', {
    placa: unique(),
    marca: 'Kenworth',
    modelo: 'T680',
    color: 'Blanco',
    tipo: 'Cabezal',
    tarjeta_circulacion: 'TC-1',
    ...values,
  })

export async function createRecord<Row extends object = { id: number; version: number }>(
  request: APIRequestContext,
  login: Login,
  path: string,
  data: object,
) {
  const answer = await request.post(path, { headers: bearer(login), data })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { data: Row }).data
}

/** Creates a pilot with a user. */
export async function aPiloto(request: APIRequestContext, login: Login, permisos?: number[]) {
  const chofer = await createRecord(request, login, '/api/choferes', {
    nombre: 'José Luis',
    apellido: 'Pérez Ixcot',
    telefono: '55551234',
    tipo_licencia: 'A',
    vencimiento: '2030-01-31',
  })
  const who = { username: unique('p').toLowerCase(), password: 'volante y carretera' }
  await createRecord(request, login, '/api/usuarios', {
    ...who,
    rol_id: 2,
    estado: 'activo',
    piloto_id: chofer.id,
    permisos,
  })
  return { ...who, choferId: chofer.id }
}

/** Returns the body of a route with a client and truck of its own. */
export async function rutaValues(request: APIRequestContext, login: Login) {
  const cliente = await createRecord(request, login, '/api/clientes', {
    nombre: 'Distribuidora',
    apellido: unique('La Fragua '),
    telefono: '23331234',
  })
  return {
    no_ruta: unique('RUTA-'),
    cliente_id: cliente.id,
    servicio: 'Flete local',
    mercaderia: 'Abarrotes en tarima',
    camion_id: (await aCamion(request, login)).id,
    combustible: 45.5,
    origen: 'Puerto Quetzal',
    destino: 'Quetzaltenango',
    hora: '06:30',
    precio: 2500,
    estado: 'Pendiente',
  }
}

/**
 * Sets the server's clock in responses to `time` and the browser's to `shown`; both then run on. The company's date
 * `hoy` stays that of the server unless given, because records of the test use it.
 */
export async function setClock(page: Page, time: string, { hoy, shown = time }: ClockOptions = {}) {
  await page.clock.install({ time: new Date(shown) })
  await page.route('**/api/config', async (route) => {
    const json = (await (await route.fetch()).json()) as { data: { hoy: string; zona: string } }
    const data = { ...json.data, ...(hoy && { hoy }) }
    const days = daysBetween(todayIn(data.zona, Date.parse(time)), data.hoy)
    // Null if the page has navigated away.
    const now = await page.evaluate(() => Date.now()).catch(() => null)
    if (now === null) return route.abort()
    const passed = now - Date.parse(shown)
    const serverTime = Date.parse(time) + days * 86_400_000 + passed
    await route.fulfill({ json: { ...json, data }, headers: { [serverTimeHeader]: String(serverTime) } })
  })
}

interface ClockOptions {
  /** Company's date; defaults to the server's. */
  hoy?: string
  shown?: string
}

/** Delays the first response of this address until the returned function is called. */
export async function delayResponse(page: Page, url: string, method = 'GET') {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isDelayed = false
  await page.route(url, async (route) => {
    if (isDelayed || route.request().method() !== method) return route.fallback()
    isDelayed = true
    const response = await route.fetch()
    await promise
    // The page may have aborted the request.
    await route.fulfill({ response }).catch(() => undefined)
  })
  return resolve
}

/** Waits until the button is enabled: Playwright's `press` does not, unlike its `click`. */
export async function pressEnabled(button: Locator) {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

export async function typeLogin(page: Page, { username, password } = admin) {
  await page.getByLabel('Usuario').fill(username)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await page.keyboard.press('Enter')
}

/** Throws on pointer events of other kinds, which fails the test. */
export const allowOnlyPointer = (page: Page, allowed: 'touch' | 'none') =>
  page.addInitScript((type) => {
    const check = (event: PointerEvent) => {
      if (event.pointerType !== type) throw new Error(`Pointer ${event.pointerType} is not allowed`)
    }
    addEventListener('pointerdown', check, true)
  }, allowed)

/** Opens a row's menu and chooses an action by keyboard. */
export async function chooseRowMenuItem(page: Page, row: string, action: string) {
  const trigger: Locator = page.getByRole('button', { name: `Acciones de ${row}` })
  await trigger.focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: action })
  await expect(item).toBeVisible()
  for (
    let steps = 0;
    steps < 8 && !(await item.evaluate((element) => element === document.activeElement));
    steps += 1
  )
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Types the fields in tab order, with Enter at the end. */
export async function typeCamionForm(page: Page, values: string[]) {
  await expect(page.getByLabel('Placa')).toBeFocused()
  for (const [index, value] of values.entries()) {
    await page.keyboard.type(value)
    if (index < values.length - 1) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}
