import { expect } from '@playwright/test'
import {
  createClerk,
  expectFocus,
  expectMenu,
  expectResult,
  expectScreen,
  goTo,
  logInByKeyboard,
  logOut,
  pressLink,
  test,
  typeFields,
  typeInto,
} from './keyboard.ts'
import { aCamion, logIn, unique } from './support.ts'

test('user without permissions: sees a request to ask for some, the password page and the logout', async ({
  page,
  request,
  login,
}) => {
  const who = await createClerk(request, login)
  await logInByKeyboard(page, who)
  await expectScreen(page, 'Secciones Disponibles')
  await expectMenu(page, [])
  await expect(page.getByRole('main')).toContainText(
    'No tienes permisos asignados. Contacta al administrador del sistema.',
  )
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')

  await pressLink(page, page.getByRole('button', { name: who.username }))
  await expect(page.getByRole('menuitem', { name: 'Cambiar contraseña' })).toBeFocused()
  await page.keyboard.press('Enter')
  const password = 'otra tinta, otro papel'
  await typeFields(page, {
    'Contraseña actual': who.password,
    'Mostrar contraseña': '',
    'Contraseña nueva': password,
  })
  await typeInto(page, page.getByLabel('Repite la contraseña nueva'), password)
  await page.keyboard.press('Enter')
  await expectResult(page, 'Estado actualizado', 'Contraseña actualizada correctamente')
  await logOut(page)
  await logIn(request, { ...who, password })
})

test('focus: moves on when a button disappears or is disabled after its action', async ({
  page,
  request,
  login,
}) => {
  const marca = unique('M')
  for (let count = 0; count < 6; count += 1) await aCamion(request, login, { marca })
  await logInByKeyboard(page, await createClerk(request, login, 'gestionar_catalogos'))
  await goTo(page, 'Camiones')
  const search = page.getByRole('searchbox')
  await typeInto(page, search, marca)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Página 1 de 2')).toBeVisible()
  await pressLink(page, page.getByRole('button', { name: 'Siguiente' }))
  await expect(page.getByText('Página 2 de 2')).toBeVisible()
  await expectFocus(page, 'Siguiente')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await pressLink(page, page.getByRole('button', { name: 'Anterior' }))
  await expect(page.getByText('Página 1 de 2')).toBeVisible()
  await expectFocus(page, 'Anterior')

  await pressLink(page, page.getByRole('button', { name: 'Borrar la búsqueda' }))
  await expect(search).toBeFocused()
  await page.keyboard.type('no hay tal')
  await pressLink(page, page.getByRole('main').getByText('Borrar la búsqueda'))
  await expectScreen(page, 'Camiones')
  await expect(search).toHaveValue('')

  await goTo(page, 'Mantenimientos')
  await typeInto(page, search, marca)
  await expect(page).toHaveURL(/buscar/)
  await pressLink(page, page.getByRole('button', { name: 'Limpiar' }))
  await expect(page).toHaveURL('/mantenimientos')
  await expectFocus(page, 'Limpiar')
})
