import { expect, type Page } from '@playwright/test'
import { fetchToday } from './dashboard.ts'
import { expectAccessible, expectAccessibleOnPhone } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, setClock, test } from './support.ts'
import { rowOf } from './tablero.ts'

/** A day without trips of other tests. */
const day = '2027-06-02'

const trucks = (page: Page) => page.getByRole('region', { name: 'Camiones' })

test('figures above the board: filter its trips; free trucks are collapsed', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const free = await aCamion(request, login)
  const other = await aCrew(request, login)
  const first = await aRuta(request, login, crew, { fecha: day, hora: '08:00', duracion_min: 240 })
  const second = await aRuta(request, login, crew, { fecha: day, hora: '10:00', duracion_min: 240 })
  const alone = await aRuta(request, login, other, { fecha: day, hora: '06:00', duracion_min: 60 })
  await setClock(page, `${day}T14:30:00Z`, { hoy: day })
  await page.goto(`/tablero?fecha=${day}`)
  const figures = page.getByRole('group', { name: 'Qué viajes se muestran' })
  await expect(figures).toContainText('3 viajes · 2 con retraso · 1 traslape')
  const blocks = trucks(page).getByRole('button', { name: /^RUTA-/ })
  await expect(blocks).toHaveCount(3)
  const shown = (number: string) => trucks(page).getByRole('button', { name: number })
  await figures.getByRole('button', { name: '2 con retraso' }).click()
  await expect(page).toHaveURL(`/tablero?fecha=${day}&solo=retraso`)
  await expect(blocks).toHaveCount(2)
  await expect(shown(alone.no_ruta)).toContainText('Con retraso · 2 h')
  await expect(shown(first.no_ruta)).toContainText('Con retraso · 30 min')
  await figures.getByRole('button', { name: '1 traslape' }).click()
  await expect(page).toHaveURL(`/tablero?fecha=${day}&solo=choques`)
  await expect(shown(second.no_ruta)).toBeVisible()
  await expect(shown(alone.no_ruta)).toBeHidden()
  await expectAccessible(page)
  await figures.getByRole('button', { name: '3 viajes' }).click()
  await expect(page).toHaveURL(`/tablero?fecha=${day}`)

  const libres = trucks(page).getByRole('button', { name: /^Libres \(\d+\)/ })
  await expect(libres).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText(free.placa)).toBeHidden()
  await libres.press('Enter')
  await expect(page.getByText(free.placa)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await libres.click()
  await expect(page.getByText(free.placa)).toBeHidden()
  await expectAccessibleOnPhone(page)
})

test('trip: is as wide as its duration, and shows its details on hover and focus', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-06-03'
  const [long, short, next] = [
    await aRuta(request, login, crew, { fecha, hora: '06:00', duracion_min: 480 }),
    await aRuta(request, login, crew, { fecha, hora: '14:00', duracion_min: 30 }),
    await aRuta(request, login, crew, { fecha, hora: '14:30', duracion_min: 30 }),
  ]
  await page.goto(`/tablero?fecha=${fecha}`)
  const row = await rowOf(page, crew.camion.placa)
  const boxOf = async (number: string) => (await row.getByRole('button', { name: number }).boundingBox())!
  const whole = (await row.boundingBox())!
  expect(whole.height).toBe(40)
  const [a, b, c] = [await boxOf(long.no_ruta), await boxOf(short.no_ruta), await boxOf(next.no_ruta)]
  expect(a.width).toBeCloseTo(whole.width / 3, 0)
  expect(b.width).toBeCloseTo(whole.width / 48, 0)
  // The next trip is beside it, not below.
  expect(c.y).toBe(b.y)
  const details = page.locator('[popover]').filter({ hasText: short.no_ruta })
  await row.getByRole('button', { name: short.no_ruta }).hover()
  await expect(details).toContainText(`José ${crew.word}`)
  await expect(details).toContainText('14:00 – 14:30')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await page.mouse.move(0, 0)
  await row.getByRole('button', { name: long.no_ruta }).focus()
  await page.keyboard.press('Tab')
  await expect(details).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(details).toBeHidden()
})

test("day: is chosen from a calendar by keyboard; a truck's current place is shown for today alone", async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const hoy = await fetchToday(request)
  await aRuta(request, login, crew, { fecha: hoy, hora: '00:00', duracion_min: 1439, estado: 'En curso' })
  await aRuta(request, login, crew, { fecha: '2026-12-15', hora: '08:00' })
  await setClock(page, '2026-11-20T14:00:00Z', { hoy })
  await page.goto('/tablero')
  const line = trucks(page).getByRole('listitem').filter({ hasText: crew.camion.placa }).first()
  await expect(line).toContainText('En viaje')
  await page.goto('/tablero?fecha=2026-12-09')
  const button = page.getByRole('button', { name: 'miércoles, 9 de diciembre de 2026' })
  await button.press('Enter')
  await expect(page.getByRole('radio', { name: 'miércoles, 9 de diciembre de 2026' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tablero?fecha=2026-12-15')
  await expect(page.getByRole('button', { name: 'martes, 15 de diciembre de 2026' })).toBeFocused()
  await expect(line).toBeVisible()
  await expect(line).not.toContainText('En viaje')
})

test('25 rows with trips: fit two office screens', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-06-04'
  const ruta = await aRuta(request, login, crew, { fecha, hora: '08:00' })
  await page.route('**/api/tablero*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { camiones: { rutas: { id: number }[] }[] } }
    const camion = body.data.camiones.find(({ rutas }) => rutas.some(({ id }) => id === ruta.id))!
    body.data.camiones = Array.from({ length: 25 }, (_, index) => ({
      ...camion,
      id: index + 1,
      placa: `C-${100 + index}BBB`,
    }))
    return route.fulfill({ json: body })
  })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/tablero?fecha=${fecha}`)
  const rows = trucks(page).getByRole('list', { name: /^Viajes de/ })
  await expect(rows).toHaveCount(25)
  await expect(rows.nth(13)).toBeInViewport({ ratio: 0.5 })
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 768)
  await expect(rows.last()).toBeInViewport({ ratio: 1 })
})
