import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { chooseRowMenuItem, createRecord, test, unique } from './support.ts'

test('program: gets a token that is shown once and works until revoked', async ({ page, request, login }) => {
  const username = unique('gps').toLowerCase()
  const { id } = await createRecord(request, login, '/api/usuarios', {
    username,
    password: 'caminos largos 1',
    rol_id: 3,
    estado: 'activo',
    permisos: [4],
  })
  await page.goto(`/usuarios?buscar=${username}`)
  await chooseRowMenuItem(page, username, 'Programas')
  const dialog = page.getByRole('dialog', { name: `Programas de ${username}` })
  await expect(dialog.getByText('Todavía no hay tokens.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /\/api\/docs$/ })).toHaveAttribute('href', /\/api\/docs$/)

  await dialog.getByRole('button', { name: 'Crear token' }).click()
  await expect(dialog.getByText('Este campo es obligatorio.')).toBeVisible()
  await dialog.getByLabel('Nombre del programa').fill('GPS de los cabezales')
  await dialog.getByLabel('Días que vale').fill('mil')
  await dialog.getByRole('button', { name: 'Crear token' }).click()
  await expect(dialog.getByLabel('Días que vale')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Días que vale').fill('30')

  // The first response is lost. The retry learns that a token exists, but not its value.
  await page.route(
    '**/tokens',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Crear token' }).click()
  await expect(dialog.getByText('Error de conexión con el servidor')).toBeVisible()
  await dialog.getByRole('button', { name: 'Crear token' }).click()
  await expect(dialog.getByText('Revócalo y crea otro.')).toBeVisible()
  const rows = dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)

  await dialog.getByLabel('Nombre del programa').fill('Hoja de Ana')
  await dialog.getByRole('button', { name: 'Crear token' }).click()
  const token = (await dialog.locator('code').textContent()) ?? ''
  expect(token).toMatch(/^flota_[\w-]{43}$/)
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  const asProgram = () => request.get('/api/rutas', { headers: { Authorization: `Bearer ${token}` } })
  expect((await asProgram()).status()).toBe(200)

  await dialog.getByRole('button', { name: 'Revocar Hoja de Ana' }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByText('Token revocado con éxito')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(rows).toHaveCount(1)
  expect((await asProgram()).status()).toBe(401)

  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await page.goto(`/bitacora?tipo=usuarios&registro_id=${id}`)
  await expect(page.getByText('Hoja de Ana').first()).toBeVisible()
})
