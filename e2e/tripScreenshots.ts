import type { Ruta } from '@flota/contract/trips/rutas.ts'
import type { Page } from '@playwright/test'
import { button, press, takeScreenshot, visit } from './screenshots.ts'

/** Takes a planned trip, and its history after a price change. */
export async function takeTrip(page: Page, ruta: Ruta) {
  await visit(page, `/mostrar-ruta/${ruta.id}`, () => button(page, 'Imprimir hoja'))
  await page.getByRole('tab', { name: 'Cambios' }).scrollIntoViewIfNeeded()
  await takeScreenshot(page, 'hoja')
  await page.getByRole('tab', { name: 'Cambios' }).click()
  await page.getByText(/cambió Precio/).waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await takeScreenshot(page, 'cambios')
  await press(page, 'Más acciones')
  await page.getByRole('menuitem', { name: 'Repetir en otros días…' }).click()
  const days = page.getByRole('dialog').getByRole('checkbox')
  for (const fromEnd of [-2, -4, -6]) await days.nth(fromEnd).check({ force: true })
  // The last element is still in its colour transition.
  await page.waitForTimeout(400)
  await takeScreenshot(page, 'repetir')
}

/** Takes the form of a trip at the same hour with its warnings. */
export async function takeConflictingTrip(page: Page, { id, fecha, hora }: Ruta) {
  await visit(page, `/ingresar-ruta?copiar=${id}`, () => button(page, 'Guardar'))
  const [year, month, day] = fecha.split('-')
  await page.getByLabel('Fecha', { exact: true }).fill(`${day}/${month}/${year}`)
  await page.getByLabel('Hora', { exact: true }).fill(hora.slice(0, 5))
  await page.getByText('ya está en').first().waitFor()
  await takeScreenshot(page, 'revision')
}

/** Fills in a trip like `ruta`, up to the pilot. */
export async function takeNewRuta(page: Page, ruta: Ruta) {
  await visit(page, '/ingresar-ruta', () => button(page, 'Guardar'))
  const type = (label: string, text: string) =>
    page.getByLabel(label, { exact: true }).pressSequentially(text)
  await type('Hora', '07:30')
  await type('Cliente', ruta.cliente_nombre)
  await page.getByRole('option').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Servicio', { exact: true }).fill(ruta.servicio)
  await page.getByLabel('Mercadería', { exact: true }).fill(ruta.mercaderia)
  await page.getByLabel('Origen', { exact: true }).fill(ruta.origen)
  await page.getByLabel('Destino', { exact: true }).fill(ruta.destino)
  const [piloto = ''] = ruta.piloto_nombre.split(' ')
  await type('Piloto', piloto)
  const options = page.getByRole('option').filter({ visible: true })
  await options.filter({ hasText: piloto }).first().waitFor()
  // The unfiltered options disappear when the response arrives.
  await options.filter({ hasNotText: piloto }).first().waitFor({ state: 'detached' })
  await takeScreenshot(page, 'ingresar-ruta')
}

/** Takes the conflict after another user saved the open trip. */
export async function takeVersionConflict(page: Page, ruta: Ruta, saveElsewhere: () => Promise<unknown>) {
  await visit(page, `/editar-ruta/${ruta.id}`, () => button(page, 'Guardar'))
  await saveElsewhere()
  await page.getByLabel('Hora', { exact: true }).fill('18:20')
  await press(page, 'Guardar')
  await page.getByRole('region', { name: 'Cambios de otro usuario' }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await takeScreenshot(page, 'conflicto')
}
