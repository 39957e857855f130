import { expect, type Page } from '@playwright/test'
import { errorResponse, fetchToday } from './dashboard.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCrew } from './rutas.ts'
import { bearer, delayResponse, test } from './support.ts'

const reglas = '**/api/clientes/*/reglas'

async function openReglas(page: Page, cliente_id: number) {
  await page.goto(`/mostrar-clientes/${cliente_id}`)
  await page.getByRole('tab', { name: 'Reglas de entrega' }).click()
}
const value = (page: Page, label: string) =>
  page.getByRole('tabpanel').locator('dt', { hasText: label }).locator('xpath=../dd')

test('rules of a client: are written by keyboard, with the start date of each proof', async ({
  page,
  request,
  login,
}) => {
  const { cliente } = await aCrew(request, login)
  const hoy = (await fetchToday(request)).split('-').reverse().join('/')
  await openReglas(page, cliente.id)
  await expect(page.getByText('Todavía no tiene reglas')).toBeVisible()
  await page.getByRole('button', { name: 'Ingresar reglas' }).press('Enter')
  await expect(page.getByLabel('Exige foto')).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByLabel('Instrucciones de entrega').fill('Preguntar por Óscar Ñ\nPortón 3')
  await page.getByLabel('Horas libres').fill('mil')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Horas libres')).toHaveAccessibleDescription(/999\.99/)
  await expect(page.getByLabel('Horas libres')).toBeFocused()
  await page.getByLabel('Horas libres').fill('2')
  await page.getByLabel('Tarifa de demora').fill('1,150.50')
  await page.getByLabel('La demora se cobra por').selectOption('Día')
  await page.getByLabel('Tarifa de demora').press('Enter')
  await expect(page.getByText('Reglas guardadas exitosamente')).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(value(page, 'Exige foto')).toHaveText(`Sí, desde el ${hoy}`)
  await expect(value(page, 'Exige firma')).toHaveText('No')
  await expect(value(page, 'Horas libres')).toHaveText('2 h')
  await expect(value(page, 'Tarifa de demora')).toHaveText('Q1,150.50 por día')
  await expect(value(page, 'Instrucciones')).toContainText('Portón 3')
  await page.getByRole('tab', { name: 'Cambios' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Exige foto')
})

test('two users write the first rules: the second sees both values', async ({ page, request, login }) => {
  const { cliente } = await aCrew(request, login)
  await openReglas(page, cliente.id)
  await page.getByRole('button', { name: 'Ingresar reglas' }).click()
  await page.getByLabel('Exige firma').check()
  await page.getByLabel('Horas libres').fill('3')
  const other = await request.put(`/api/clientes/${cliente.id}/reglas`, {
    headers: bearer(login),
    data: { exige_foto: true, horas_libres: 5, version: 0 },
  })
  expect(other.status()).toBe(200)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alert')).toContainText(/Otro usuario guardó este registro a las \d\d:\d\d,/)
  const free = page.getByRole('group', { name: 'Horas libres' })
  await expect(free).toContainText('3')
  await expect(free).toContainText('5')
  await expect(page.getByRole('group', { name: 'Exige foto' })).toContainText('Sí')
  await expect(page.getByRole('checkbox', { name: 'Exige foto' })).toBeChecked()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Reglas guardadas exitosamente')).toBeVisible()
  const read = await request.get(`/api/clientes/${cliente.id}/reglas`, { headers: bearer(login) })
  expect(((await read.json()) as { data: object }).data).toMatchObject({
    exige_foto: true,
    exige_firma: true,
    horas_libres: 3,
    version: 2,
  })
})

test('loading, failed, empty, full and the form: pass axe, also on a phone', async ({
  page,
  request,
  login,
}) => {
  const { cliente } = await aCrew(request, login)
  const release = await delayResponse(page, reglas)
  await openReglas(page, cliente.id)
  await expect(page.getByText('Cargando reglas…')).toBeAttached()
  release()
  await expect(page.getByRole('button', { name: 'Ingresar reglas' })).toBeVisible()
  await expectAccessible(page)

  const put = await request.put(`/api/clientes/${cliente.id}/reglas`, {
    headers: bearer(login),
    data: { exige_foto: true, instrucciones: 'Ñ'.repeat(2000), tarifa_demora: 150 },
  })
  expect(put.status()).toBe(200)
  await openReglas(page, cliente.id)
  await expect(value(page, 'Tarifa de demora')).toHaveText('Q150.00 por hora')
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Editar reglas' }).click()
  await expect(page.getByRole('checkbox', { name: 'Exige foto' })).toBeChecked()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  await page.route(reglas, (route) => route.fulfill(errorResponse))
  await openReglas(page, cliente.id)
  await expect(page.getByRole('alert')).toContainText('Error al cargar las reglas de entrega')
  await expectAccessible(page)
})
