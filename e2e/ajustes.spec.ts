import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './accessible.ts'
import { bearer, test } from './support.ts'

test('the settings are saved, and a conflict is told field by field', async ({ page, request, login }) => {
  const headers = bearer(login)
  const read = async () =>
    ((await (await request.get('/api/ajustes', { headers })).json()) as { data: { version: number } }).data
  await page.goto('/ajustes')
  await expect(page.getByLabel('NIT')).toBeFocused()
  await page.getByLabel('NIT').fill('123456-7')
  await page.getByLabel('Duración de un viaje').fill('490')
  await expect(page.getByText('8 h 10 min')).toBeVisible()
  await page.getByLabel('El viaje toca una restricción').selectOption('No dejar guardar')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Ajustes guardados exitosamente')
  await page.keyboard.press('Enter')
  expect(await read()).toMatchObject({
    nit: '123456-7',
    duracion_viaje_min: 490,
    modos: { RESTRICCION: 'bloquear', CAMION_OCUPADO: 'avisar' },
  })

  const { version } = await read()
  await page.getByLabel('Dirección').fill('Zona 12')
  await page.getByLabel('El viaje toca una restricción').selectOption('Avisar')
  const data = { version, direccion: 'Zona 1', duracion_viaje_min: 480, modos: { RESTRICCION: 'callar' } }
  expect((await request.put('/api/ajustes', { headers, data })).status()).toBe(200)
  await page.getByRole('button', { name: 'Guardar' }).click()
  const conflict = page.getByRole('region', { name: 'Cambios de otro usuario' })
  await expect(conflict.getByRole('group', { name: 'Dirección' })).toContainText('Zona 1')
  await expect(conflict.getByRole('group', { name: 'El viaje toca una restricción' })).toContainText(
    'No revisar',
  )
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Conservar todo lo que tenía' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Ajustes guardados exitosamente')
  await page.keyboard.press('Enter')
  expect(await read()).toMatchObject({ direccion: 'Zona 12', modos: { RESTRICCION: 'avisar' } })
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
})
