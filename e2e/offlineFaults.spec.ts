import { expect, type Page } from '@playwright/test'
import { cachedUserIds, logInOnPhone, offlineTest as test } from './phone.ts'
import {
  addPhoto,
  aRuta,
  aTrip,
  cardOf,
  fetchFiles,
  fetchHistorial,
  openTripOffline,
  phoneOptions,
  saveEstado,
  waitForPrecache,
  waitUntilAccepted,
  waitUntilDiscarded,
  waitUntilSynced,
} from './piloto.ts'
import { admin, aPiloto, typeLogin } from './support.ts'

// Other faults: a rejection, another tab, another release, another user (docs/decisions/0017-queue.md).

test.use({ anonymous: true, ...phoneOptions })

/** Returns the idempotency keys of the requests to this path. */
function keysOf(page: Page, path: RegExp): string[] {
  const keys: string[] = []
  page.context().on('request', (request) => {
    if (request.method() !== 'GET' && path.test(request.url()))
      keys.push(request.headers()['idempotency-key'] ?? '')
  })
  return keys
}

test('photo rejected by 413: lets the following state pass, and is resent with its key', async ({
  page,
  request,
  login,
}) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  await page.route('**/archivos?*', (route) =>
    route.fulfill({
      status: 413,
      json: { success: false, message: 'El archivo pasa de 8 MB.', error: { code: 'CUERPO_MUY_GRANDE' } },
    }),
  )
  const keys = keysOf(page, /archivos\?/)
  await addPhoto(page, number, 'grande.png')
  await expect(page.getByRole('alert')).toContainText('El archivo pasa de 8 MB.')
  await expect(page.getByRole('alert')).toContainText(`Ruta ${number} → Foto: grande.png`)
  await waitUntilAccepted(page, ['estado'], () => saveEstado(page, number, 'En curso'))
  await expect(page.getByText('Guardado en este teléfono')).toHaveCount(0)
  expect(await fetchHistorial(office, id)).toHaveLength(2)
  await expect(page.getByText('1 foto por enviar', { exact: true }).first()).toBeVisible()
  expect(await fetchFiles(office, id)).toEqual([])
  await page.unroute('**/archivos?*')
  await waitUntilSynced(page, ['archivos'], () => page.getByRole('button', { name: 'Enviar de nuevo' }).tap())
  await expect(page.getByText('por enviar')).toHaveCount(0)
  expect(await fetchFiles(office, id)).toMatchObject([{ nombre: 'grande.png' }])
  expect(keys).toEqual([keys[0], keys[0]])
})

test('two tabs: one sends a photo', async ({ page, request, login }) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  const other = await page.context().newPage()
  await other.goto('/piloto-rutas')
  await page.context().setOffline(true)
  await addPhoto(page, number, 'una.png')
  await expect(cardOf(other, number)).toContainText('1 foto por enviar')
  const keys = keysOf(page, /archivos\?/)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.context().route('**/archivos?*', async (route) => {
    await promise
    await route.continue()
  })
  await page.context().setOffline(false)
  await expect.poll(() => keys.length).toBeGreaterThan(0)
  const waits = async () => (await navigator.locks.query()).pending?.map(({ name }) => name)
  await expect.poll(() => page.evaluate(waits)).toEqual(['flota-cola'])
  await waitUntilDiscarded(other, async () => resolve())
  await expect(page.getByText('por enviar')).toHaveCount(0)
  expect(keys).toHaveLength(1)
  expect(await fetchFiles(office, id)).toHaveLength(1)
})

test('change first tried 29 days ago: is not sent on its own', async ({ page, request, login }) => {
  const { office, who, ...old } = await openTripOffline(page, { request, login })
  const fresh = await aRuta(office, who, { away: 1 })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await expect(cardOf(page, fresh.number)).toBeVisible()
  await page.clock.install()
  await page.route('**/estado', (route) => route.abort())
  const keys = keysOf(page, new RegExp(`/${old.id}/estado`))
  await saveEstado(page, old.number, 'En curso')
  // The page loads the sender with its first item. A later attempt would set a later date.
  await expect.poll(() => keys.length).toBeGreaterThan(0)
  await expect(page.getByText('1 cambio por enviar')).toBeVisible()
  const tried = keys.length
  await page.unroute('**/estado')
  await page.clock.setSystemTime(Date.now() + 29.1 * 86_400_000)
  await page.context().setOffline(true)
  await saveEstado(page, fresh.number, 'En curso')
  await waitUntilAccepted(page, ['estado'], () => page.context().setOffline(false))
  await expect(cardOf(page, fresh.number)).not.toContainText('Guardado en este teléfono')
  const question = 'Este cambio tiene más de 29 días. Revisa si la oficina lo tiene.'
  await expect(page.getByText(question)).toBeVisible()
  expect(keys).toHaveLength(tried)
  expect(await fetchHistorial(office, old.id)).toHaveLength(1)
  await waitUntilAccepted(page, ['estado'], () => page.getByRole('button', { name: 'Enviar de nuevo' }).tap())
  await expect(page.getByText(question)).toBeHidden()
  await expect(page.getByText('Guardado en este teléfono')).toHaveCount(0)
  expect(await fetchHistorial(office, old.id)).toHaveLength(2)
  expect(keys).toHaveLength(tried + 1)
  expect(keys.at(-1)).not.toBe(keys[0])
})

