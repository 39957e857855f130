import { expect } from '@playwright/test'
import { errorResponse } from './dashboard.ts'
import { aRow, createTripsOn, mockRows } from './reportes.ts'
import { pressEnabled, test } from './support.ts'

// Overlays of the report: the sheet to print, and the trips of a period.

test('Ver Reporte: shows figures, shares and table, and all periods on demand', async ({ page }) => {
  const rows = Array.from({ length: 9 }, (_, index) => aRow(`2026-0${9 - index}`, 8, index === 0 ? 200 : 100))
  rows[0] = { ...rows[0]!, rutas_entregadas: 5, rutas_incidentes: 3 }
  await mockRows(page, rows)
  await page.goto('/reportes?filtro=mes')
  const opener = page.getByRole('button', { name: 'Ver Reporte' })
  await expect(opener).toBeEnabled()
  await opener.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Reporte de rutas por mes' })
  await expect(sheet).toBeFocused()
  await expect(page).toHaveURL('/reportes?filtro=mes&ver=reporte')
  await expect(sheet.getByText('Todas las fechas')).toBeVisible()
  for (const card of [
    'Total de Rutas72',
    'Rutas Pendientes0',
    'Rutas En Curso0',
    'Rutas Entregadas69',
    'Rutas con Incidentes3',
    'Ingresos TotalesQ1,000.00',
  ])
    await expect(sheet.getByText(card)).toBeVisible()

  const states = sheet.getByRole('region', { name: 'Estado de los viajes' }).getByRole('listitem')
  await expect(states).toHaveText([
    'Pendiente0 0.0%',
    'En curso0 0.0%',
    'Entregado69 95.8%',
    'Incidente3 4.2%',
  ])
  const width = async (item: number) =>
    (await states.nth(item).locator('span[style]').boundingBox())?.width ?? 0
  // An empty bar still has a mark; the others have the length of their share.
  await expect.poll(() => width(0)).toBeGreaterThan(0)
  expect(await width(0)).toBeLessThan(await width(3))
  expect((await width(3)) / (await width(2))).toBeCloseTo(3 / 69, 2)

  const income = sheet.getByRole('region', { name: 'Ingresos por periodo' })
  await expect(income.getByRole('listitem')).toHaveCount(7)
  await expect(income.getByRole('listitem').first()).toHaveText('Septiembre 2026Q200.00 20.0%')
  const share = await income
    .locator('span[style]')
    .first()
    .evaluate((bar) => bar.clientWidth / (bar.parentElement?.clientWidth ?? 0))
  expect(share).toBeCloseTo(0.2, 2)
  await income.getByRole('button', { name: 'Ver todos (9)' }).press('Enter')
  await expect(income.getByRole('listitem')).toHaveCount(9)
  await expect(sheet.getByRole('table').getByRole('row')).toHaveCount(11)
  for (const name of ['Descargar Excel', 'Descargar PDF', 'Imprimir PDF'])
    await expect(sheet.getByRole('button', { name })).toBeEnabled()

  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL('/reportes?filtro=mes')
  await expect(page.getByRole('button', { name: 'Ver Reporte' })).toBeFocused()
})

test('income of thousands of millions: stays in its card at every width', async ({ page }) => {
  await mockRows(page, [aRow('2026-09', 8, 9_208_744_651.5)])
  await page.goto('/reportes?filtro=mes&ver=reporte')
  const card = page.getByRole('listitem').filter({ hasText: 'Ingresos TotalesQ9,208,744,651.50' })
  for (const width of [1366, 800, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const room = () =>
      card.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element.querySelector('span > span:nth-child(2)') ?? element)
        return element.getBoundingClientRect().right - range.getBoundingClientRect().right
      })
    await expect.poll(room, `${width} px wide`).toBeGreaterThan(8)
  }
})

test('period: opens its trips, fifty at a time, and going back closes them', async ({
  page,
  request,
  login,
}) => {
  const { rutas } = await createTripsOn(
    request,
    login,
    Array.from({ length: 51 }, (_, index) => (index === 0 ? '2004-02-01' : '2004-02-20')),
  )
  const list = '/reportes?filtro=mes&fechaInicio=2004-02-10&fechaFin=2004-12-31'
  await page.goto('/reportes?filtro=mes')
  await page.goto(list)
  await expect(
    page
      .getByRole('row', { name: /Febrero 2004/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('50')
  await page.getByRole('link', { name: 'Febrero 2004: ver sus viajes' }).press('Enter')
  await expect(page).toHaveURL(`${list}&periodo=2004-02`)
  const trips = page.getByRole('dialog', { name: 'Viajes · Febrero 2004' })
  await expect(trips.getByText('El reporte cuenta solo una parte: desde el 10/02/2004.')).toBeVisible()
  await expect(trips).toContainText('51 viajesQ5,105.10')
  await expect(trips.getByText('Mostrando 1-50 de 51 registros')).toBeVisible()
  await expect(trips.getByRole('row')).toHaveCount(51)
  await pressEnabled(trips.getByRole('button', { name: 'Siguiente' }))
  await expect(trips.getByText('Mostrando 51-51 de 51 registros')).toBeVisible()
  await expect(trips.getByRole('row')).toHaveCount(2)
  const oldest = trips.getByRole('row').nth(1)
  for (const text of ['01/02/2004', '08:30', 'Puerto Quetzal', 'Cobán', 'Entregado', 'Q100.10'])
    await expect(oldest).toContainText(text)
  await expect(oldest.getByRole('link')).toHaveAttribute('href', `/mostrar-ruta/${rutas[0]!.id}`)
  await page.goBack()
  await expect(trips).toHaveCount(0)
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('link', { name: 'Febrero 2004: ver sus viajes' })).toBeFocused()

  await page.keyboard.press('Enter')
  await trips.getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(/mostrar-ruta/)
  await expect(page.getByRole('button', { name: 'Cerrar', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(trips).toBeVisible()
  await expect(page).toHaveURL(`${list}&periodo=2004-02`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(list)
})

test('failed trips: show an error and retry', async ({ page, request, login }) => {
  await createTripsOn(request, login, ['2005-07-08'])
  await page.route('**/api/reportes/periodo', (route) => route.fulfill(errorResponse))
  await page.goto('/reportes?filtro=dia&fechaInicio=2005-07-08&periodo=2005-07-08')
  const trips = page.getByRole('dialog', { name: 'Viajes · 08/07/2005' })
  await expect(trips.getByRole('alert')).toContainText('Error al cargar los reportes')
  await page.unroute('**/api/reportes/periodo')
  await trips.getByRole('button', { name: 'Reintentar' }).press('Enter')
  await expect(trips).toContainText('1 viajeQ100.10')
  await trips.getByRole('button', { name: 'Cerrar' }).press('Enter')
  await expect(page).toHaveURL('/reportes?filtro=dia&fechaInicio=2005-07-08')
})

test('address of an unknown period: shows the list alone', async ({ page }) => {
  await page.goto('/reportes?filtro=mes&periodo=2026-13')
  await expect(page.getByRole('heading', { name: 'Reporte Histórico' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
