import { addPeriods, weekOf } from '@flota/contract/core/calendar.ts'
import { formatFecha as asWritten } from '@flota/contract/core/format.ts'
import { expect } from '@playwright/test'
import { test } from './support.ts'

test('required date: asks for a value when cleared, and saves when the default comes late', async ({
  page,
}) => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  // Other components request the configuration too.
  await page.route('**/api/config', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/ingresar-ruta')
  const fecha = page.getByLabel('Fecha')
  await expect(fecha).toHaveValue('')
  await page.getByRole('button', { name: 'Guardar' }).click()
  release()
  await expect(page.getByLabel('Hora')).toHaveAttribute('aria-invalid', 'true')
  await expect(fecha).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  await expect(fecha).not.toHaveAttribute('aria-invalid', 'true')
  await fecha.fill('')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(fecha).toHaveAccessibleDescription(/^Este campo es obligatorio\./)
  await expect(fecha).toHaveValue('')
})

test('date: accepts spoken forms in a form and in a filter', async ({ page }) => {
  await page.goto('/ingresar-ruta')
  const fecha = page.getByLabel('Fecha')
  await expect(fecha).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  const hoy = (await fecha.inputValue()).split('/').reverse().join('-')
  for (const [typed, day] of [
    ['mañana', addPeriods(hoy, 1)],
    ['-1', addPeriods(hoy, -1)],
    ['lunes', addPeriods(weekOf(hoy).desde, 7)],
  ] as const) {
    await fecha.fill(typed)
    await fecha.blur()
    await expect(fecha).toHaveValue(asWritten(day))
  }
  await page.goto('/bitacora')
  await page.getByLabel('Desde').fill('ayer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`desde=${addPeriods(hoy, -1)}`))
})
