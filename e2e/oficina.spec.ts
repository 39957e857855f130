import { expect } from '@playwright/test'
import {
  aClerk,
  enter,
  expectMenu,
  expectScreen,
  expectTold,
  follow,
  leave,
  test,
  typeFields,
  typeInto,
} from './keyboard.ts'
import { logIn } from './support.ts'

test('without any permission there is the word to ask for some, the own password, and the way out', async ({
  page,
  request,
  login,
}) => {
  const who = await aClerk(request, login)
  await enter(page, who)
  await expectScreen(page, 'Secciones Disponibles')
  await expectMenu(page, [])
  await expect(page.getByRole('main')).toContainText(
    'No tienes permisos asignados. Contacta al administrador del sistema.',
  )
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')

  await follow(page, page.getByRole('button', { name: who.username }))
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
  await expectTold(page, 'Estado actualizado', 'Contraseña actualizada correctamente')
  await leave(page)
  await logIn(request, { ...who, password })
})
