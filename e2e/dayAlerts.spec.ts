import { expect, type Page } from '@playwright/test'
import { changeRecientes, fetchToday } from './dashboard.ts'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { setClock, test } from './support.ts'

/** Mocks the day's alerts, because other tests create trips too. */
async function withDay(
  page: Page,
  { incidentes, resumen, late }: { incidentes: number; resumen: object; late: number },
) {
  await changeRecientes(page, ({ hoy, rutasPorFecha: [day] }) => {
    day!.fecha = hoy
    day!.resumen = { ...day!.resumen, incidentes }
  })
  await page.route('**/api/avisos/resumen', async (route) => {
    const json = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { ...json, data: resumen } })
  })
  await page.route('**/api/tablero*', async (route) => {
    const json = (await (await route.fetch()).json()) as {
      data: { camiones: { rutas: { estado: string }[] }[] }
    }
    let left = late
    for (const camion of json.data.camiones)
      camion.rutas = camion.rutas.filter(({ estado }) => estado === 'Pendiente' && left-- > 0)
    await route.fulfill({ json })
  })
}

test('day alerts: fit one line, and each figure links to exactly those trips', async ({
  page,
  request,
  login,
}) => {
  const fecha = await fetchToday(request)
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew, { fecha, hora: '00:01', duracion_min: 60 })
  await withDay(page, { incidentes: 1, late: 1, resumen: { total: 18, choque: 17, sin_cerrar: 1 } })
  // 21:00 in Guatemala.
  await setClock(page, '2026-11-21T03:00:00Z')
  await page.goto('/dashboard')
  const line = page.getByText('1 incidente · 1 con retraso · 0 traslapes y 17 en otros días · 1 sin cerrar')
  await expect(line).toBeVisible()
  const link = (name: string) => line.getByRole('link', { name })
  await expect(link('1 incidente')).toHaveAttribute(
    'href',
    `/rutas?desde=${fecha}&hasta=${fecha}&estado=Incidente`,
  )
  await expectAccessible(page)
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoOverflow(page)
  }
  await link('y 17 en otros días').click()
  const bell = page.getByRole('dialog', { name: /^Avisos/ })
  await expect(bell).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell).toBeHidden()
  // The link works in a tab of its own.
  await page.goto((await link('1 sin cerrar').getAttribute('href'))!)
  await expect(bell).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.keyboard.press('Escape')
  await link('1 con retraso').click()
  await expect(page).toHaveURL('/tablero?solo=retraso')
  await expect(page.getByRole('button', { name: '1 con retraso' })).toHaveAttribute('aria-pressed', 'true')
  await page.unrouteAll({ behavior: 'wait' })
})

test('day alerts: show no problem and no red without problems', async ({ page, request, login }) => {
  await aRuta(request, login, await aCrew(request, login), { fecha: await fetchToday(request) })
  await withDay(page, { incidentes: 0, late: 0, resumen: { total: 0, choque: 0, sin_cerrar: 0 } })
  await page.goto('/dashboard')
  await expect(page.getByText('Todo en orden.')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'wait' })
})
