import { expect } from '@playwright/test'
import { aTrip, changeRecientes, fetchToday } from './dashboard.ts'
import { aTrip as aPilotsTrip, cardOf, enter, phoneOptions } from './piloto.ts'
import { aCrew, aRuta as anOfficeRuta } from './rutas.ts'
import { setClock, test } from './support.ts'
import { rowOf } from './tablero.ts'

/** Returns the hours column of a trip of one hour. */
const horasOf = (fecha: string, hora: string) => {
  const inicio = new Date(`${fecha}T${hora}-06:00`)
  return { hora, inicio: inicio.toISOString(), fin: new Date(inicio.getTime() + 3_600_000).toISOString() }
}

test('dashboard: lists incidents first, then trips that became late, then the rest by hour', async ({
  page,
  request,
  login,
}) => {
  await aTrip(request, login)
  await changeRecientes(page, ({ rutasPorFecha: [day] }) => {
    const [base] = day!.rutas
    const trips = [
      ['A', '07:00:00', 'Entregado'],
      ['B', '08:05:00', 'Pendiente'],
      ['C', '07:05:00', 'En curso'],
      ['D', '10:00:00', 'Incidente'],
      ['E', '09:00:00', 'Pendiente'],
    ] as const
    day!.rutas = trips.map(([no_ruta, hora, estado], id) => ({
      ...base!,
      id,
      no_ruta,
      ...horasOf(day!.fecha, hora),
      estado,
    }))
  })
  // 08:00 in Guatemala.
  await setClock(page, '2026-11-20T14:00:00Z')
  await page.goto('/dashboard')
  const numbers = page.getByRole('row').locator('td:first-child')
  await expect(numbers).toHaveText(['D', 'A', 'C', 'B', 'E'])
  await expect(page.getByText(/Con retraso/)).toHaveCount(0)
  await page.clock.fastForward(360_000)
  await expect(numbers).toHaveText(['D', 'C', 'B', 'A', 'E'])
  for (const name of [/^B/, /^C/])
    await expect(page.getByRole('row', { name })).toContainText('Con retraso · 1 min')
  await expect(page.getByText(/Con retraso/)).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('list', { name: 'Viajes de Hoy' }).getByRole('listitem')
  await expect(cards).toHaveText([/^Ruta D/, /^Ruta C/, /^Ruta B/, /^Ruta A/, /^Ruta E/])
  await expect(cards.first()).toBeInViewport()
})

test("slow machine clock: the page shows the company's hour, also just after midnight", async ({
  page,
  request,
  login,
}) => {
  await aTrip(request, login)
  await changeRecientes(page, ({ rutasPorFecha: [day] }) => {
    day!.rutas = [
      { ...day!.rutas[0]!, no_ruta: 'A', ...horasOf(day!.fecha, '00:30:00'), estado: 'Pendiente' },
    ]
  })
  // One minute past midnight in Guatemala. By the machine's clock it is still yesterday.
  await setClock(page, '2026-11-21T06:01:00Z', { shown: '2026-11-21T05:58:00Z' })
  await page.goto('/dashboard')
  const row = page.getByRole('row', { name: /^A/ })
  await expect(row).toContainText('Pendiente')
  await expect(page.getByText(/Con retraso/)).toHaveCount(0)
  await page.clock.fastForward(1_860_000)
  await expect(row).toContainText('Con retraso')
  await page.unrouteAll({ behavior: 'wait' })
})

test('late truck: shows the same delay on every screen', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const fecha = await fetchToday(request)
  const ruta = await anOfficeRuta(request, login, crew, {
    fecha,
    hora: '06:00',
    duracion_min: 60,
    estado: 'En curso',
  })
  // 07:12 in Guatemala.
  await setClock(page, '2026-11-20T13:12:00Z')
  await page.goto(`/rutas?buscar=${crew.word}`)
  await expect(page.getByText('Con retraso · 12 min')).toBeVisible()
  await page.clock.fastForward(2_820_000)
  await expect(page.getByText('Con retraso · 59 min')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Con retraso · 1 h')).toBeVisible()
  await page.goto(`/ver-ruta/${ruta.id}`)
  await expect(page.getByText('Con retraso · 1 h')).toBeVisible()
  await page.goto('/tablero')
  await expect(await rowOf(page, crew.camion.placa)).toContainText('En curso Con retraso · 1 h')
})

test.describe('pilot', () => {
  test.use({ anonymous: true, ...phoneOptions })

  test('trip: becomes late when its hour passes', async ({ page, request, login }) => {
    const { who, number } = await aPilotsTrip({ request, login })
    // 06:20 in Guatemala.
    await setClock(page, '2026-11-20T12:20:00Z')
    await enter(page, who)
    await expect(cardOf(page, number)).toContainText('Pendiente')
    await expect(page.getByText(/Con retraso/)).toHaveCount(0)
    await page.clock.fastForward(660_000)
    await expect(cardOf(page, number)).toContainText('Con retraso · 1 min')
  })
})
