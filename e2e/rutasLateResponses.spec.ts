import { expect, type Page } from '@playwright/test'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, typeTrip } from './rutas.ts'
import { bearer, createRecord, test, unique } from './support.ts'

/** Keeps back what the client's list is asked for; a save asks for itself. Gives the release. */
async function withSlowClientes(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/clientes\?.*porPagina=20/, async (route) => {
    await promise
    await route.fallback()
  })
  return async () => {
    resolve()
    // The answer may not be wanted any more: nothing tells that it came.
    await page.waitForTimeout(1000)
  }
}

// In a company of one client the list of everybody means that one.
isolatedTest(
  'what a list answers after the save is not typed into the next trip',
  async ({ page, request, login }) => {
    const crew = await aCrew(request, login)
    const release = await withSlowClientes(page)
    await page.goto('/ingresar-ruta')
    await typeTrip(page, crew)
    await page.keyboard.press('Enter')
    const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
    await expect(popup).toBeVisible()
    await release()
    await popup.getByRole('button', { name: 'Ingresar otra' }).click()
    await expect(page.getByLabel('Hora')).toBeFocused()
    await expect(page.getByLabel('Cliente')).toHaveValue('')
    await expect(page.getByLabel('Mercadería')).toHaveValue('')
    await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeHidden()
  },
)

test('a list that answers after the save has chosen changes nobody', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await createRecord(request, login, '/api/clientes', {
    nombre: 'Aarón',
    apellido: crew.word,
    telefono: '55551234',
  })
  const release = await withSlowClientes(page)
  await page.route('**/api/rutas', (route) => route.abort())
  await page.goto('/ingresar-ruta')
  await typeTrip(page, crew)
  await page.getByLabel('Cliente').focus()
  await page.keyboard.type(`nandu ${crew.word}`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alert')).toContainText('Error de conexión con el servidor')
  await release()
  await expect(page.getByLabel('Cliente')).toHaveValue(`Ñandú ${crew.word}`)
})

test('a trip that was saved while its answer got lost is not saved twice', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  await page.route('**/api/rutas', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.goto('/ingresar-ruta')
  await typeTrip(page, crew)
  // A number of its own: the suggested one may be another test's by now.
  await page.getByLabel('No. de ruta').fill(unique('RUTA-'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Error de conexión con el servidor')
  await page.unroute('**/api/rutas')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Ruta creada exitosamente')
  const found = await request.get(`/api/rutas?buscar=${crew.word}`, { headers: bearer(login) })
  expect(((await found.json()) as { count: number }).count).toBe(1)
})
