import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import {
  aRuta,
  aTrip,
  cardOf,
  enter,
  openEstadoDialog,
  openMore,
  openTripOffline,
  phoneOptions,
} from './piloto.ts'
import { aPiloto, test } from './support.ts'

test.use({ anonymous: true, ...phoneOptions })

/** Expects a contrast of 7:1 for sunlight and tap targets of 44 px for thumbs. */
async function expectForTheRoad(page: Page) {
  await expectAccessible(page, { enhancedContrast: true })
  const small = await page
    .locator('button:visible, summary:visible, label:has(input:visible)')
    .evaluateAll((elements) =>
      elements
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 44 || box.width < 44)
        .map(({ text }) => text),
    )
  expect(small).toEqual([])
}

test('every state: passes axe with large targets', async ({ page, request, login }) => {
  const { office, who, number } = await openTripOffline(page, { request, login })
  const later = await aRuta(office, who, { away: 3 })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await expect(cardOf(page, later.number)).toBeVisible()
  await expectForTheRoad(page)
  await page.getByRole('button', { name: `Más de la ruta ${number}` }).tap()
  await expectForTheRoad(page)
  await page.getByRole('button', { name: `Historial de la ruta ${number}` }).tap()
  await expect(page.getByText('Creada como')).toBeVisible()
  await expectForTheRoad(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Abrir el menú' }).tap()
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()
  await expectForTheRoad(page)
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  const dialog = await openEstadoDialog(page, number, 'Incidente', 'Derrumbe en la CA-1')
  await expectForTheRoad(page)
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await expect(page.getByText('Sin señal · 1 cambio por enviar')).toBeVisible()
  await expectForTheRoad(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await expectForTheRoad(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test.describe('empty cache', () => {
  // A service worker would answer at once.
  test.use({ serviceWorkers: 'block' })

  test('changes of a route: show that they load, and stay closed when closed meanwhile', async ({
    page,
    request,
    login,
  }) => {
    const { who, number } = await aTrip({ request, login })
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/HistorialDialog*', async (route) => {
      await promise
      await route.continue()
    })
    await enter(page, who)
    const dialog = await openMore(page, number, 'Historial')
    await expect(dialog.getByText('Cargando historial…')).toBeAttached()
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(dialog).toBeHidden()
    const loaded = page.waitForResponse('**/HistorialDialog*')
    resolve()
    await loaded
    await openEstadoDialog(page, number, 'Incidente')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Escape')
    await openMore(page, number, 'Historial')
    await expect(page.getByText('Creada como')).toBeVisible()
  })
})

test('list: passes axe while it loads and when it failed', async ({ page, request, login }) => {
  const who = await aPiloto(request, login)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/mis-rutas?*', async (route) => {
    await promise
    await route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } })
  })
  await enter(page, who)
  await expect(page.getByText('Cargando rutas…')).toBeAttached()
  await expectForTheRoad(page)
  resolve()
  await expect(page.getByRole('alert')).toContainText('Error al cargar las rutas')
  await expectForTheRoad(page)
  await page.unroute('**/mis-rutas?*')
  await page.getByRole('button', { name: 'Reintentar' }).tap()
  await expect(page.getByText('No tienes rutas asignadas. Contacta al administrador.')).toBeVisible()
  await expectForTheRoad(page)
})
