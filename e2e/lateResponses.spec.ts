import { expect, type Page } from '@playwright/test'
import { aCrew, aRuta, typeTrip } from './rutas.ts'
import { createRecord, delayResponse, test, typeCamionForm, unique } from './support.ts'

// Responses that arrive after a form was saved, left or edited further.

const list = '/camiones?porPagina=10'
const aTruck = () => [unique(), 'Hino', '500', 'Gris', 'Furgón', 'TC-1']

/** Saves a truck and leaves its form before the response. */
async function leaveWhileSaving(page: Page) {
  const release = await delayResponse(page, '**/api/camiones', 'POST')
  await page.goto(list)
  await page.getByRole('link', { name: '+ Ingresar Camión' }).first().click()
  const saveRequest = page.waitForRequest((each) => each.method() === 'POST')
  await typeCamionForm(page, aTruck())
  await saveRequest
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page).toHaveURL(list)
  return release
}

test('late save response: does not navigate after its form was left', async ({ page }) => {
  const release = await leaveWhileSaving(page)
  await page.getByRole('link', { name: '+ Ingresar Camión' }).first().click()
  await expect(page.getByLabel('Placa')).toBeFocused()
  await page.getByLabel('Marca').fill('Hino')
  release()
  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await popup.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('Marca')).toBeFocused()
  await page.getByLabel('Placa').focus()
  await typeCamionForm(page, aTruck())
  await expect(popup).toBeVisible()
})

test('two results: are shown one after the other', async ({ page }) => {
  const release = await leaveWhileSaving(page)
  await page.getByRole('link', { name: '+ Ingresar Camión' }).first().click()
  await typeCamionForm(page, aTruck())
  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await expect(popup).toBeVisible()
  const response = page.waitForResponse((each) => each.request().method() === 'POST')
  release()
  await (await response).finished()
  await popup.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(list)
  await expect(popup).toBeVisible()
  await popup.getByRole('button', { name: 'Continuar' }).click()
  await expect(popup).toBeHidden()
})

test('highlighted option: stays highlighted when the list is reordered', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const person = { apellido: crew.word, telefono: '55551234', tipo_licencia: 'A', vencimiento: '2030-01-31' }
  for (const nombre of ['Kevin', 'Lester'])
    await createRecord(request, login, '/api/choferes', { ...person, nombre })
  const fecha = '2027-06-07'
  await aRuta(request, login, crew, { fecha, hora: '08:00' })
  const release = await delayResponse(page, '**/api/disponibles?*')
  await page.goto('/ingresar-ruta')
  await expect(page.getByLabel('Hora')).toBeFocused()
  const listRequest = page.waitForRequest(/\/api\/disponibles\?.*fecha=2027-06-07/)
  await page.getByLabel('Fecha').fill('07/06/2027')
  await page.getByLabel('Hora').fill('0900')
  await listRequest
  await page.getByLabel('Piloto').fill(crew.word)
  const options = page.getByRole('option')
  await expect(options).toContainText(['José', 'Kevin', 'Lester'])
  await page.keyboard.press('ArrowDown')
  release()
  await expect(options).toContainText(['Kevin', 'Lester', 'José'])
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Piloto')).toHaveValue(`Kevin ${crew.word}`)
})

test('search field: requests at the first letter and then after a pause', async ({ page }) => {
  await page.clock.install()
  await page.goto('/ingresar-ruta')
  await page.getByLabel('Cliente').focus()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  const searches: (string | null)[] = []
  page.on('request', (each) => {
    const { pathname, searchParams } = new URL(each.url())
    if (pathname === '/api/clientes') searches.push(searchParams.get('buscar'))
  })
  await page.keyboard.type('zzfragua')
  // Playwright reports requests asynchronously.
  await expect.poll(() => searches).toEqual(['z'])
  await page.clock.runFor(149)
  expect(searches).toEqual(['z'])
  await page.clock.runFor(1)
  await expect.poll(() => searches).toEqual(['z', 'zzfragua'])
})

test('form left during a name lookup: is not saved', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/clientes?*', async (route) => {
    await promise
    await route.fallback()
  })
  let saves = 0
  page.on('request', (each) => {
    if (each.method() === 'POST' && new URL(each.url()).pathname === '/api/rutas') saves += 1
  })
  await page.goto('/ingresar-ruta')
  const lookup = page.waitForRequest(/porPagina=100/)
  await typeTrip(page, crew)
  await page.keyboard.press('Enter')
  await lookup
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('heading', { name: 'Rutas' })).toBeFocused()
  resolve()
  // There is no event to wait for when nothing is sent.
  await page.waitForTimeout(1000)
  expect(saves).toBe(0)
})

/** Saves a trip with an unknown client, whose name is looked up twice. The lookups numbered in `held` wait. */
async function saveWithNobody(page: Page, id: number, held: readonly number[]) {
  await page.goto(`/editar-ruta/${id}`)
  const { promise, resolve } = Promise.withResolvers<void>()
  let times = 0
  await page.route('**/api/clientes?*porPagina=100', async (route) => {
    times += 1
    if (held.includes(times)) await promise
    await route.fallback()
  })
  await page.getByLabel('Cliente').fill(unique('Nadie'))
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(() => times).toBe(held[0])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('¿Deseas salir sin guardar los cambios?')
  return resolve
}

test('confirmation: stays until it is answered', async ({ page, request, login }) => {
  const { id } = await aRuta(request, login, await aCrew(request, login))
  const release = await saveWithNobody(page, id, [1])
  release()
  await expect(page.getByText('Elige un cliente de la lista.')).toBeVisible()
  await page.getByRole('button', { name: 'No' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('¿Crear el cliente «')
})

test('left form: asks no confirmation', async ({ page, request, login }) => {
  const { id } = await aRuta(request, login, await aCrew(request, login))
  const release = await saveWithNobody(page, id, [2])
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('heading', { name: 'Rutas' })).toBeFocused()
  const found = page.waitForResponse(/porPagina=100/)
  release()
  await (await found).finished()
  // There is no event to wait for when no dialog opens.
  await page.waitForTimeout(1000)
  await expect(page.getByRole('alertdialog')).toBeHidden()
})
