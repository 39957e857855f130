import { expect, type Page } from '@playwright/test'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, typeTrip } from './rutas.ts'
import { bearer, createRecord, delayResponse, test, unique } from './support.ts'

/** Delays the client list until the returned function is called. The lookups of a save are not delayed. */
async function withSlowClientes(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/clientes\?.*porPagina=20/, async (route) => {
    await promise
    await route.fallback()
  })
  return async () => {
    resolve()
    // The page may have aborted the request, so there is no event to wait for.
    await page.waitForTimeout(1000)
  }
}

// With one client in the company, an unfiltered list has a single match.
isolatedTest(
  'list response after the save: does not fill in the next trip',
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

test('list response after the choice of a save: changes no client', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await createRecord(request, login, '/api/clientes', {
    nombre: 'Aarón',
    apellido: crew.word,
    telefono: '55551234',
  })
  const release = await withSlowClientes(page)
  await page.route('**/api/rutas?viaje=si', (route) => route.abort())
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

test('trip saved with a lost response: is not saved twice', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await page.route('**/api/rutas?viaje=si', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.goto('/ingresar-ruta')
  await typeTrip(page, crew)
  // A unique number, because another test may have taken the suggested one.
  await page.getByLabel('No. de ruta').fill(unique('RUTA-'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Error de conexión con el servidor')
  await page.unroute('**/api/rutas?viaje=si')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Ruta creada exitosamente')
  const found = await request.get(`/api/rutas?buscar=${crew.word}`, { headers: bearer(login) })
  expect(((await found.json()) as { count: number }).count).toBe(1)
})

test('suggestion that arrives in the focused field: is replaced by typing', async ({ page }) => {
  const release = await delayResponse(page, '**/api/rutas/next-number')
  await page.goto('/ingresar-ruta')
  const numero = page.getByLabel('No. de ruta')
  await numero.focus()
  release()
  await expect(numero).toHaveValue(/^RUTA-\d+$/)
  await page.keyboard.type('RUTA-900001')
  await expect(numero).toHaveValue('RUTA-900001')
})
