import { expect, type Route } from '@playwright/test'
import { cachedUserIds } from './phone.ts'
import {
  aRuta,
  aTrip,
  cardOf,
  changeRuta,
  enter,
  fetchHistorial,
  openTripOffline,
  phoneOptions,
  saveEstado,
  waitForPrecache,
  waitUntilDiscarded,
  waitUntilSynced,
} from './piloto.ts'
import { aPiloto, delayResponse, test, typeLogin } from './support.ts'

// A change on a bad connection, and one that conflicts with the office (docs/decisions/0017-queue.md). These tests fail
// the page's calls; offline.spec.ts breaks the whole connection, with the service worker.

test.use({ anonymous: true, ...phoneOptions })

test('lost response: the change is resent with its key', async ({ page, request, login }) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  const keys: string[] = []
  await page.route('**/estado', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await waitUntilSynced(page, ['estado'], () =>
    saveEstado(page, number, 'Incidente', 'Llanta ponchada en el km 84'),
  )
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await fetchHistorial(office, id)).toHaveLength(2)
})

test('four seconds offline: the change arrives on its own', async ({ page, request, login }) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  await page.clock.install()
  await page.context().setOffline(true)
  await saveEstado(page, number, 'Incidente')
  await expect(page.getByText('Sin señal · 1 cambio por enviar')).toBeVisible()
  await page.clock.runFor(4000)
  await waitUntilSynced(page, ['estado'], async () => {
    await page.context().setOffline(false)
    await page.clock.runFor(20_000)
  })
  expect(await fetchHistorial(office, id)).toHaveLength(2)
})

test('captive portal: its Date does not move the clock', async ({ page, request, login }) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  const headers = { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }
  const portal = (route: Route) => route.fulfill({ headers, contentType: 'text/html', body: 'Café' })
  await page.route('**/estado', portal)
  const answered = page.waitForResponse('**/estado')
  await saveEstado(page, number, 'En curso', 'Saliendo')
  await answered
  await page.unroute('**/estado', portal)
  await waitUntilSynced(page, ['estado', 'estado'], () => saveEstado(page, number, 'Incidente'))
  const own = { hecho_en: expect.any(String), dudosa: false }
  expect((await fetchHistorial(office, id)).slice(0, 2)).toMatchObject([own, own])
  expect(Math.abs(await page.evaluate(() => Number(localStorage.getItem('desfase'))))).toBeLessThan(60)
})

test('office change: asks nothing unless it sets the state, and then once', async ({
  page,
  request,
  login,
}) => {
  const priced = await aTrip({ request, login })
  const { office, who } = priced
  const delivered = await aRuta(office, who, { away: 1 })
  const same = await aRuta(office, who, { away: 2 })
  await enter(page, who)
  await waitForPrecache(page)
  await expect(cardOf(page, same.number)).toBeVisible()
  await page.context().setOffline(true)
  for (const { number } of [priced, delivered, same]) await saveEstado(page, number, 'En curso')
  await saveEstado(page, delivered.number, 'Incidente')
  await changeRuta(office, priced, { precio: 3100 })
  await changeRuta(office, delivered, { estado: 'Entregado' })
  await changeRuta(office, same, { estado: 'En curso' })
  await page.context().setOffline(false)
  const question = page.getByText('En la oficina: Entregado · En tu teléfono: Incidente')
  await expect(question).toHaveCount(1)
  await expect(page.getByText('2 cambios por enviar')).toBeVisible()
  expect(await fetchHistorial(office, priced.id)).toHaveLength(2)
  await waitUntilSynced(page, ['estado', 'estado'], () =>
    page.getByRole('button', { name: 'Enviar el mío' }).tap(),
  )
  await expect(question).toBeHidden()
  expect((await fetchHistorial(office, delivered.id)).map(({ estado_nuevo }) => estado_nuevo)).toEqual([
    'Incidente',
    'En curso',
    'Entregado',
    'Pendiente',
  ])
})

test("conflicting state: the pilot can keep the office's", async ({ page, request, login }) => {
  const { office, ...ruta } = await openTripOffline(page, { request, login })
  // Keeps the ten seconds of 'Deshacer' from passing.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.context().setOffline(true)
  await saveEstado(page, ruta.number, 'Incidente')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await changeRuta(office, ruta, { estado: 'En curso' })
  await waitUntilDiscarded(page, async () => {
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Dejar el de la oficina' }).tap()
    // A change that never arrived cannot be reversed.
    await expect(page.getByRole('button', { name: 'Deshacer' })).toBeHidden()
  })
  await expect(cardOf(page, ruta.number)).toContainText('En curso')
  expect(await fetchHistorial(office, ruta.id)).toHaveLength(2)
})

