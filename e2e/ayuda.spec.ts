import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aPiloto, test, typeLogin } from './support.ts'

test('manual: shows its chapters, pictures and licences beside the user', async ({ page, request }) => {
  await page.goto('/papelera')
  await page.getByRole('link', { name: 'Ayuda', exact: true }).click()
  // Moves the mouse off the menu, which would open under it.
  await page.mouse.move(1279, 719)
  await expect(page.getByRole('heading', { name: 'Ayuda', level: 1 })).toBeFocused()
  const chapter = page.getByRole('navigation', { name: 'Capítulos' }).getByRole('link', { name: 'Respaldos' })
  await chapter.click()
  await expect(page).toHaveURL('/ayuda#respaldos')
  // A changed form asks before it is left, also when a manual chapter is the previous history entry.
  await page.getByRole('link', { name: 'Camiones', exact: true }).first().click()
  await page.getByRole('link', { name: '+ Ingresar Camión' }).first().click()
  await page.getByLabel('Placa').fill('a medias')
  await page.evaluate(() => history.go(-3))
  const question = page.getByRole('alertdialog', { name: '¿Deseas salir sin guardar los cambios?' })
  await question.getByRole('button', { name: 'No' }).click()
  await expect(page).toHaveURL('/ingresar-camiones')
  await expect(page.getByLabel('Placa')).toHaveValue('A MEDIAS')
  await page.evaluate(() => history.go(-3))
  await question.getByRole('button', { name: 'Sí' }).click()
  await expect(page).toHaveURL('/ayuda#papelera')
  await chapter.click()
  await expect(page).toHaveURL('/ayuda#respaldos')
  await expect(page.getByRole('heading', { name: 'Respaldos' })).toBeInViewport()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Respaldos' })).toBeInViewport()
  // A malformed percent-encoding must not throw.
  await page.goto('/ayuda#%')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ayuda', level: 1 })).toBeVisible()
  const picture = page.getByRole('img', { name: 'La papelera' })
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  const address = await page.getByRole('link', { name: 'Licencias de los programas' }).getAttribute('href')
  const licences = await request.get(String(address))
  expect(licences.headers()['content-type']).toContain('text/plain')
  for (const carried of [
    'react-dom',
    'zod',
    'public-sans',
    'SIL OPEN FONT LICENSE',
    'tailwindcss',
    'PostgreSQL',
  ])
    expect(await licences.text()).toContain(carried)
  await expect(page.getByText(/^Versión \d+\.\d+\.\d+\. /)).toBeAttached()
})

test("'?': opens the chapter about this page", async ({ page }) => {
  await page.goto('/dinero?vista=margen')
  await page.getByRole('link', { name: 'Ayuda', exact: true }).click()
  await expect(page).toHaveURL(encodeURI('/ayuda#qué-ruta-deja-dinero'))
  await expect(page.getByRole('heading', { name: 'Qué ruta deja dinero' })).toBeInViewport()
  await page.goto('/tablero')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByRole('link', { name: 'Ayuda de esta pantalla' }).press('Enter')
  await expect(page).toHaveURL(encodeURI('/ayuda#el-tablero-del-día'))
  await expect(page.getByRole('heading', { name: 'El tablero del día' })).toBeInViewport()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('manual: search lists each passage with all words and links to it', async ({ page }) => {
  await page.goto('/ayuda')
  await expect(page.getByRole('heading', { name: 'Ayuda', level: 1 })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('CONTRASENA olvide')
  const found = page.getByRole('navigation', { name: 'Capítulos' })
  await expect(found.getByRole('status')).toHaveText(/^\d+ resultados?$/)
  await expect(found.getByRole('link', { name: 'Respaldos' })).toBeHidden()
  await found.getByRole('link', { name: /^Olvidé mi contraseña/ }).press('Enter')
  await expect(page).toHaveURL('/ayuda#olvidé-mi-contraseña')
  await expect(page.getByRole('heading', { name: 'Olvidé mi contraseña' })).toBeInViewport()
  // Narrowing the window starts a transition of the content's width.
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.getByRole('searchbox').fill('submarino')
  await expect(found.getByRole('status')).toHaveText(
    'Nada en el manual habla de eso. Prueba con otra palabra.',
  )
  await page.getByRole('searchbox').press('Escape')
  await expect(found.getByRole('link', { name: 'Respaldos' })).toBeVisible()
})

test.describe('phone', () => {
  test.use({ anonymous: true, viewport: { width: 390, height: 844 }, hasTouch: true })

  test('manual of the pilot: opens from the menu over the routes', async ({ page, request, login }) => {
    await page.goto('/login')
    await typeLogin(page, await aPiloto(request, login))
    await page.getByRole('button', { name: 'Abrir el menú' }).tap()
    await page.getByRole('button', { name: 'Ayuda' }).tap()
    const help = page.getByRole('dialog', { name: 'Ayuda' })
    await expect(help.getByRole('heading', { name: 'No tengo señal' })).toBeAttached()
    await expect(help.getByRole('heading', { name: 'Papelera' })).toHaveCount(0)
    await expectAccessible(page, { enhancedContrast: true })
    await help.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(page.getByRole('heading', { name: 'Mis Rutas' })).toBeVisible()
    await expect(help).toBeHidden()
  })
})
