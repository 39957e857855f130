import { expect } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { test, unique } from './support.ts'

test('Mis vistas: saves the filters under a name, applies and deletes them, by keyboard', async ({
  page,
}) => {
  const name = `${unique('Vista')} d'Ana con un nombre bastante largo`
  await page.goto('/rutas?estado=Incidente&orden=-precio')
  const button = page.getByRole('button', { name: 'Mis vistas' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Guardar estos filtros…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Guardar estos filtros' })
  await page.getByLabel('Nombre de la vista').fill(' ')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Escribe un nombre.')
  await page.getByLabel('Nombre de la vista').fill(name)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await page.goto('/rutas')
  await button.click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name, exact: true }).click()
  await expect(page).toHaveURL('/rutas?orden=-precio&estado=Incidente')
  await page.goto('/mantenimientos')
  await button.click()
  await expect(page.getByRole('menuitem', { name, exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.goto('/rutas')
  await button.click()
  await page.getByRole('menuitem', { name: 'Eliminar una vista' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await button.click()
  await expect(page.getByRole('menuitem', { name: 'Elige filtros para guardarlos' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name, exact: true })).toHaveCount(0)
})
