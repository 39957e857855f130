import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aPiloto, bearer, createRecord, logIn, storageOf, test, unique } from './support.ts'

/** Credentials of an administrador of this test. */
const aUser = () => ({ username: unique('u').toLowerCase(), password: 'lejos de la oficina' })

test("Mi cuenta: lists the user's sessions and ends one or all others", async ({
  browser,
  baseURL,
  request,
  login,
}) => {
  const who = aUser()
  await createRecord(request, login, '/api/usuarios', { ...who, rol_id: 3, estado: 'activo' })
  const others = [await logIn(request, who), await logIn(request, who), await logIn(request, who)]
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(baseURL ?? '', others[0] ?? login),
  })
  const page = await context.newPage()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: who.username }).click()
  await page.getByRole('menuitem', { name: 'Mi cuenta' }).click()
  await expect(page).toHaveURL('/mi-cuenta')
  await expect(page.getByRole('heading', { name: 'Mi cuenta' })).toBeFocused()
  const table = page.getByRole('table', { name: 'Sesiones abiertas' })
  const rows = table.getByRole('row').filter({ hasText: '127.0.0.1' })
  await expect(rows).toHaveCount(3)
  await expect(table.getByText('Esta sesión')).toHaveCount(1)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  const statusOf = async (index: number) =>
    (await request.get('/api/auth/verify', { headers: bearer(others[index] ?? login) })).status()
  await rows
    .filter({ hasNotText: 'Esta sesión' })
    .first()
    .getByRole('button', { name: /^Acciones de/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByText('Sesión cerrada', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(rows).toHaveCount(2)
  expect([await statusOf(1), await statusOf(2)].toSorted((a, b) => a - b)).toEqual([200, 401])

  await page.getByRole('button', { name: 'Cerrar las demás' }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByText('Se cerró 1 sesión.')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Cerrar las demás' })).toHaveCount(0)
  expect([await statusOf(0), await statusOf(1), await statusOf(2)]).toEqual([200, 401, 401])

  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByRole('dialog').getByLabel('Contraseña actual', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await rows.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar esta sesión' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => statusOf(0)).toBe(401)
  await context.close()
})

test('sessions: show an error when they do not load, and pilots have the page too', async ({
  browser,
  baseURL,
  request,
  login,
}) => {
  const session = await logIn(request, await aPiloto(request, login))
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(baseURL ?? '', session),
    viewport: { width: 390, height: 800 },
  })
  const page = await context.newPage()
  await page.route('**/api/auth/sesiones', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } }),
  )
  await page.goto('/piloto-rutas')
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await expect(page.getByText('Error al cargar las sesiones')).toBeVisible()
  await page.unroute('**/api/auth/sesiones')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Esta sesión')).toBeVisible()
  await expectNoOverflow(page)
  await context.close()
})
