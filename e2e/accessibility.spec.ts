import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCamion, chooseRowMenuItem, test } from './support.ts'

test.describe('without a session', () => {
  test.use({ anonymous: true })

  test('login: passes axe', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByLabel('Usuario')).toBeFocused()
    await expectAccessible(page)
    await expectNoOverflow(page)
  })
})

test('dashboard and own password: pass axe', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByText('Actualizado a las')).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await page.getByRole('button', { name: /admin/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Cambiar contraseña',
    'Mi cuenta',
    'Atajos de teclado',
  ])
  await expectAccessible(page)
  await page.getByRole('menuitem').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await expectNoOverflow(page)
})

test('list, its menu, dialog and empty state: pass axe', async ({ page, request, login }) => {
  const { placa } = await aCamion(request, login)
  await page.goto(`/camiones?buscar=${placa}`)
  await expect(page.getByRole('link', { name: placa })).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: `Acciones de ${placa}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await chooseRowMenuItem(page, placa, 'Eliminar')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('zzzz')
  await expect(page.getByText('Nada coincide')).toBeVisible()
  await expectAccessible(page)
})

test('list: passes axe while it loads and when it failed', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/camiones?*', async (route) => {
    await promise
    await route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } })
  })
  await page.goto('/camiones')
  await expect(page.getByText('Cargando camiones…')).toBeAttached()
  await expectAccessible(page)
  resolve()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('form with errors, edit form and detail: pass axe', async ({ page, request, login }) => {
  const { id } = await aCamion(request, login)
  await page.goto('/ingresar-camiones')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Este campo es obligatorio.').first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/editar-camiones/${id}`)
  await expect(page.getByLabel('Placa')).toBeFocused()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.goto(`/mostrar-camiones/${id}`)
  await expect(page.getByRole('button', { name: 'Cerrar', exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})
