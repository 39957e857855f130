import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { aRow, exportar, mockRows, startExportServer } from './reportes.ts'
import { pressEnabled, test } from './support.ts'

// Exports that are slow, cancelled or broken. reportesExportFiles.spec.ts tests the real files.

const tenthOfMb = 100_000

test('export: shows its progress, runs once, and is downloaded whole', async ({ page }) => {
  const server = await startExportServer(page)
  await page.goto('/reportes?filtro=dia&fechaInicio=2006-01-01&fechaFin=2006-12-31')
  const excel = page.getByRole('button', { name: 'Exportar Excel' })
  const exportRequest = page.waitForRequest(exportar)
  await excel.dblclick()
  expect(new URL((await exportRequest).url()).search).toBe(
    '?filtro=dia&fechaInicio=2006-01-01&fechaFin=2006-12-31&formato=excel',
  )
  await server.send(12 * tenthOfMb)
  await expect(page.getByText('Generando Excel… 1.2 MB')).toBeVisible()
  await expect(excel).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Exportar PDF' })).toBeDisabled()
  await excel.press('Enter')
  expect(server.requestCount()).toBe(1)
  const arrived = page.waitForEvent('download')
  await server.send('fin')
  await server.end()
  const file = await arrived
  expect(file.suggestedFilename()).toBe('reporte_mes_2026-11-20.xlsx')
  expect(await readFile(await file.path())).toHaveLength(12 * tenthOfMb + 3)
  await expect(page.getByText(/^Generando/)).toHaveCount(0)
  await expect(excel).toBeFocused()
  server.close()
})

test('Cancelar: ends the export on the server too, silently, and the export can restart', async ({
  page,
}) => {
  const server = await startExportServer(page)
  await page.goto('/reportes?filtro=mes')
  await pressEnabled(page.getByRole('button', { name: 'Exportar PDF' }))
  await server.send(tenthOfMb)
  await page.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await server.left()
  await expect(page.getByText(/^Generando/)).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Exportar PDF' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(server.requestCount).toBe(2)
  server.close()
})

test('Cancelar: works while the export code still loads', async ({ page }) => {
  const server = await startExportServer(page)
  const coming = Promise.withResolvers<void>()
  await page.route('**/downloadFile*', async (route) => {
    await coming.promise
    await route.continue()
  })
  await page.goto('/reportes?filtro=mes')
  const pdf = page.getByRole('button', { name: 'Exportar PDF' })
  await pdf.press('Enter')
  await page.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await expect(page.getByText(/^Generando/)).toHaveCount(0)
  await expect(pdf).toBeFocused()
  const loaded = page.waitForResponse(/downloadFile/)
  coming.resolve()
  await loaded
  await pdf.press('Enter')
  await expect.poll(server.requestCount).toBe(1)
  server.close()
})

test('export over trips and sheet: stays visible and can be cancelled', async ({ page }) => {
  const server = await startExportServer(page)
  await mockRows(page, [aRow('2026-09')])
  await page.goto('/reportes?filtro=mes')
  const running = page.getByText('Generando Excel… 0.1 MB')
  await pressEnabled(page.getByRole('button', { name: 'Exportar Excel' }))
  await server.send(tenthOfMb)
  await page.getByRole('link', { name: 'Septiembre 2026: ver sus viajes' }).press('Enter')
  const trips = page.getByRole('dialog', { name: 'Viajes · Septiembre 2026' })
  await expect(trips.getByText('Generando Excel… 0.1 MB')).toBeVisible()
  await trips.press('Escape')
  await expect(trips).toHaveCount(0)
  await expect(running).toBeVisible()
  await page.getByRole('button', { name: 'Ver Reporte' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Reporte de rutas por mes' })
  await sheet.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await server.left()
  await expect(running).toHaveCount(0)
  await expect(sheet).toBeFocused()
  server.close()
})

test('leaving the screen: ends the export on the server too', async ({ page }) => {
  const server = await startExportServer(page)
  await page.goto('/reportes?filtro=mes')
  await pressEnabled(page.getByRole('button', { name: 'Exportar Excel' }))
  await server.send(tenthOfMb)
  await expect(page.getByText('Generando Excel… 0.1 MB')).toBeVisible()
  await page.getByRole('link', { name: 'Clientes' }).first().click()
  await server.left()
  await expect(page.getByRole('heading', { name: 'Clientes', level: 1 })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  server.close()
})

test('interrupted file: shows an error and is not downloaded', async ({ page }) => {
  const server = await startExportServer(page)
  let handedOver = false
  page.on('download', () => {
    handedOver = true
  })
  await page.goto('/reportes?filtro=mes')
  await pressEnabled(page.getByRole('button', { name: 'Exportar Excel' }))
  await server.send(tenthOfMb)
  await expect(page.getByText('Generando Excel… 0.1 MB')).toBeVisible()
  await server.break()
  await expect(page.getByRole('alertdialog', { name: 'Error en la operación' })).toContainText(
    'Error al generar el Excel: La descarga se cortó antes de terminar.',
  )
  expect(handedOver).toBe(false)
  server.close()
})

test("failed export: shows the server's sentence, or a default for a proxy's response", async ({ page }) => {
  const message = 'Hay demasiados reportes en marcha. Intenta en un momento.'
  await page.route(exportar, (route) =>
    route.fulfill({ status: 503, json: { success: false, message, error: { code: 'NO_DISPONIBLE' } } }),
  )
  await page.goto('/reportes?filtro=mes&ver=reporte')
  await page.getByRole('button', { name: 'Descargar PDF' }).press('Enter')
  const popup = page.getByRole('alertdialog', { name: 'Error en la operación' })
  await expect(popup).toContainText(`Error al generar el PDF: ${message}`)
  await page.keyboard.press('Enter')
  await page.unroute(exportar)
  await page.route(exportar, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
  await page.getByRole('button', { name: 'Imprimir PDF' }).press('Enter')
  await expect(popup.getByText('Error al generar el PDF', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.unroute(exportar)
  await page.route(exportar, (route) => route.abort())
  await page.getByRole('button', { name: 'Descargar Excel' }).press('Enter')
  await expect(popup).toContainText('Error al generar el Excel: Error de conexión con el servidor')
})

test('ended session: leads to the login', async ({ page }) => {
  await page.route(exportar, (route) =>
    route.fulfill({
      status: 401,
      json: {
        success: false,
        message: 'Sesión expirada. Inicia sesión nuevamente.',
        error: { code: 'SESION_EXPIRADA' },
      },
    }),
  )
  await page.goto('/reportes?filtro=mes')
  await pressEnabled(page.getByRole('button', { name: 'Exportar Excel' }))
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('browser without PDF viewer: downloads the file and says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  const server = await startExportServer(page)
  await page.goto('/reportes?filtro=mes&ver=reporte')
  await page.getByRole('button', { name: 'Imprimir PDF' }).press('Enter')
  const arrived = page.waitForEvent('download')
  await server.send('%PDF-1.7')
  await server.end()
  expect((await arrived).suggestedFilename()).toBe('reporte_mes_2026-11-20.pdf')
  await expect(page.getByText('Este navegador no imprime PDF: se descargó para imprimirlo.')).toBeVisible()
  await page.getByRole('button', { name: 'Entendido' }).press('Enter')
  await expect(page.getByText('Este navegador no imprime PDF')).toHaveCount(0)
  server.close()
})
