import { expect, type Page } from '@playwright/test'

/** A row of the board, by its truck or pilot, brought into sight: one that is far from it has no trips yet. */
export async function rowOf(page: Page, nombre: string) {
  const board = page.getByRole('region', { name: /^(Camiones|Pilotos)$/ })
  const libres = board.getByRole('button', { name: 'Libres' })
  const line = board.getByRole('listitem').filter({ hasText: nombre }).first()
  await expect(line.or(libres).first()).toBeVisible()
  // One without a trip is folded.
  if (!(await line.isVisible())) await libres.click()
  await line.scrollIntoViewIfNeeded()
  const row = page.getByRole('list', { name: `Viajes de ${nombre}`, exact: true })
  await row.scrollIntoViewIfNeeded()
  return row
}
