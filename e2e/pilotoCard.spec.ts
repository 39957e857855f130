import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import {
  aRuta,
  cardOf,
  enter,
  fetchHistorial,
  openTripOffline,
  phoneOptions,
  waitUntilSynced,
} from './piloto.ts'
import { aPiloto, bearer, test } from './support.ts'

// The card of a trip on the pilot's phone, and the expense at the top (docs/contract/screens.md).

test.use({ anonymous: true, ...phoneOptions })

/** Returns the y coordinates of the top of the footer and of the bottom of the card. */
const foldOf = async (page: Page, number: string) => {
  const card = await cardOf(page, number).boundingBox()
  const footer = await page.getByRole('contentinfo').boundingBox()
  return { bottom: (card?.y ?? 0) + (card?.height ?? 0), fold: footer?.y ?? 0 }
}

test('first card: is above the fold at 390 × 844, in every state, with comment and telephone', async ({
  page,
  request,
  login,
}) => {
  const comentario = 'Entrar por la garita 3, preguntar por don Byron. Llevar casco y chaleco.'
  const ruta = { estado: 'En curso', comentario }
  const { office, who, number } = await openTripOffline(page, { request, login }, { ruta })
  await expect(cardOf(page, number)).toContainText(comentario)
  await expect(cardOf(page, number).getByRole('link', { name: /^\d{4}-\d{4}$/ })).toBeVisible()
  for (const label of [
    `Llegué a cargar: ruta ${number}`,
    ...['Cambiar Estado', 'Foto', 'Incidente', 'Más'].map((name) => `${name} de la ruta ${number}`),
  ])
    await expect(page.getByRole('button', { name: label, exact: true })).toBeInViewport({ ratio: 1 })
  const { bottom, fold } = await foldOf(page, number)
  expect(bottom).toBeLessThanOrEqual(fold)
  await expect(cardOf(page, number).getByRole('button', { name: /Gasto|Horas|Historial|Hoja/ })).toHaveCount(
    0,
  )

  await page.getByRole('button', { name: `Incidente de la ruta ${number}` }).tap()
  await page.getByText('Aduana o puerto', { exact: true }).tap()
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, { enhancedContrast: true })
  await waitUntilSynced(page, ['estado'], () => page.getByRole('button', { name: 'Enviar' }).tap())
  const header = cardOf(page, number).getByText('Incidente: Aduana o puerto')
  await expect(header).toBeVisible()
  await expect(page.getByRole('button', { name: `Incidente de la ruta ${number}` })).toHaveCount(0)
  // For 10 s it covers the lower end of the page.
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeHidden()
  const stopped = await foldOf(page, number)
  expect(stopped.bottom).toBeLessThanOrEqual(stopped.fold)
  await expectAccessible(page, { enhancedContrast: true })

  // Trips that stand come first, the earliest before the others.
  const earlier = await aRuta(office, who, { away: -2, estado: 'Incidente' })
  const onRoad = await aRuta(office, who, { away: -3, estado: 'En curso' })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  const now = page.getByRole('region', { name: 'Ahora' }).getByRole('article')
  await expect(now).toContainText([`Ruta ${earlier.number}`, `Ruta ${number}`, `Ruta ${onRoad.number}`])
  for (const each of [earlier.number, number])
    await expect(page.getByRole('button', { name: `Seguir viaje: ruta ${each}` })).toBeVisible()
})

test('incident: its two taps are the cause and Enviar; without a cause it says so', async ({
  page,
  request,
  login,
}) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  await page.getByRole('button', { name: `Incidente de la ruta ${number}` }).tap()
  await expect(page.getByRole('radio')).toHaveCount(8)
  await page.getByRole('button', { name: 'Enviar' }).tap()
  await expect(page.getByRole('alert')).toContainText('Elige la causa.')
  await page.getByText('Mecánico', { exact: true }).tap()
  await waitUntilSynced(page, ['estado'], () => page.getByRole('button', { name: 'Enviar' }).tap())
  expect((await fetchHistorial(office, id))[0]).toMatchObject({ estado_nuevo: 'Incidente', comentario: null })
  const { data } = (await (
    await request.get(`/api/rutas/${id}/expediente`, { headers: bearer(login) })
  ).json()) as { data: { incidentes: object[] } }
  expect(data.incidentes).toMatchObject([{ causa: 'Mecánico', lugar: null, hasta: null }])
  await waitUntilSynced(page, ['estado'], () => page.getByRole('button', { name: 'Deshacer' }).tap())
})

