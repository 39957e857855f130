import type { Page } from '@playwright/test'
import { takeScreenshot, visit } from './screenshots.ts'

const titles = ['No.', 'Placa', 'Marca', 'Año', 'Pintura', 'Tipo de vehículo', 'Tarjeta']
const trucks = [
  ['C-418BKL', 'Freightliner', '2018', 'Blanco', 'Cabezal', 'TC-88120'],
  ['C-702BHN', 'International', '2016', 'Rojo', 'Cabezal', 'TC-88121'],
  ['C-355BRT', 'Kenworth', '2020', 'Azul', 'Cabezal', 'TC-88122'],
  ['C-911BMQ', 'Hino', '2021', 'Blanco', 'Camión 12 t', 'TC-88123'],
  ['C-640BJS', 'Isuzu', '2019', 'Gris', 'Camión 5 t', 'TC-88124'],
]

/** Returns a truck list as an office keeps it; rows without a registration card are invalid. */
const sheet = (wrong: readonly number[]) =>
  [
    titles,
    ...trucks.map((truck, row) => [
      String(row + 1),
      ...truck.slice(0, 5),
      wrong.includes(row) ? '' : truck[5],
    ]),
  ]
    .map((row) => row.join(';'))
    .join('\r\n')

async function chooseSheet(page: Page, wrong: readonly number[]) {
  const file = { name: 'Unidades 2026.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet(wrong)) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText(/con errores$/).waitFor()
}

/** Takes the import of a truck list with an unknown column and with invalid rows. */
export async function takeImport(page: Page) {
  await visit(page, '/importar?tipo=camiones', () => page.getByText('Arrastra aquí tu archivo'))
  await chooseSheet(page, [])
  const color = page.getByLabel('Campo de la columna E (Pintura)')
  await color.selectOption('color')
  await page
    .getByRole('button', { name: 'Importar 5 registros' })
    .and(page.locator(':not([aria-disabled])'))
    .waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await takeScreenshot(page, 'importar')
  await chooseSheet(page, [1, 3])
  const wrong = page.getByText('Lo que hay que corregir en tu hoja')
  await wrong.waitFor()
  await page.getByText('3 nuevas').waitFor()
  await page.getByRole('heading', { name: 'Revisa' }).evaluate((heading) => heading.scrollIntoView())
  await page.evaluate(() => scrollBy(0, -80))
  await takeScreenshot(page, 'importar-errores')
}
