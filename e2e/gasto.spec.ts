import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { loseFirstResponses } from './faultProxy.ts'
import { logInOnPhone, offlineTest as test } from './phone.ts'
import {
  aTrip,
  type Office,
  openTripOffline,
  phoneOptions,
  tinyPng,
  waitUntilDiscarded,
  waitUntilSynced,
} from './piloto.ts'
import { readRuta } from './rutas.ts'
import { bearer } from './support.ts'

// A pilot's expense (docs/contract/money.md): queued on the phone like any change, with the photo of its receipt.

test.use({ anonymous: true, ...phoneOptions })

const movimientosOf = async ({ request, login }: Office, id: number) => {
  const answer = await request.get(`/api/movimientos?ruta_id=${id}`, { headers: bearer(login) })
  return ((await answer.json()) as { data: { id: number }[] }).data
}

const chooseRuta = async (dialog: Locator, number: string) => {
  const field = dialog.getByLabel('Ruta')
  const option = field.locator('option', { hasText: `Ruta ${number}` })
  await field.selectOption(await option.getAttribute('value'))
}

/** Opens 'Gasto' and fills it in with a photo, without saving. */
async function fill(page: Page, number: string) {
  await page.getByRole('button', { name: 'Gasto' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Gasto' })
  await chooseRuta(dialog, number)
  await dialog.getByLabel('Concepto').selectOption('Peaje')
  await dialog.getByLabel('Monto (Q)').fill('1,075.5')
  await page.locator('input[type=file][multiple]').setInputFiles(tinyPng('peaje.png'))
  await expect(dialog).toContainText('Fotos (1)')
  return dialog
}

async function openDinero(page: Page) {
  await page.getByRole('button', { name: 'Abrir el menú' }).tap()
  await page.getByRole('button', { name: 'Mi dinero' }).tap()
  return page.getByRole('dialog', { name: 'Mi dinero' })
}

test('expense without signal: survives the browser and arrives once, followed by its photo', async ({
  phone,
  request,
  login,
}) => {
  const { office, who, id, number } = await aTrip({ request, login })
  await logInOnPhone(phone, who)
  phone.line.setRule('cut')
  const page = await phone.open('/')
  const dialog = await fill(page, number)
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(page.getByText('Sin señal · 1 cambio y 1 foto por enviar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0)
  const offlineDinero = await openDinero(page)
  await expect(offlineDinero.getByRole('list', { name: 'Por enviar' })).toContainText(
    `Peaje · Q1,075.50 · Ruta ${number} · por enviar`,
  )
  await expect(offlineDinero.getByRole('alert')).toContainText('Error al cargar tu dinero')
  await phone.kill()

  phone.line.setRule(loseFirstResponses())
  const again = await phone.open('/')
  await expect(again.getByText(/^Actualizado a las/)).toBeVisible()
  const arrived = await movimientosOf(office, id)
  expect(arrived).toMatchObject([
    {
      tipo: 'gasto',
      concepto: 'Peaje',
      paga: 'piloto',
      monto: 1075.5,
      estado: 'registrado',
      del_piloto: true,
      hecho_en: expect.any(String),
      dudosa: false,
      archivos: 1,
    },
  ])
  const papers = await request.get(`/api/archivos?entidad=movimientos&entidad_id=${arrived[0]?.id}`, {
    headers: bearer(login),
  })
  expect(((await papers.json()) as { data: object[] }).data).toMatchObject([
    { nombre: 'peaje.png', clase: 'comprobante', subido_por: who.username },
  ])
  const dinero = await openDinero(again)
  await expect(dinero).toContainText('Sin saldo')
  await expect(dinero.getByRole('listitem')).toContainText([/Peaje.*Q1,075\.50.*Por revisar/s])
})

test("fuel without signal: arrives once as a carga of the trip's truck", async ({
  phone,
  request,
  login,
}) => {
  const { office, who, id, number } = await aTrip({ request, login })
  await logInOnPhone(phone, who)
  phone.line.setRule('cut')
  const page = await phone.open('/')
  const dialog = await fill(page, number)
  await expect(dialog.getByLabel('Galones')).toHaveCount(0)
  await dialog.getByLabel('Concepto').selectOption('Combustible')
  await expect(dialog.getByLabel('Tanque lleno')).toBeChecked()
  await dialog.getByLabel('Kilometraje').fill('100,183')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  // The server ignores kilometres without gallons.
  await expect(dialog.getByLabel('Galones')).toBeFocused()
  await dialog.getByLabel('Galones').fill('0')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog.getByLabel('Galones')).toHaveAccessibleDescription(
    'Escribe los galones, de 0.001 a 9999.999.',
  )
  await expectAccessible(page, { enhancedContrast: true })
  await dialog.getByLabel('Galones').fill('40.5')
  await dialog.getByLabel('Tanque lleno').tap()
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(page.getByText('Sin señal · 1 cambio y 1 foto por enviar')).toBeVisible()
  await phone.kill()

  phone.line.setRule(loseFirstResponses())
  const again = await phone.open('/')
  await expect(again.getByText(/^Actualizado a las/)).toBeVisible()
  expect(await movimientosOf(office, id)).toHaveLength(1)
  const answer = await request.get(`/api/cargas?ruta_id=${id}`, { headers: bearer(login) })
  const { camion_id } = await readRuta(request, login, id)
  expect(await answer.json()).toMatchObject({
    data: [
      { camion_id, galones: 40.5, km: 100_183, lleno: false, total: 1075.5, del_piloto: true, archivos: 1 },
    ],
  })
})

test('expense: shows errors at their fields; a rejected expense takes its photo with it', async ({
  page,
  request,
  login,
}) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  await page.getByRole('button', { name: 'Gasto' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  // A pending trip is not proposed.
  await expect(dialog.getByLabel('Ruta')).toBeFocused()
  await chooseRuta(dialog, number)
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog.getByLabel('Concepto')).toBeFocused()
  await dialog.getByLabel('Monto (Q)').fill('0')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog.getByLabel('Monto (Q)')).toHaveAccessibleDescription(
    'El monto debe ser mayor que cero.',
  )
  await expectAccessible(page, { enhancedContrast: true })
  await dialog.getByLabel('Monto (Q)').fill('15')
  await expect(dialog.getByText('El monto debe ser mayor que cero.')).toBeHidden()
  await expect(dialog.getByText('Este campo es obligatorio.')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Cancelar' }).tap()
  await page.getByRole('button', { name: 'Sí' }).tap()

  await page.route('**/gastos', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, message: 'No se puede.', error: { code: 'DATOS_INVALIDOS' } },
    }),
  )
  await (await fill(page, number)).getByRole('button', { name: 'Guardar' }).tap()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('No se puede.')
  await expect(alert).toContainText('Gasto: Peaje Q1,075.50')
  await alert.getByRole('button', { name: 'Descartar' }).tap()
  await waitUntilDiscarded(page, () => page.getByRole('button', { name: 'Sí' }).tap())
  await page.unroute('**/gastos')
  expect(await movimientosOf(office, id)).toEqual([])

  await waitUntilSynced(page, ['gastos', 'archivos'], async () =>
    (await fill(page, number)).getByRole('button', { name: 'Guardar' }).tap(),
  )
  expect(await movimientosOf(office, id)).toMatchObject([{ monto: 1075.5, archivos: 1 }])
  await expect((await openDinero(page)).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, { enhancedContrast: true })
})
