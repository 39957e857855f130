import { expect } from '@playwright/test'
import { recientes } from './dashboard.ts'
import {
  expectAccessible,
  expectAccessibleOnPhone,
  expectNoOverflow,
  expectNotTruncated,
} from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { test } from './support.ts'

// Pages while their data loads, and after it failed to load.
const pages = {
  '/tablero': ['tablero', 'Error al cargar el tablero'],
  '/vencimientos': ['documentos', 'Error al cargar los documentos'],
  '/tarifas': ['tarifas', 'Error al cargar las tarifas'],
  '/bitacora': ['bitacora', 'Error al cargar la bitácora'],
  '/ajustes': ['ajustes', 'Error al cargar los ajustes'],
  '/reportes': ['reportes', 'Error al cargar los reportes'],
  '/editar-ruta/7': ['rutas/7', 'Error al cargar los datos de la ruta'],
} as const

for (const [path, [call, failed]] of Object.entries(pages))
  test(`${path}: passes axe while it loads and when it failed, in each theme and size`, async ({ page }) => {
    const { promise: line, resolve: fails } = Promise.withResolvers<void>()
    await page.route(`**/api/${call}{,?*}`, async (route) => {
      await line
      await route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } })
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    fails()
    await expect(page.getByText(failed)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reintentar' }).first()).toBeVisible()
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await expectNoOverflow(page)
  })

test('phone: buttons of the list filters and of a trip are wide enough', async ({ page, request, login }) => {
  const { id } = await aRuta(request, login, await aCrew(request, login))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/rutas')
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Desde' })).toBeVisible()
  await expectNotTruncated(page.getByRole('button', { name: /^(Filtros|Limpiar)/ }))
  await page.goto(`/mostrar-ruta/${id}`)
  await expectNotTruncated(page.getByRole('main').getByRole('button'))
})

test('failed list: keeps its error and retries with increasing delays', async ({ page }) => {
  let attempts = 0
  await page.route('**/api/tarifas?*', (route) => {
    attempts += 1
    return route.abort()
  })
  await page.clock.install()
  await page.goto('/tarifas')
  const alert = page.getByRole('alert').filter({ hasText: 'Error al cargar las tarifas' })
  await expect(alert).toBeVisible()
  const firstAlert = await alert.elementHandle()
  for (let second = 0; second < 60; second += 1) {
    await page.clock.runFor(1000)
    await page.evaluate(() => fetch('/api/salud').then((answer) => answer.text()))
  }
  expect(await firstAlert.evaluate((element) => element.isConnected)).toBe(true)
  expect(attempts).toBeLessThan(15)
  await page.unroute('**/api/tarifas?*')
  await page.clock.runFor(64_000)
  await expect(alert).toBeHidden()
})

test('start page: names the next page until it loads', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/AdminPage*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('Redirigiendo...', { exact: true })).toBeVisible()
  resolve()
  await expect(page).toHaveURL('/admin-dashboard')
})

for (const [address, before, there] of [
  ['/dashboard', 'Q0.00', 'Todavía no hay viajes. Aquí aparecen los del día'],
  ['/admin-dashboard', 'Ingresos del mes', 'Todavía no hay ingresos'],
] as const)
  test(`company without trips on ${address}: shows the welcome page without layout shifts`, async ({
    page,
  }) => {
    const empty = { success: true, message: '', data: [], count: 0 }
    await page.route(recientes, (route) =>
      route.fulfill({ json: { ...empty, data: { hoy: '2026-11-20', rutasPorFecha: [] } } }),
    )
    await page.route('**/api/reportes?*', (route) => route.fulfill({ json: empty }))
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/*?porPagina=1', async (route) => {
      if (!route.request().url().includes('/rutas')) await promise
      await route.fulfill({ json: { ...empty, paginacion: { total: 0 } } })
    })
    const choferesRequest = page.waitForRequest('**/api/choferes?porPagina=1')
    await page.goto(address)
    await choferesRequest
    await expect(page.getByText(before, { exact: true })).toBeVisible()
    const steps = page.getByRole('region', { name: 'tres pasos hasta tu primer viaje' })
    await expect(steps).toBeHidden()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const moved = await page.evaluateHandle(() => {
      const shifts: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift' })
      return shifts
    })
    resolve()
    await expect(steps).toBeVisible()
    await expect(page.getByText(there)).toBeVisible()
    expect(await moved.jsonValue()).toEqual([])
  })
