import type { Page } from '@playwright/test'

/** A row of the board, by its truck or pilot, brought into sight: one that is far from it has no trips yet. */
export async function rowOf(page: Page, nombre: string) {
  await page.getByRole('listitem').filter({ hasText: nombre }).first().scrollIntoViewIfNeeded()
  const row = page.getByRole('list', { name: `Viajes de ${nombre}`, exact: true })
  await row.scrollIntoViewIfNeeded()
  // The board scrolls in itself; the page's heading is not to lie half under the top bar.
  await page.evaluate(() => scrollTo(0, 0))
  return row
}