test('reassigned route: stays above the cards until the pilot discards it', async ({
  page,
  request,
  login,
}) => {
  const { office, ...ruta } = await openTripOffline(page, { request, login })
  const other = await aPiloto(request, login)
  await page.context().setOffline(true)
  await saveEstado(page, ruta.number, 'En curso', 'Listo')
  await changeRuta(office, ruta, { chofer_id: other.choferId })
  await page.context().setOffline(false)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Ruta no encontrada')
  await expect(alert).toContainText('Esta ruta ya no está asignada a ti. Contacta al administrador.')
  await expect(alert).toContainText('«Listo»')
  await alert.getByRole('button', { name: 'Descartar' }).tap()
  await expect(
    page.getByText(`¿Deseas descartar el cambio de la ruta ${ruta.number}? La oficina no lo ha recibido.`),
  ).toBeVisible()
  await waitUntilDiscarded(page, () => page.getByRole('button', { name: 'Sí' }).tap())
  await expect(alert).toBeHidden()
})

test('undone change: is never sent before its first try, and otherwise reversed', async ({
  page,
  request,
  login,
}) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  await page.context().setOffline(true)
  await saveEstado(page, number, 'En curso')
  await waitUntilDiscarded(page, async () => {
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(cardOf(page, number)).toContainText('Pendiente')
    await page.context().setOffline(false)
  })
  expect(await fetchHistorial(office, id)).toHaveLength(1)
  await waitUntilSynced(page, ['estado'], () => saveEstado(page, number, 'En curso'))
  await waitUntilSynced(page, ['estado'], () => page.getByRole('button', { name: 'Deshacer' }).tap())
  await expect(cardOf(page, number)).toContainText('Pendiente')
  expect((await fetchHistorial(office, id))[0]).toMatchObject({
    estado_nuevo: 'Pendiente',
    comentario: 'Deshecho',
  })
})

test('time without response: is reversed after it, and the buttons keep their place', async ({
  page,
  request,
  login,
}) => {
  const { number } = await openTripOffline(page, { request, login })
  const step = page.getByRole('button', { name: `Llegué a cargar: ruta ${number}` })
  const place = await step.boundingBox()
  const release = await delayResponse(page, '**/tiempos', 'PUT')
  await step.tap()
  await expect(page.getByText('Enviando…')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(step).toBeVisible()
  await expect(page.getByText('Guardado en este teléfono')).toBeVisible()
  expect(await step.boundingBox()).toEqual(place)
  await waitUntilSynced(page, ['tiempos', 'tiempos'], async () => release())
  await expect(step).toBeVisible()
})

test('logout from another page: asks too, and clears the cached data', async ({ page, request, login }) => {
  const { number } = await openTripOffline(page, { request, login })
  await page.route('**/estado', (route) => route.abort())
  await saveEstado(page, number, 'En curso')
  await page.getByRole('button', { name: 'Abrir el menú' }).tap()
  await page.getByRole('button', { name: 'Mi cuenta' }).tap()
  expect(await cachedUserIds(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).tap()
  await expect(page.getByText(/^Tienes 1 cambio sin enviar\. Se queda en este teléfono/)).toBeVisible()
  await page.getByRole('button', { name: 'Sí' }).tap()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => cachedUserIds(page)).toEqual([])
})

test('another user of the phone: does not see the queue, which is sent when its owner returns', async ({
  page,
  request,
  login,
}) => {
  const { office, who, id, number } = await openTripOffline(page, { request, login })
  const other = await aPiloto(request, login)
  await page.context().setOffline(true)
  await saveEstado(page, number, 'En curso', 'Saliendo')
  const leave = async (question?: string) => {
    await page.getByRole('button', { name: 'Abrir el menú' }).tap()
    await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
    if (question) {
      await expect(page.getByText(question)).toBeVisible()
      await page.getByRole('button', { name: 'Sí' }).tap()
    }
    await expect(page).toHaveURL('/login')
  }
  await leave(
    'Tienes 1 cambio sin enviar. Se queda en este teléfono hasta que vuelvas a entrar con tu usuario. ¿Deseas salir?',
  )
  await page.context().setOffline(false)
  await typeLogin(page, other)
  await expect(page.getByText('No tienes rutas asignadas.')).toBeVisible()
  await expect(page.getByText('por enviar')).toHaveCount(0)
  await leave()
  expect(await fetchHistorial(office, id)).toHaveLength(1)
  await waitUntilSynced(page, ['estado'], () => typeLogin(page, who))
  expect((await fetchHistorial(office, id))[0]).toMatchObject({
    estado_nuevo: 'En curso',
    comentario: 'Saliendo',
  })
})

test('two tabs: show the same queue', async ({ page, request, login }) => {
  const { number } = await openTripOffline(page, { request, login })
  const other = await page.context().newPage()
  await other.goto('/piloto-rutas')
  await expect(cardOf(other, number)).toBeVisible()
  await page.context().setOffline(true)
  await saveEstado(page, number, 'Incidente')
  await expect(other.getByText('1 cambio por enviar')).toBeVisible()
  await expect(cardOf(other, number)).toContainText('Guardado en este teléfono')
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(other.getByText('1 cambio por enviar')).toBeHidden()
})
