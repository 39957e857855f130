import type { Page } from '@playwright/test'
import { button, parkMouse, takeScreenshot, visit } from './screenshots.ts'

/** Takes an advance before it is saved, a settlement, and the margin of the trips. */
export async function takeMoney(page: Page) {
  await visit(page, '/dinero?vista=margen', () => page.getByRole('row').filter({ hasText: 'Total' }))
  await takeScreenshot(page, 'margen')
  const reviewed = page
    .getByRole('row')
    .filter({ hasText: /\d por revisar/ })
    .first()
    .getByRole('link')
  await visit(page, '/dinero', () => reviewed)
  const piloto = (await reviewed.textContent()) ?? ''
  await reviewed.click()
  const papers = page.getByRole('list', { name: 'Movimientos' }).getByRole('listitem')
  await papers.first().waitFor()
  await papers.filter({ hasText: 'Por revisar' }).first().focus()
  await page
    .getByRole('button', { name: /en grande$/ })
    .locator('img')
    .waitFor()
  await parkMouse(page)
  await takeScreenshot(page, 'liquidar')
  await visit(page, '/dinero?registro=anticipo', () => button(page, 'Guardar'))
  await page.getByLabel('Piloto', { exact: true }).pressSequentially(piloto)
  await page.getByRole('option').filter({ hasText: piloto, visible: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Ruta', { exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Monto (Q)', { exact: true }).fill('1,000.00')
  await takeScreenshot(page, 'anticipo')
}
