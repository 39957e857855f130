import { expect } from '@playwright/test'
import { createTripsOn } from './reportes.ts'
import { test } from './support.ts'

test('report of one client: is chosen by name, kept in the address, and named over its sheet and trips', async ({
  page,
  request,
  login,
}) => {
  const { crew } = await createTripsOn(request, login, ['2004-05-02', '2004-05-03'])
  await createTripsOn(request, login, ['2004-05-03'])
  const name = `Ñandú ${crew.word}`
  const range = 'fechaInicio=2004-05-01&fechaFin=2004-05-31'
  await page.goto(`/reportes?filtro=mes&${range}`)
  const total = page
    .getByRole('row', { name: /Mayo 2004/ })
    .getByRole('cell')
    .nth(1)
  await expect(total).toHaveText('3')

  await page.getByLabel('Cliente').fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page).toHaveURL(`/reportes?filtro=mes&${range}&cliente_id=${crew.cliente.id}`)
  await expect(total).toHaveText('2')

  await page.getByRole('button', { name: 'Ver Reporte' }).click()
  await expect(page.getByText(`Del 01/05/2004 al 31/05/2004 · ${name}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /Mayo 2004/ }).click()
  const trips = page.getByRole('dialog', { name: `Viajes · Mayo 2004 · ${name}` })
  await expect(trips.getByRole('table').getByRole('row')).toHaveCount(3)
  await page.keyboard.press('Escape')

  const [file] = await Promise.all([
    page.waitForRequest(/exportar/),
    page.getByRole('button', { name: 'Exportar Excel' }).click(),
  ])
  expect(new URL(file.url()).searchParams.get('cliente_id')).toBe(String(crew.cliente.id))
})
