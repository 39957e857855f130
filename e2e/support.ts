import { daysBetween, todayIn } from '@flota/contract/dates.ts'
import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'

/** The administrator that playwright.config.ts starts the server with. */
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
  /** Nobody is logged in. */
  anonymous: boolean
  /** A session of its own for each test, made over HTTP. */
  login: Login
  /** Fails the test for what the browser complains about: errors, and what the content policy forbids. */
  quiet: undefined
}

const expectedConsoleError =
  /^Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_)/

/** The page is quiet, and logged in unless the test says `anonymous`. */
export const test = base.extend<Fixtures>({
  anonymous: [false, { option: true }],
  // Not by the `request` of the test: its options wait for the storage state, which waits for this.
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
      // Where the headless shell's pointer stands at first, the menu opens under it.
      const goto = page.goto.bind(page)
      page.goto = async (...to) => {
        const answer = await goto(...to)
        await page.mouse.move(1279, 719)
        return answer
      }
      await give(undefined)
      // What is answered in the server's place may be under way still; the page that wanted it goes now.
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

/** A session as a browser keeps it. */
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
/** A word that no other test uses: plates and makes are told apart by it. */
export const unique = (prefix = 'E') => {
  uniqueCount += 1
  return `${prefix}${process.env.TEST_WORKER_INDEX ?? 0}${Date.now().toString(36)}${uniqueCount}`.toUpperCase()
}

export async function aCamion(request: APIRequestContext, login: Login, values: Partial<Camion> = {}) {
  const answer = await request.post('/api/camiones', {
    headers: bearer(login),
    data: {
      placa: unique(),
      marca: 'Kenworth',
      modelo: 'T680',
      color: 'Blanco',
      tipo: 'Cabezal',
      tarjeta_circulacion: 'TC-1',
      ...values,
    },
  })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { data: Camion }).data
}

/** Makes a record over HTTP. */
export async function createRecord(request: APIRequestContext, login: Login, path: string, data: object) {
  const answer = await request.post(path, { headers: bearer(login), data })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { data: { id: number; version: number } }).data
}

/** A pilot and the user that drives as them. */
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

/** The body of a route of its own client and truck; the rest is the test's. */
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
 * From now on the server's clock goes from `time` where a page hears of it, and this browser's from `shown`;
 * but for `hoy` the server's day stays, which those have that a test makes.
 */
export async function setClock(page: Page, time: string, { hoy, shown = time }: ClockOptions = {}) {
  await page.clock.install({ time: new Date(shown) })
  await page.route('**/api/config', async (route) => {
    const json = (await (await route.fetch()).json()) as { data: { hoy: string; zona: string } }
    const data = { ...json.data, ...(hoy && { hoy }) }
    const days = daysBetween(todayIn(data.zona, Date.parse(time)), data.hoy)
    // Null where the page that asked has gone on to another.
    const now = await page.evaluate(() => Date.now()).catch(() => null)
    if (now === null) return route.abort()
    const passed = now - Date.parse(shown)
    const date = new Date(Date.parse(time) + days * 86_400_000 + passed).toUTCString()
    await route.fulfill({ json: { ...json, data }, headers: { date } })
  })
}

interface ClockOptions {
  /** The company's date; the server's own unless it is said. */
  hoy?: string
  shown?: string
}

/** Keeps back what the server answers to the first call of this address from now on; gives the release. */
export async function delayResponse(page: Page, url: string, method = 'GET') {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isDelayed = false
  await page.route(url, async (route) => {
    if (isDelayed || route.request().method() !== method) return route.fallback()
    isDelayed = true
    const response = await route.fetch()
    await promise
    // It may not be wanted any more.
    await route.fulfill({ response }).catch(() => undefined)
  })
  return resolve
}

/** Playwright's own `press` does not wait, as its `click` does, for a button that still waits for its data. */
export async function pressEnabled(button: Locator) {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

export async function typeLogin(page: Page, { username, password } = admin) {
  await page.getByLabel('Usuario').fill(username)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await page.keyboard.press('Enter')
}

/** Whatever else points at the page fails the test, as every error in it does. */
export const allowOnlyPointer = (page: Page, allowed: 'touch' | 'none') =>
  page.addInitScript((type) => {
    const check = (event: PointerEvent) => {
      if (event.pointerType !== type) throw new Error(`This story is not played by ${event.pointerType}.`)
    }
    addEventListener('pointerdown', check, true)
  }, allowed)

/** Opens a row's menu and chooses, by keyboard. */
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

/** Types field after field as a clerk does: Tab between, Enter at the end. */
export async function typeCamionForm(page: Page, values: string[]) {
  await expect(page.getByLabel('Placa')).toBeFocused()
  for (const [index, value] of values.entries()) {
    await page.keyboard.type(value)
    if (index < values.length - 1) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}
