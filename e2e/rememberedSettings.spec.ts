import { addDays } from '@flota/contract/core/dates.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, pressEnabled, test, unique } from './support.ts'

// Settings of a list that the browser stores (docs/contract/screens.md).

const size = (page: Page) => page.getByLabel('Filas por página')
const choice = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('page size: applies to the next visit and to other lists, unless the address has one', async ({
  page,
  request,
  login,
}) => {
  // An empty list has no pages.
  await aRuta(request, login, await aCrew(request, login))
  await page.goto('/clientes')
  await expect(size(page)).toHaveValue('5')
  await size(page).selectOption('15')
  await expect(page).toHaveURL('/clientes?porPagina=15')
  await page.goto('/rutas')
  await expect(size(page)).toHaveValue('15')
  await page.goto('/camiones?porPagina=10')
  await expect(size(page)).toHaveValue('10')
  // An address to share contains the size, which its reader may not have stored.
  await page.goto('/clientes')
  await page.getByRole('searchbox').fill('nadie')
  await expect(page).toHaveURL('/clientes?porPagina=15&buscar=nadie')
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).last().click()
  await size(page).selectOption('5')
  await page.goto('/clientes')
  await expect(size(page)).toHaveValue('5')
  // The reports have other sizes, stored apart.
  await page.goto('/reportes?filtro=mes')
  await expect(size(page)).toHaveValue('10')
})

test('page size: the one that fits the window is offered once, and can be taken or dismissed', async ({
  page,
  request,
  login,
}) => {
  // Rows of other tests may be higher.
  const marca = unique('M')
  for (let n = 0; n < 21; n += 1) await aCamion(request, login, { marca })
  const path = `/camiones?buscar=${marca}`
  const taken = page.getByRole('button', { name: 'Mostrar 10', exact: true })
  const dismissed = page.getByRole('button', { name: 'Dejar en 5', exact: true })
  const rows = page.getByRole('main').getByRole('row')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(path)
  await expect(page.getByText('En esta ventana caben 10 filas.')).toBeVisible()
  await expect(rows).toHaveCount(6)
  await expectAccessible(page)
  await dismissed.click()
  await expect(taken).toHaveCount(0)
  await expect(size(page)).toBeFocused()
  await page.goto('/rutas')
  await expect(size(page)).toHaveValue('5')
  await expect(page.getByText(/En esta ventana caben/)).toHaveCount(0)

  await page.evaluate(() => localStorage.removeItem('filas 5,10,15,20'))
  await page.goto(path)
  await taken.press('Enter')
  await expect(page).toHaveURL(`/camiones?porPagina=10&buscar=${marca}`)
  await expect(rows).toHaveCount(11)
  await expect(size(page)).toBeFocused()
  const fits = await page.evaluate(() => {
    const box = document.querySelector('main section:has(table)')!
    return box.scrollHeight <= box.clientHeight && document.documentElement.scrollHeight <= window.innerHeight
  })
  expect(fits).toBe(true)
  await page.goto(path)
  await expect(size(page)).toHaveValue('10')
  await expect(page.getByText(/En esta ventana caben/)).toHaveCount(0)

  // A window for five rows, and a phone, have nothing to offer.
  await page.evaluate(() => localStorage.removeItem('filas 5,10,15,20'))
  for (const [width, height] of [
    [1366, 560],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await expect(page.getByText('Página 1 de')).toBeVisible()
    await expect(page.getByText(/En esta ventana caben/)).toHaveCount(0)
  }
})

test('Hoy, Mañana or Esta semana: applies on the next visit until the user clears the days', async ({
  page,
  request,
  login,
}) => {
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  const crew = await aCrew(request, login)
  const manana = addDays(data.hoy, 1)
  await aRuta(request, login, crew, { fecha: manana })
  const waitForList = () =>
    page.waitForRequest((each) => new URL(each.url()).pathname === '/api/rutas').then((each) => each.url())
  const first = waitForList()
  await page.goto('/rutas')
  expect(await first).not.toContain('desde=')
  await pressEnabled(choice(page, 'Mañana'))
  await expect(page).toHaveURL(`/rutas?desde=${manana}&hasta=${manana}`)

  const again = waitForList()
  await page.goto('/rutas')
  // The first request already has the dates.
  expect(await again).toContain(`desde=${manana}&hasta=${manana}`)
  await expect(choice(page, 'Mañana')).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Estado', { exact: true }).selectOption('Pendiente')
  await expect(page).toHaveURL(`/rutas?estado=Pendiente&desde=${manana}&hasta=${manana}`)

  await page.goto(`/rutas?buscar=${crew.word}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(choice(page, 'Mañana')).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/rutas')
  await pressEnabled(choice(page, 'Mañana'))
  await expect(choice(page, 'Mañana')).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/rutas')
  await expect(choice(page, 'Mañana')).toBeEnabled()
  await expect(choice(page, 'Mañana')).toHaveAttribute('aria-pressed', 'false')
  await pressEnabled(choice(page, 'Hoy'))
  await page.goto('/rutas')
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await expect(choice(page, 'Hoy')).toHaveAttribute('aria-pressed', 'false')
})
