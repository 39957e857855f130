import { expect } from '@playwright/test'
import { aCrew, aRuta } from './rutas.ts'
import { test } from './support.ts'

test('Tab: goes from trip to trip, past any number of trucks without one', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-05-16'
  const [first, next] = [
    await aRuta(request, login, crew, { fecha, hora: '06:00', duracion_min: 60 }),
    await aRuta(request, login, crew, { fecha, hora: '12:00', duracion_min: 60 }),
  ]
  await page.route('**/api/tablero*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { camiones: { placa: string; rutas: { id: number }[] }[] } }
    const camion = body.data.camiones.find(({ rutas }) => rutas.some(({ id }) => id === first.id))!
    const at = new Map([
      [0, first.id],
      [60, next.id],
    ])
    body.data.camiones = Array.from({ length: 61 }, (_, index) => ({
      ...camion,
      id: index + 1,
      placa: `C-${100 + index}BBB`,
      rutas: camion.rutas.filter(({ id }) => id === at.get(index)),
    }))
    return route.fulfill({ json: body })
  })
  await page.goto(`/tablero?fecha=${fecha}`)
  await page.getByRole('button', { name: first.no_ruta }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: next.no_ruta })).toBeFocused()
})

test('office screen with a pinned menu: shows all hours', async ({ page, request, login }) => {
  const fecha = '2027-05-17'
  await aRuta(request, login, await aCrew(request, login), { fecha, hora: '23:00' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.addInitScript(() => localStorage.setItem('menu', 'fijo'))
  await page.goto(`/tablero?fecha=${fecha}`)
  const board = page.getByRole('region', { name: 'Camiones' })
  await expect(board).toBeVisible()
  expect(await board.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
