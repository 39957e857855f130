import { expect } from '@playwright/test'
import { errorResponse } from './dashboard.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aRow, createTripsOn, mockRows, reportes, startExportServer } from './reportes.ts'
import { test } from './support.ts'

// Reports: full, with overlays, loading, empty, failed, with an invalid date.

test('report and its overlays: pass axe', async ({ page, request, login }) => {
  await createTripsOn(request, login, ['2010-01-02', '2010-01-03', '2010-01-03', '2010-03-04'])
  const address = '/reportes?filtro=mes&fechaInicio=2010-01-02&fechaFin=2010-12-31'
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Enero 2010: ver sus viajes' })).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.goto(`${address}&ver=reporte`)
  await expect(page.getByRole('dialog', { name: 'Reporte de rutas por mes' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.goto(`${address}&periodo=2010-01`)
  await expect(page.getByRole('dialog')).toContainText(/\d viajes/)
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('other states: pass axe', async ({ page, request, login }) => {
  await createTripsOn(request, login, ['2010-06-01'])
  await page.goto('/reportes?filtro=mes&fechaInicio=2011-01-02&fechaFin=2011-01-01')
  await expect(page.getByText('La fecha final no puede')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.goto('/reportes?filtro=mes&fechaInicio=2011-01-01&fechaFin=2011-12-31')
  await expect(page.getByText('No hay datos para mostrar')).toBeVisible()
  await expectAccessible(page)

  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(reportes, async (route) => {
    await promise
    await route.fulfill(errorResponse)
  })
  await page.reload()
  await expect(page.getByText('Cargando reportes…')).toBeAttached()
  await expectAccessible(page)
  resolve()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('400 days, and a running export: pass axe', async ({ page }) => {
  const days = Array.from({ length: 400 }, (_, index) =>
    new Date(Date.UTC(2026, 10, 20 - index)).toISOString().slice(0, 10),
  )
  const server = await startExportServer(page)
  await mockRows(
    page,
    days.map((day, index) => aRow(day, index % 30, 1_000_000.5)),
  )
  await page.goto('/reportes?filtro=dia')
  await expect(page.getByText('Son muchos días: en el gráfico están agrupados por mes.')).toBeVisible()
  await page.getByRole('button', { name: 'Exportar Excel' }).click()
  await server.send(200_000)
  await expect(page.getByText('Generando Excel… 0.2 MB')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  server.close()
})
