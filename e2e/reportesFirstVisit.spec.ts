import { expect } from '@playwright/test'
import { errorResponse } from './dashboard.ts'
import { aRow, createTripsOn, mockRows } from './reportes.ts'
import { test } from './support.ts'

// The report at /reportes without a query: this month by day.

test('grouping on the opening screen: covers all dates when changed', async ({ page, request, login }) => {
  await createTripsOn(request, login, ['2001-03-02'])
  await page.goto('/reportes')
  await expect(page.getByRole('button', { name: 'Este mes' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Tipo').selectOption('anio')
  await expect(page).toHaveURL('/reportes?filtro=anio')
  await expect(page.getByLabel('Fecha inicio')).toHaveValue('')
  await page.getByLabel('Filas por página').selectOption('100')
  await expect(page.getByRole('link', { name: '2001: ver sus viajes' })).toBeVisible()
})

test("opening report: fails without the company's date and retries; other reports load", async ({ page }) => {
  await mockRows(page, [aRow('2001-03-10')])
  await page.route('**/api/config', (route) => route.fulfill(errorResponse))
  await page.goto('/reportes?filtro=dia&fechaInicio=2001-03-10')
  await expect(page.getByRole('link', { name: '10/03/2001: ver sus viajes' })).toBeVisible()
  await page.goto('/reportes')
  await expect(page.getByRole('alert')).toContainText('Error al cargar los reportes')
  await page.unroute('**/api/config')
  await page.getByRole('button', { name: 'Reintentar' }).press('Enter')
  await expect(page.getByRole('link', { name: '10/03/2001: ver sus viajes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Este mes' })).toHaveAttribute('aria-pressed', 'true')
})

test('company without trips: gets a link to its first trip and no export', async ({ page }) => {
  await mockRows(page, [])
  await page.goto('/reportes')
  const noTrips = page.getByText('Todavía no hay viajes. El reporte empieza con el primero.')
  const noData = page.getByText('No hay datos para mostrar con los filtros seleccionados')
  await expect(noTrips).toBeVisible()
  await expect(noData).toBeVisible()
  const exports = ['Ver Reporte', 'Exportar Excel', 'Exportar PDF']
  for (const name of exports) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByLabel('Tipo').selectOption('mes')
  for (const name of exports) await expect(page.getByRole('button', { name })).toBeEnabled()
  await expect(noTrips).toHaveCount(0)
  await expect(noData).toBeVisible()
  await page.goto('/reportes')
  await page.getByRole('main').getByRole('link', { name: '+ Ingresar Ruta' }).click()
  await expect(page).toHaveURL('/ingresar-ruta')
})
