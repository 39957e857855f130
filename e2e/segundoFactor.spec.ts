import { expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './accessible.ts'
import { ownTest } from './ownServer.ts'
import { activate, nextCode, wrongCode } from './segundoFactor.ts'
import { logIn, make, storageOf, test, typeLogin, unique } from './support.ts'

const aUser = () => ({ username: unique('u').toLowerCase(), password: 'lejos de la oficina' })

test.describe('without a session', () => {
  test.use({ anonymous: true })

  test('a second factor is activated by its picture, asked for at the login, and turned off', async ({
    page,
    request,
    login,
  }) => {
    const who = aUser()
    await make(request, login, '/api/usuarios', { ...who, rol_id: 3, estado: 'activo' })
    const code = page.getByLabel('Código', { exact: true })
    await page.goto('/mi-cuenta')
    await typeLogin(page, who)
    await page.getByRole('button', { name: 'Activar' }).click()
    const { uri, secreto, recuperacion } = await activate(page, who.password)
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toMatch(new RegExp(`:${who.username}$`))
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Ya los guardé' }).click()
    await expect(page.getByText('Códigos de recuperación que te quedan: 10.')).toBeVisible()

    await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).first().click()
    await expect(page).toHaveURL('/login')
    await typeLogin(page, who)
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Este campo es obligatorio.')).toBeVisible()
    await code.fill(wrongCode(secreto))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Código incorrecto.')).toBeVisible()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: 'Volver' }).click()
    await expect(page.getByLabel('Usuario')).toHaveValue(who.username)
    await expect(page.getByRole('textbox', { name: 'Contraseña' })).toHaveValue(who.password)
    await page.keyboard.press('Enter')
    await code.fill(nextCode(secreto))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')

    await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).first().click()
    await expect(page).toHaveURL('/login')
    await typeLogin(page, who)
    await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('inputmode', 'text')
    await code.fill(recuperacion[0]?.toUpperCase() ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')

    await page.goto('/mi-cuenta')
    await expect(page.getByText('Códigos de recuperación que te quedan: 9.')).toBeVisible()
    await page.getByRole('button', { name: 'Desactivar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Código', { exact: true }).fill(recuperacion[0] ?? '')
    await dialog.getByRole('button', { name: 'Desactivar' }).click()
    await expect(dialog.getByText('Código incorrecto.')).toBeVisible()
    await dialog.getByLabel('Código', { exact: true }).fill(recuperacion[1] ?? '')
    await dialog.getByRole('button', { name: 'Desactivar' }).click()
    await expect(page.getByText('Segundo factor desactivado')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Activar' })).toBeVisible()
    await logIn(request, who)
  })
})

ownTest(
  'a demand leads to the second factor and back to the form, and it can be taken away',
  async ({ browser, page, baseURL, request, login }) => {
    const who = aUser()
    await make(request, login, '/api/usuarios', { ...who, rol_id: 1, estado: 'activo' })
    const storageState = storageOf(baseURL ?? '', await logIn(request, who))
    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState })
    const theirs = await context.newPage()
    await theirs.goto('/ingresar-camiones')
    await theirs.getByLabel('Placa').fill('p-111abc')
    await theirs.getByLabel('Marca').fill('Hino')
    await theirs.getByLabel('Modelo').fill('500')
    await theirs.getByLabel('Color').fill('Rojo')
    await theirs.getByLabel('Tipo').fill('Furgón')
    await theirs.getByLabel('Tarjeta de circulación').fill('TC-9')

    await page.goto('/ajustes')
    await page.getByLabel('A quién se le pide un segundo factor').selectOption('A los administradores')
    await page.getByRole('button', { name: 'Guardar' }).click()
    const title = 'Activa tu segundo factor para continuar.'
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveURL('/segundo-factor')

    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('heading', { name: title })).toBeVisible()
    await expect(theirs).toHaveURL('/segundo-factor')
    await expectAccessible(theirs)
    await expectNoOverflow(theirs)
    await theirs.goto('/clientes')
    await expect(theirs).toHaveURL('/segundo-factor')
    await theirs.goBack()
    await activate(theirs, who.password)
    await theirs.getByRole('button', { name: 'Ya los guardé' }).click()
    await expect(theirs).toHaveURL('/ingresar-camiones')
    await expect(theirs.getByText('Recuperamos lo que habías escrito.')).toBeVisible()
    await expect(theirs.getByLabel('Placa')).toHaveValue('P-111ABC')
    await theirs.getByRole('button', { name: 'Guardar' }).click()
    await expect(theirs.getByRole('alertdialog')).toBeVisible()
    await theirs.keyboard.press('Enter')

    await theirs.goto('/mi-cuenta')
    await theirs.getByRole('button', { name: 'Desactivar' }).click()
    await theirs.getByRole('dialog').getByLabel('Código', { exact: true }).fill('123456')
    await theirs.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
    await expect(theirs.getByText('Tu empresa pide un segundo factor.')).toBeVisible()
    await context.close()

    await activate(page, 'una clave para probar')
    await page.getByRole('button', { name: 'Ya los guardé' }).click()
    await expect(page).toHaveURL('/ajustes')
    await page.goto('/usuarios')
    await page.getByRole('button', { name: `Acciones de ${who.username}` }).click()
    await page.getByRole('menuitem', { name: 'Quitar segundo factor' }).click()
    await page.getByRole('button', { name: 'Sí' }).click()
    await expect(page.getByText('Segundo factor desactivado')).toBeVisible()
    const again = await request.post('/api/auth/login', { data: who })
    expect(((await again.json()) as { data: object }).data).toMatchObject({ segundo_factor: 'pendiente' })
  },
)
