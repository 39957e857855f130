import { expect, type Page } from '@playwright/test'

/** Returns a row of the board by its truck or pilot, scrolled into view, because distant rows render no trips. */
export async function rowOf(page: Page, nombre: string) {
  const board = page.getByRole('region', { name: /^(Camiones|Pilotos)$/ })
  const libres = board.getByRole('button', { name: 'Libres' })
  const line = board.getByRole('listitem').filter({ hasText: nombre }).first()
  await expect(line.or(libres).first()).toBeVisible()
  // Rows without trips are in a collapsed group.
  if (!(await line.isVisible())) await libres.click()
  await line.scrollIntoViewIfNeeded()
  const row = page.getByRole('list', { name: `Viajes de ${nombre}`, exact: true })
  await row.scrollIntoViewIfNeeded()
  return row
}
