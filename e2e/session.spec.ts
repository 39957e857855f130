import { expect } from '@playwright/test'
import { bearer, createRecord, logIn, test, typeLogin, unique } from './support.ts'

test.describe('without a session', () => {
  test.use({ anonymous: true })

  test('wrong password: shows an error, and the fields keep their text', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible()
    await expect(page.getByLabel('Usuario')).toBeFocused()
    await typeLogin(page, { username: unique('nadie'), password: 'no es esta' })
    await expect(page.getByRole('alert')).toHaveText('Usuario o contraseña incorrectos')
    await expect(page.getByLabel('Usuario')).toHaveValue(/^NADIE/)
    await expect(page.getByRole('textbox', { name: 'Contraseña' })).toBeFocused()
  })

  test('login form: requires both fields, and can show the password', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(2)
    await expect(page.getByLabel('Usuario')).toBeFocused()
    const password = page.getByRole('textbox', { name: 'Contraseña' })
    await password.fill('secreta')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
    await expect(password).toHaveAttribute('type', 'text')
  })

  test('five wrong passwords: show the time to wait', async ({ page, request }) => {
    const username = unique('nadie')
    for (let tries = 0; tries < 5; tries += 1)
      await request.post('/api/auth/login', { data: { username, password: 'no es esta' } })
    await page.goto('/login')
    await typeLogin(page, { username, password: 'no es esta' })
    await expect(page.getByRole('alert')).toContainText('Intenta de nuevo en 15 min.')
  })

  test('lost connection: shows a message', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/api/auth/login', (route) => route.abort())
    await typeLogin(page)
    await expect(page.getByRole('alert')).toHaveText('Error de conexión con el servidor')
  })

  test('requested page: opens after the login with its query', async ({ page }) => {
    await page.goto('/camiones?buscar=kenworth')
    await expect(page).toHaveURL('/login')
    await typeLogin(page)
    await expect(page).toHaveURL('/camiones?buscar=kenworth')
    await expect(page.getByRole('heading', { name: 'Camiones' })).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('kenworth')
  })

  test('login: leads to the dashboard', async ({ page }) => {
    await page.goto('/login')
    await typeLogin(page)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Resumen del día' })).toBeVisible()
  })

  test('start page: redirects to the login', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL('/login')
  })

  test('unknown address: shows a not-found page', async ({ page }) => {
    const answer = await page.goto('/no-existe')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  })

  test('session altered in the browser: is rejected', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('token', 'inventado')
      localStorage.setItem('user', '{"username":"x","rol_nombre":"administrador"}')
    })
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Sesión expirada. Inicia sesión nuevamente.')).toBeVisible()
  })
})

test('user with a session: skips the login page', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveURL('/admin-dashboard')
})

test('session check: shows its progress, and a lost connection does not end the session', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/auth/verify', async (route) => {
    await promise
    await route.abort()
  })
  // Prevents the automatic recovery after a second, so that the button recovers.
  await page.route('**/api/salud', (route) => route.abort())
  await page.goto('/camiones')
  await expect(page.getByText('Verificando autenticación...')).toBeVisible()
  resolve()
  await expect(page.getByRole('heading', { name: 'Error de conexión' })).toBeVisible()
  await page.unroute('**/api/auth/verify')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Camiones' })).toBeVisible()
})

test('logout: ends the session here and on the server', async ({ page, request, login }) => {
  await page.goto('/camiones')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL('/login')
  const stored = await page.evaluate(() =>
    ['token', 'user', 'permissions'].map((key) => localStorage.getItem(key)),
  )
  expect(stored).toEqual([null, null, null])
  await expect
    .poll(async () => (await request.get('/api/auth/verify', { headers: bearer(login) })).status())
    .toBe(401)
  await page.goto('/login')
  await typeLogin(page)
  await expect(page).toHaveURL('/dashboard')
})

