import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { fetchToday } from './dashboard.ts'
import { createTripsOn, exportar } from './reportes.ts'
import { test } from './support.ts'

// Exports from the click to the file on the disk, without mocks.

async function take(page: Page, button: string) {
  const arrived = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).press('Enter')
  const file = await arrived
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test("both files: have their type and today's date, with and without trips", async ({
  page,
  request,
  login,
}) => {
  await createTripsOn(request, login, ['2007-08-09', '2007-08-10'])
  const hoy = await fetchToday(request)
  for (const tipo of ['dia', 'mes', 'anio'])
    for (const year of [2007, 2008]) {
      await page.goto(`/reportes?filtro=${tipo}&fechaInicio=${year}-01-01&fechaFin=${year}-12-31`)
      await expect(page.getByRole('heading', { name: 'Reporte Histórico' })).toBeVisible()
      const excel = await take(page, 'Exportar Excel')
      expect(excel.name).toBe(`reporte_${tipo}_${hoy}.xlsx`)
      expect(excel.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
      const pdf = await take(page, 'Exportar PDF')
      expect(pdf.name).toBe(`reporte_${tipo}_${hoy}.pdf`)
      expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
      expect(pdf.bytes.subarray(-16).toString('latin1')).toContain('%%EOF')
    }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('sheet: exports the same files', async ({ page, request, login }) => {
  await createTripsOn(request, login, ['2009-08-09'])
  await page.goto('/reportes?filtro=mes&fechaInicio=2009-01-01&fechaFin=2009-12-31&ver=reporte')
  expect((await take(page, 'Descargar Excel')).name).toMatch(/^reporte_mes_\d{4}-\d\d-\d\d\.xlsx$/)
  expect((await take(page, 'Descargar PDF')).name).toMatch(/^reporte_mes_\d{4}-\d\d-\d\d\.pdf$/)
})

test('failed PDF: shows an error, for the file and for the print', async ({ page }) => {
  await page.route(exportar, (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, message: 'No se pudo.', error: { code: 'INTERNO' } },
    }),
  )
  await page.goto('/reportes?filtro=mes&ver=reporte')
  for (const name of ['Descargar PDF', 'Imprimir PDF']) {
    await page.getByRole('button', { name }).press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('Error al generar el PDF')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
})
