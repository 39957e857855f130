import { expect } from '@playwright/test'
import { aTrip, change } from './dashboard.ts'
import { aRuta, cardOf, enter, onPhone } from './piloto.ts'
import { aPiloto, clockAt, test } from './support.ts'

test('what is wrong comes first: incidents, then what has become late while one looks, then by hour', async ({
  page,
  request,
  login,
}) => {
  await aTrip(request, login)
  await change(page, ({ rutasPorFecha: [day] }) => {
    const [base] = day!.rutas
    const trips = [
      ['A', '07:00:00', 'Entregado'],
      ['B', '08:05:00', 'Pendiente'],
      ['C', '09:00:00', 'Pendiente'],
      ['D', '10:00:00', 'Incidente'],
    ] as const
    day!.rutas = trips.map(([no_ruta, hora, estado], id) => ({ ...base!, id, no_ruta, hora, estado }))
  })
  // 08:00 in Guatemala.
  await clockAt(page, '2026-11-20T14:00:00Z')
  await page.goto('/dashboard')
  const numbers = page.getByRole('row').locator('td:first-child')
  await expect(numbers).toHaveText(['D', 'A', 'B', 'C'])
  await expect(page.getByText('Con retraso')).toHaveCount(0)
  await page.clock.fastForward(360_000)
  await expect(numbers).toHaveText(['D', 'B', 'A', 'C'])
  await expect(page.getByRole('row', { name: /^B/ })).toContainText('Con retraso')
  await expect(page.getByText('Con retraso')).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('list', { name: 'Viajes de Hoy' }).getByRole('listitem')
  await expect(cards).toHaveText([/^Ruta D/, /^Ruta B/, /^Ruta A/, /^Ruta C/])
  await expect(cards.first()).toBeInViewport()
})

test('a machine whose clock is slow says the hour of the company all the same, also just after midnight', async ({
  page,
  request,
  login,
}) => {
  await aTrip(request, login)
  await change(page, ({ rutasPorFecha: [day] }) => {
    day!.rutas = [{ ...day!.rutas[0]!, no_ruta: 'A', hora: '00:30:00', estado: 'Pendiente' }]
  })
  // One minute past midnight in Guatemala; by this machine it is yesterday still.
  await clockAt(page, '2026-11-21T06:01:00Z', { shown: '2026-11-21T05:58:00Z' })
  await page.goto('/dashboard')
  const row = page.getByRole('row', { name: /^A/ })
  await expect(row).toContainText('Pendiente')
  await expect(page.getByText('Con retraso')).toHaveCount(0)
  await page.clock.fastForward(1_860_000)
  await expect(row).toContainText('Con retraso')
  // It is being read anew, too.
  await page.unrouteAll({ behavior: 'wait' })
})

test.describe('beside the truck', () => {
  test.use({ anonymous: true, ...onPhone })

  test('a trip whose hour passes while one looks is late', async ({ page, request, login }) => {
    const office = { request, login }
    const who = await aPiloto(request, login)
    const { number } = await aRuta(office, who)
    // 06:20 in Guatemala.
    await clockAt(page, '2026-11-20T12:20:00Z')
    await enter(page, who)
    await expect(cardOf(page, number)).toContainText('Pendiente')
    await expect(page.getByText('Con retraso')).toHaveCount(0)
    await page.clock.fastForward(660_000)
    await expect(cardOf(page, number)).toContainText('Con retraso')
  })
})