test('logout in another tab: ends the session here', async ({ page, context }) => {
  await page.goto('/camiones')
  await expect(page.getByRole('heading', { name: 'Camiones' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL('/login')
})

test('late session check: does not end the session of another tab', async ({ page, context }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/auth/verify', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/camiones')
  await expect(page.getByText('Verificando autenticación...')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/choferes')
  await other.getByRole('button', { name: 'Cerrar sesión' }).click()
  await typeLogin(other)
  await expect(other).toHaveURL('/dashboard')
  resolve()
  await expect(page.getByRole('heading', { name: 'Camiones' })).toBeVisible()
  await expect(other).toHaveURL('/dashboard')
})

test('session that ends while typing: returns to the form with its text', async ({
  page,
  request,
  login,
}) => {
  await page.goto('/ingresar-camiones')
  await page.getByLabel('Placa').fill('p-111abc')
  await page.getByLabel('Marca').fill('Hino')
  await page.getByLabel('Modelo').fill('500')
  await page.getByLabel('Color').fill('Rojo')
  await page.getByLabel('Tipo').fill('Furgón')
  await page.getByLabel('Tarjeta de circulación').fill('TC-9')
  await request.post('/api/auth/logout', { headers: bearer(login) })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await typeLogin(page)
  await expect(page).toHaveURL('/ingresar-camiones')
  await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible()
  await expect(page.getByLabel('Placa')).toHaveValue('P-111ABC')
  await expect(page.getByLabel('Tipo')).toHaveValue('Furgón')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByLabel('Placa')).toHaveValue('')
})

test('user without the permission: sees Acceso Denegado, and a dashboard that says so', async ({
  page,
  login,
}) => {
  const user = { ...login.user, rol_nombre: 'usuario' }
  const body = { success: true, message: '', data: { user, permissions: [] } }
  await page.route('**/api/auth/verify', (route) => route.fulfill({ json: body }))
  await page.goto('/camiones')
  await expect(page.getByRole('heading', { name: 'Acceso Denegado' })).toBeVisible()
  await expect(page.getByText('No tienes permisos para ver esta pantalla.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Camiones' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(
    page.getByText('No tienes permisos asignados. Contacta al administrador del sistema.'),
  ).toBeVisible()
})

test('permission revoked during work: closes the pages it had opened', async ({
  browser,
  request,
  login,
}) => {
  const who = { username: unique('sin').toLowerCase(), password: 'lejos de la oficina' }
  const { id } = await createRecord(request, login, '/api/usuarios', {
    ...who,
    rol_id: 3,
    estado: 'activo',
    permisos: [1, 2],
  })
  const page = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await page.goto('/clientes')
  const listed = page.waitForResponse(/\/api\/clientes\?/)
  await typeLogin(page, who)
  await expect(page.getByRole('heading', { name: 'Clientes' })).toBeVisible()
  // Otherwise the first list request could fail, and the field would disappear before typing.
  expect((await listed).status()).toBe(200)
  await request.put(`/api/usuarios/${id}`, { headers: bearer(login), data: { permisos: [2] } })
  await page.getByRole('searchbox').fill('alguien')
  await expect(page.getByRole('heading', { name: 'Acceso Denegado' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clientes' })).toHaveCount(0)
  await page.close()
})

test('every user: can change the password', async ({ browser, baseURL, request, login }) => {
  const who = { username: unique('u').toLowerCase(), password: 'lejos de la oficina' }
  await createRecord(request, login, '/api/usuarios', { ...who, rol_id: 1, estado: 'activo' })
  const other = await logIn(request, who)
  const page = await browser.newPage({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } })
  await page.goto('/login')
  await typeLogin(page, who)
  await page.getByRole('button', { name: who.username }).click()
  await page.getByRole('menuitem', { name: 'Cambiar contraseña' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Contraseña actual', { exact: true })).toBeFocused()
  await dialog.getByLabel('Contraseña actual', { exact: true }).fill('no es esta')
  await dialog.getByLabel('Contraseña nueva', { exact: true }).fill('otra clave distinta')
  await dialog.getByLabel('Repite la contraseña nueva').fill('otra clave')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Las contraseñas no son iguales.')).toBeVisible()
  await dialog.getByLabel('Repite la contraseña nueva').fill('otra clave distinta')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Contraseña actual', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await dialog.getByLabel('Contraseña actual', { exact: true }).fill(who.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contraseña actualizada correctamente')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  expect((await request.get('/api/auth/verify', { headers: bearer(other) })).status()).toBe(401)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await typeLogin(page, { ...who, password: 'otra clave distinta' })
  await expect(page).toHaveURL('/dashboard')
  await page.close()
})