/** Expects the page to run the scripts of the latest release. */
async function expectNew(page: Page) {
  await expect(page.locator('script[src^="/nuevos/"]')).not.toHaveCount(0)
  await expect(page.locator('script[src^="/assets/"]')).toHaveCount(0)
}

test('release with two queued changes: is installed when the pilot accepts, and both arrive', async ({
  phone,
  request,
  login,
}) => {
  const { office, who, id, number } = await aTrip({ request, login })
  await logInOnPhone(phone, who)
  const page = await phone.open('/')
  phone.line.setRule(({ method }) => (method === 'PUT' ? 'cut' : 'pass'))
  await saveEstado(page, number, 'En curso')
  await saveEstado(page, number, 'Pendiente')
  await expect(page.getByText('2 cambios por enviar')).toBeVisible()
  phone.line.publishRelease()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('button', { name: 'Usar la nueva' }).tap()
  await expectNew(page)
  await expect(page.getByText('2 cambios por enviar')).toBeVisible()
  phone.line.setRule('pass')
  await waitUntilSynced(page, ['estado', 'estado'], () =>
    page.evaluate(() => window.dispatchEvent(new Event('online'))),
  )
  expect((await fetchHistorial(office, id)).map(({ estado_nuevo }) => estado_nuevo)).toEqual([
    'Pendiente',
    'En curso',
    'Pendiente',
  ])
})

test("phone that changes hands: opens offline with the logged-in user's data, and after a new login", async ({
  phone,
  request,
  login,
}) => {
  const { office, who, number } = await aTrip({ request, login })
  const other = await aTrip(office)
  const leave = async (page: Page) => {
    await page.getByRole('button', { name: 'Abrir el menú' }).tap()
    await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
  }
  await logInOnPhone(phone, who)
  phone.line.setRule('cut')
  const first = await phone.open('/')
  await saveEstado(first, number, 'Incidente', 'Llanta ponchada')
  phone.line.setRule(({ url }) => (url.includes('/piloto/ruta/') ? 'cut' : 'pass'))
  await leave(first)
  await first.getByRole('button', { name: 'Sí' }).tap()
  await expect(first).toHaveURL(/login$/)
  await phone.quit()
  await logInOnPhone(phone, other.who)
  phone.line.setRule('cut')

  const page = await phone.open('/')
  await expect(cardOf(page, other.number)).toBeVisible()
  await expect(page.getByText(/^Sin señal · Lo que ves es de las/)).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
  await expect(page.getByText(/por enviar|Llanta/)).toHaveCount(0)
  expect(await cachedUserIds(page)).toHaveLength(1)
  await leave(page)
  await expect(page).toHaveURL(/login$/)
  await expect.poll(() => cachedUserIds(page)).toEqual([])
  await phone.quit()

  // The logout has removed the worker: the page needs the line.
  phone.line.setRule('pass')
  const empty = await phone.open('/')
  await expect(empty.getByLabel('Usuario')).toBeVisible()
  await expect(empty.getByRole('article')).toHaveCount(0)
  expect(await cachedUserIds(empty)).toEqual([])
  await waitUntilSynced(empty, ['estado'], () => typeLogin(empty, who))
})

test('unanswered requests: leave a connection for others', async ({ phone, request, login }) => {
  const { who, number } = await aTrip({ request, login })
  await logInOnPhone(phone, who)
  phone.hurry(20)
  const page = await phone.open('/')
  await expect(page.getByText(/^Actualizado a las/)).toBeVisible()
  let checks = 0
  phone.line.setRule(({ url }) => {
    if (!url.includes('/api/salud')) return 'cut'
    checks += 1
    return 'silent'
  })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await expect(page.getByText(/^Sin señal/)).toBeVisible()
  const comesBack = () => page.evaluate(() => window.dispatchEvent(new Event('online')))
  // A browser opens six connections to one address.
  for (let times = 0; times < 6; times += 1) await comesBack()
  await expect.poll(() => checks).toBeGreaterThanOrEqual(6)
  phone.line.setRule('pass')
  await waitUntilSynced(page, ['estado'], async () => {
    await saveEstado(page, number, 'En curso')
    await comesBack()
  })
})

test("office on a pilot's browser: has no worker and opens a later release", async ({
  phone,
  request,
  login,
}) => {
  const who = await aPiloto(request, login)
  await logInOnPhone(phone, who)
  const page = await phone.open('/')
  await waitForPrecache(page)
  await page.getByRole('button', { name: 'Abrir el menú' }).tap()
  await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
  await typeLogin(page, admin)
  const offlineState = async () => [
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ...(await caches.keys()),
  ]
  await expect(page).toHaveURL(/dashboard$/)
  await expect.poll(() => page.evaluate(offlineState)).toEqual([])
  phone.line.publishRelease()
  for (const path of ['/', '/rutas', '/piloto-rutas']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNew(page)
  }
})
