import { expect } from '@playwright/test'
import {
  chooseOption,
  createClerk,
  expectMenu,
  expectScreen,
  logInByKeyboard,
  logOut,
  pressLink,
  test,
  typeInto,
} from './keyboard.ts'
import { aCrew, aRuta } from './rutas.ts'

// A day of a clerk with generar_reportes alone.

test('generar_reportes: finds, reads and exports the report of a month', async ({ page, request, login }) => {
  // A month without trips of other tests.
  await aRuta(request, login, await aCrew(request, login), { fecha: '2024-02-29' })
  await logInByKeyboard(page, await createClerk(request, login, 'generar_reportes'))
  await expectScreen(page, 'Secciones Disponibles')
  await expectMenu(page, ['Reportes'])
  await pressLink(page, page.getByRole('main').getByRole('link', { name: 'Reportes' }))
  await expectScreen(page, 'Reportes')
  await page.goto('/')
  await expect(page).toHaveURL(/\/reportes/)

  await chooseOption(page, page.getByLabel('Tipo', { exact: true }), 'Por Mes')
  await typeInto(page, page.getByLabel('Fecha inicio'), '1/2/2024')
  await typeInto(page, page.getByLabel('Fecha fin'), '29/2/2024')
  await page.keyboard.press('Tab')
  const table = page.getByRole('table', { name: 'Reporte Histórico' })
  await expect(table.getByRole('row').nth(1)).toContainText(/Febrero.*2024.*Q[\d,]+\.\d\d/i)

  await pressLink(page, page.getByRole('button', { name: 'Ver Reporte' }))
  const report = page.getByRole('dialog')
  await expect(report).toContainText('Ingresos Totales')
  await page.keyboard.press('Escape')
  await expect(report).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ver Reporte' })).toBeFocused()

  for (const [button, ending] of [
    ['Exportar Excel', 'xlsx'],
    ['Exportar PDF', 'pdf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await pressLink(page, page.getByRole('button', { name: button }))
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^reporte_mes_.*\\.${ending}$`))
  }
  await logOut(page)
})
