import type { Page } from '@playwright/test'
import { parkMouse, press, takeScreenshot, visit } from './screenshots.ts'

/** Takes this week's board, tomorrow's at full width, and a trip dragged over another one. */
export async function takeBoard(page: Page) {
  await visit(page, '/tablero?vista=semana', () => page.getByRole('row').nth(1))
  await parkMouse(page)
  await takeScreenshot(page, 'semana')
  await visit(page, '/tablero', () => page.getByText('Pilotos libres'))
  await press(page, 'Mañana')
  await visit(page, page.url(), () => page.getByText('Pilotos libres'))
  await press(page, 'Soltar el menú')
  await parkMouse(page)
  await takeScreenshot(page, 'tablero')
  const trips = page.getByRole('button', { name: /^RUTA-/ })
  await trips.first().scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 0))
  const [onto, from] = [await trips.first().boundingBox(), await trips.nth(1).boundingBox()]
  if (!onto || !from) throw new Error('The demonstration company has fewer than two trips tomorrow')
  await page.mouse.move(from.x + 3, from.y + 12)
  await page.locator('[draggable=true]').first().waitFor()
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y + 14, { steps: 3 })
  await page.mouse.move(onto.x + 60, onto.y + onto.height / 2, { steps: 8 })
  await page.getByRole('status').filter({ hasText: 'ya está en' }).waitFor()
  await takeScreenshot(page, 'arrastrar')
  await page.keyboard.press('Escape')
  await page.mouse.up()
}