test('long comment: is folded until the pilot reads it', async ({ page, request, login }) => {
  const comentario = Array.from({ length: 30 }, (_, nth) => `Punto ${nth}: tocar el timbre.`).join('\n')
  const { number } = await openTripOffline(page, { request, login }, { ruta: { comentario } })
  const last = cardOf(page, number).getByText('Punto 29')
  const { bottom, fold } = await foldOf(page, number)
  expect(bottom).toBeLessThanOrEqual(fold + 44)
  await cardOf(page, number).getByRole('button', { name: 'Leer todo' }).tap()
  await expect(last).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leer todo' })).toHaveCount(0)
})

test('expense: offers the five latest trips up to tomorrow and proposes the one under way', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  await enter(page, who)
  await expect(page.getByText('No tienes rutas asignadas.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Gasto' })).toHaveCount(0)
  const create = async (away: number, estado: string, hora = '06:30') =>
    (await aRuta(office, who, { away, estado, hora })).number
  const old = await create(-40, 'Entregado')
  const month = await create(-30, 'Entregado')
  const numberOf = (text: string) => /^Ruta (\S+) ·/.exec(text)?.[1]
  const expectOffer = async (numbers: string[], chosen: string) => {
    const read = page.waitForResponse('**/mis-rutas?*')
    await page.getByRole('button', { name: 'Actualizar' }).tap()
    await read
    await expect(page.getByText(/^Actualizado/)).toBeVisible()
    await page.getByRole('button', { name: 'Gasto' }).tap()
    const field = page.getByRole('dialog', { name: 'Gasto' }).getByLabel('Ruta')
    await expect
      .poll(async () => (await field.locator('option:enabled').allTextContents()).map(numberOf))
      .toEqual(numbers)
    expect(numberOf((await field.locator('option:checked').textContent()) ?? '')).toBe(chosen)
    await page.getByRole('button', { name: 'Cancelar' }).tap()
  }
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await expect(page.getByRole('button', { name: 'Gasto' })).toBeVisible()
  await expectOffer([month, old], month)
  const early = await create(0, 'Pendiente', '05:00')
  const late = await create(0, 'Pendiente', '16:00')
  const next = await create(1, 'Pendiente', '04:00')
  await create(2, 'Pendiente')
  const yesterday = await create(-1, 'Entregado')
  await expectOffer([next, late, early, yesterday, month], yesterday)
  const onRoad = await create(-50, 'En curso')
  await expectOffer([next, late, early, yesterday, month, onRoad], onRoad)
  const stopped = await create(-4, 'Incidente')
  await expectOffer([next, late, early, yesterday, stopped], stopped)
})

test('expense: its draft takes the place of the button', async ({ page, request, login }) => {
  await openTripOffline(page, { request, login }, { ruta: { estado: 'En curso' } })
  page.on('dialog', (question) => question.accept())
  await page.getByRole('button', { name: 'Gasto' }).tap()
  await page.getByLabel('Monto (Q)').fill('75')
  await page.reload()
  await page.getByRole('button', { name: 'Sigue donde te quedaste: Gasto' }).tap()
  await expect(page.getByLabel('Monto (Q)')).toHaveValue('75')
  await page.getByLabel('Concepto').selectOption('Peaje')
  await waitUntilSynced(page, ['gastos'], () => page.getByRole('button', { name: 'Guardar' }).tap())
  await expect(page.getByRole('button', { name: 'Gasto', exact: true })).toBeVisible()
})

test('installation: is offered where the browser can install', async ({ page, request, login }) => {
  await openTripOffline(page, { request, login })
  const install = page.getByRole('button', { name: 'Instalar en este teléfono' })
  await expect(install).toHaveCount(0)
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.body.setAttribute('data-asked', ''),
    })
    window.dispatchEvent(offer)
  })
  await install.tap()
  await expect(page.locator('body')).toHaveAttribute('data-asked')
  await expect(install).toHaveCount(0)
})
