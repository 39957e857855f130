import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { startServer } from './isolatedServer.ts'
import { startMailServer } from './mailServer.ts'
import { aPiloto, createRecord, logIn, storageOf, test, unique } from './support.ts'

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Correo', exact: true }) })
const value = (page: Page, name: string) =>
  card(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')

const writeAddress = async (page: Page, correo: string) => {
  await card(page)
    .getByRole('button', { name: /^(Escribir mi|Cambiar) correo$/ })
    .click()
  const field = page.getByRole('dialog').getByLabel('Tu correo')
  await expect(field).toBeFocused()
  await field.fill(correo)
  await page.getByRole('button', { name: 'Guardar' }).click()
}

test("Mi cuenta: stores the user's address and says that mail is off", async ({
  browser,
  baseURL,
  request,
  login,
}) => {
  const who = { username: unique('u').toLowerCase(), password: 'lejos de la oficina' }
  await createRecord(request, login, '/api/usuarios', { ...who, rol_id: 3, estado: 'activo' })
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(baseURL ?? '', await logIn(request, who)),
  })
  const page = await context.newPage()
  await page.goto('/mi-cuenta')
  // Moves the pointer off the menu, which would open under it.
  await page.mouse.move(1279, 719)
  await expect(card(page).getByText('El correo no está configurado.')).toBeVisible()
  await expect(value(page, 'Tu correo')).toHaveText('Sin correo')
  await expect(value(page, 'Avisos por correo')).toHaveText('Sí')
  await writeAddress(page, 'ana arroba empresa')
  await expect(page.getByText('Escribe un correo válido.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Tu correo').fill('ana@empresa.gt')
  await page.getByRole('dialog').getByLabel('Avisos por correo').selectOption('No')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Correo guardado exitosamente')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(value(page, 'Tu correo')).toHaveText('ana@empresa.gt')
  await expect(value(page, 'Avisos por correo')).toHaveText('No')
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  await page.route('**/api/auth/correo', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } }),
  )
  await page.reload()
  await expect(page.getByText('Error al cargar tu correo')).toBeVisible()
  await page.unroute('**/api/auth/correo')
  await card(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(value(page, 'Tu correo')).toHaveText('ana@empresa.gt')
  await context.close()
})

test('pilot: has no mail section', async ({ browser, baseURL, request, login }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(baseURL ?? '', await logIn(request, await aPiloto(request, login))),
  })
  const page = await context.newPage()
  await page.goto('/mi-cuenta')
  await expect(page.getByText('Esta sesión')).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await context.close()
})

test('Ajustes: says that mail is not set up', async ({ page }) => {
  await page.goto('/ajustes')
  await expect(value(page, 'Estado')).toHaveText('Sin configurar')
  await expect(card(page).getByRole('button')).toHaveCount(0)
})

const mailTest = test.extend<{ mail: Awaited<ReturnType<typeof startMailServer>> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  mail: async ({}, give) => {
    const mail = await startMailServer()
    await give(mail)
    mail.close()
  },
  baseURL: async ({ mail }, give) => {
    const { address, stop } = await startServer({
      SMTP_URL: mail.url,
      CORREO_REMITENTE: 'Flota <flota@empresa.gt>',
    })
    await give(address)
    await stop()
  },
})

mailTest('Ajustes sends a mail to try, and tells what the server says', async ({ page, mail }) => {
  await page.goto('/ajustes')
  await expect(value(page, 'Estado')).toHaveText('Activo')
  await expect(value(page, 'Remitente')).toHaveText('Flota <flota@empresa.gt>')
  await expect(value(page, 'Último envío')).toHaveText('Ninguno')
  const send = card(page).getByRole('button', { name: 'Enviar correo de prueba' })
  await send.click()
  await expect(card(page).getByRole('alert')).toHaveText('Escribe primero tu correo.')

  await page.goto('/mi-cuenta')
  await expect(value(page, 'Tu correo')).toHaveText('Sin correo')
  await expect(card(page).getByText('El correo no está configurado.')).toHaveCount(0)
  await writeAddress(page, 'jefa@empresa.gt')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(value(page, 'Tu correo')).toHaveText('jefa@empresa.gt')

  await page.goto('/ajustes')
  mail.refuse('550 No existe ese buzón')
  await send.click()
  await expect(card(page).getByRole('alert')).toHaveText('No se pudo enviar: 550 No existe ese buzón.')
  await expect(value(page, 'Último error')).toHaveText('550 No existe ese buzón')
  // At another scroll position the bar may hide half of a button.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: /Avisos/ }).click()
  await expect(
    page.getByRole('dialog').getByText('No salen los correos: 550 No existe ese buzón'),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  mail.refuse(undefined)
  await send.click()
  await expect(card(page).getByText('Correo de prueba enviado')).toBeVisible()
  await expect(value(page, 'Último error')).toHaveText('Ninguno')
  await expect(value(page, 'Último envío')).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  expect(mail.received).toHaveLength(1)
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
})
