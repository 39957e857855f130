import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { test } from './support.ts'

/** A week without trips of other tests. */
const monday = '2027-08-02'

test('week: shows trips by truck and day, and opens their menu by keyboard', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const first = await aRuta(request, login, crew, { fecha: monday, hora: '08:00', duracion_min: 240 })
  const second = await aRuta(request, login, crew, { fecha: monday, hora: '10:00', duracion_min: 240 })
  const long = await aRuta(request, login, crew, { fecha: '2027-08-05', hora: '20:00', duracion_min: 1440 })
  await page.goto(`/tablero?fecha=${monday}`)
  await page.getByRole('button', { name: 'Semana', exact: true }).click()
  await expect(page).toHaveURL(`/tablero?fecha=${monday}&vista=semana`)
  await expect(page.getByText('Semana del 02/08 al 08/08/2027')).toBeVisible()
  const row = page.getByRole('row', { name: crew.camion.placa })
  const days = row.getByRole('cell')
  await expect(days).toHaveCount(7)
  await expect(days.nth(0)).toContainText('08:00 Cobán')
  const clash = days.nth(0).getByRole('button', { name: second.no_ruta })
  await expect(clash).toHaveAccessibleName(/^10:00 Cobán.*Pendiente.*Se traslapa: camión, piloto/)
  await expect(days.nth(3)).toContainText('20:00 Cobán')
  await expect(days.nth(4)).toContainText('Sigue Cobán')
  await expect(days.nth(5).getByRole('button')).toHaveCount(0)
  await expect(page.getByText('3 viajes · 2 se traslapan')).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  await days.nth(3).getByRole('button', { name: long.no_ruta }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Mover a las…' }).click()
  await page.getByLabel('Hora de salida').fill('0500')
  await page.keyboard.press('Enter')
  await expect(days.nth(3)).toContainText('05:00 Cobán')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()

  await days.nth(0).getByRole('button', { name: first.no_ruta }).click()
  await page.getByRole('menuitem', { name: 'Ver ruta' }).click()
  await expect(page).toHaveURL(`/ver-ruta/${first.id}`)
  await page.goBack()
  await expect(days.nth(0)).toContainText('08:00 Cobán')
})

test('week: moves by weeks, and shows its empty and error states', async ({ page, request, login }) => {
  await aCrew(request, login)
  await page.goto('/tablero?fecha=2031-03-05&vista=semana')
  await expect(page.getByText('Esta semana todavía no hay viajes.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Semana siguiente' }).click()
  await expect(page).toHaveURL('/tablero?fecha=2031-03-12&vista=semana')
  await page.getByRole('button', { name: 'Semana anterior' }).click()
  await expect(page.getByText('Semana del 03/03 al 09/03/2031')).toBeVisible()
  await page.getByRole('button', { name: 'Hoy', exact: true }).click()
  await expect(page).toHaveURL('/tablero?vista=semana')
  await page.route('**/api/tablero/semana*', (route) => route.abort())
  await page.getByRole('button', { name: 'Semana siguiente' }).click()
  await expect(page.getByText('Error al cargar el tablero')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Por camión' }).click()
  await expect(page).not.toHaveURL(/vista/)
})
