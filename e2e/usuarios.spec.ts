import { type APIRequestContext, expect } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { bearer, chooseRowMenuItem, createRecord, type Login, test, unique } from './support.ts'

const password = 'caminos largos 1'

async function aUsuario(request: APIRequestContext, login: Login, values: Record<string, unknown> = {}) {
  const username = unique('u').toLowerCase()
  return {
    username,
    ...(await createRecord(request, login, '/usuarios', {
      username,
      password,
      rol_id: 3,
      estado: 'activo',
      ...values,
    })),
  }
}

async function aChofer(request: APIRequestContext, login: Login) {
  const nombre = unique('Rony')
  const rest = { apellido: 'Cuc', telefono: '55551234', tipo_licencia: 'A', vencimiento: '2030-01-01' }
  return { nombre, ...(await createRecord(request, login, '/api/choferes', { nombre, ...rest })) }
}

test('pilot: gets a user by keyboard, with role, permissions and pilot', async ({ page, request, login }) => {
  const { nombre } = await aChofer(request, login)
  const username = unique('p').toLowerCase()
  await page.goto('/usuarios')
  await page.getByRole('link', { name: '+ Ingresar Usuario' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Usuario', { exact: true })).toBeFocused()
  await expect(page.getByText('Elige un rol para ver sus permisos.')).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(2)
  await expect(page.getByText('Elige un rol.')).toBeVisible()
  await expect(page.getByLabel('Usuario', { exact: true })).toBeFocused()

  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Piloto')
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El rol piloto necesita un piloto.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Piloto' })).toBeFocused()
  await page.keyboard.type(nombre.toLowerCase())
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Piloto' })).toHaveValue(`${nombre} Cuc`)
  await page.keyboard.press('Enter')

  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await expect(popup).toContainText('Usuario creado exitosamente')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/usuarios')
  await page.getByRole('searchbox').fill(username)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(`${nombre} Cuc`)
  await expect(row).toContainText('Ver rutas, Cambiar estado')
})

test('role: sets its permissions; those of a usuario are assigned by hand', async ({
  page,
  request,
  login,
}) => {
  const username = unique('r').toLowerCase()
  await page.goto('/usuarios?usuario=nuevo')
  await page.getByLabel('Usuario', { exact: true }).fill(username)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await page.getByLabel('Rol').selectOption('Administrador')
  await expect(page.getByText('Un administrador tiene todos los permisos.')).toBeVisible()
  await expect(page.getByRole('checkbox', { checked: true, disabled: true })).toHaveCount(7)
  await page.getByLabel('Rol').selectOption('Usuario')
  await expect(page.getByRole('checkbox', { checked: false, disabled: false })).toHaveCount(10)
  await page.getByRole('checkbox', { name: 'Ver rutas' }).check()
  await page.getByRole('checkbox', { name: 'Crear rutas' }).check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  const found = await request.get(`/usuarios?buscar=${username}`, { headers: bearer(login) })
  expect(await found.json()).toMatchObject({ data: [{ permisos: [3, 4], rol_nombre: 'usuario' }] })
})

test('existing usuario: only two permissions are switched', async ({ page, request, login }) => {
  const { id, username } = await aUsuario(request, login, { permisos: [1, 4] })
  await page.goto(`/usuarios?buscar=${username}`)
  await chooseRowMenuItem(page, username, 'Permisos')
  const modal = page.getByRole('dialog', { name: `Permisos de ${username}` })
  await expect(modal).toContainText('Los permisos de rutas se asignan al crear el usuario.')
  await expect(modal.getByRole('checkbox', { disabled: true })).toHaveCount(5)
  await expect(modal.getByRole('checkbox', { name: 'Ver rutas' })).toBeChecked()
  await expectAccessible(page)
  await modal.getByRole('checkbox', { name: /Gestionar/ }).uncheck()
  await modal.getByRole('checkbox', { name: /reportes/ }).check()
  await modal.getByRole('checkbox', { name: 'Registrar facturas y cobros' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'No' }).click()
  await modal.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toContainText(
    'Permisos actualizados correctamente',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').nth(1)).toContainText('Reportes, Ver rutas')
  const saved = await request.get(`/usuarios/${id}`, { headers: bearer(login) })
  expect(await saved.json()).toMatchObject({ data: { permisos: [2, 4], permisos_dinero: [10] } })
})

test('new password: is stored, and an invalid one shows its errors', async ({ page, request, login }) => {
  const { username } = await aUsuario(request, login)
  await page.goto(`/usuarios?buscar=${username}`)
  await chooseRowMenuItem(page, username, 'Cambiar contraseña')
  const field = page.getByRole('textbox', { name: 'Contraseña nueva' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Por favor ingresa una contraseña')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type('corta')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Mínimo 8 caracteres.')).toBeVisible()
  await field.fill('otro camino largo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toContainText(
    'Contraseña actualizada correctamente',
  )
  const again = await request.post('/api/auth/login', { data: { username, password: 'otro camino largo' } })
  expect(again.status()).toBe(200)
})

test('switch: asks, then deactivates and activates', async ({ page, request, login }) => {
  const { username } = await aUsuario(request, login)
  await page.goto(`/usuarios?buscar=${username}`)
  const toggle = page.getByRole('switch', { name: `${username} activo` })
  await expect(toggle).toBeChecked()
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('alertdialog', { name: `¿Deseas desactivar a ${username}?` })).toBeVisible()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Usuario desactivado exitosamente')
  await page.keyboard.press('Enter')
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Usuario activado exitosamente')
  await page.keyboard.press('Enter')
  await expect(toggle).toBeChecked()
})

test("blank password: keeps the current one, and the form shows the server's errors", async ({
  page,
  request,
  login,
}) => {
  const other = await aUsuario(request, login)
  const { username } = await aUsuario(request, login)
  await page.goto(`/usuarios?buscar=${username}`)
  await chooseRowMenuItem(page, username, 'Editar')
  await expect(page.getByRole('heading', { name: `Editar Usuario ${username}` })).toBeVisible()
  await expect(page.getByText('En blanco conserva la actual.')).toBeVisible()
  await page.getByLabel('Usuario', { exact: true }).fill(other.username)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Error guardando usuario: El nombre de usuario ya existe')
  await expect(alert).toBeFocused()
  await page.getByLabel('Usuario', { exact: true }).fill(`${username}.2`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toContainText(
    'Usuario actualizado exitosamente',
  )
  await expect(page).toHaveURL(`/usuarios?buscar=${username}`)
  const again = await request.post('/api/auth/login', { data: { username: `${username}.2`, password } })
  expect(again.status()).toBe(200)
})

test('concurrent change by another user: is shown, and the form keeps its text', async ({
  page,
  request,
  login,
}) => {
  const { id, username, version } = await aUsuario(request, login)
  await page.goto(`/usuarios?usuario=${id}`)
  await page.getByLabel('Usuario', { exact: true }).fill(`${username}.mio`)
  const data = { username: `${username}.ajeno`, permisos: [2], version }
  const put = await request.put(`/usuarios/${id}`, { headers: bearer(login), data })
  expect(put.status()).toBe(200)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    /Otro usuario guardó este registro a las \d\d:\d\d, mientras lo editabas\./,
  )
  await expect(page.getByText(`Otro usuario escribió: «${username}.ajeno».`)).toBeVisible()
  await expect(page.getByLabel('Usuario', { exact: true })).toHaveValue(`${username}.mio`)
  await expect(page.getByRole('checkbox', { name: /reportes/ })).toBeChecked()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toBeVisible()
})

test('session that ends while typing: returns to the same form without the password', async ({
  page,
  request,
  login,
}) => {
  const { id, username } = await aUsuario(request, login)
  await page.goto(`/usuarios?usuario=${id}`)
  await page.getByLabel('Usuario', { exact: true }).fill(`${username}.nuevo`)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('no se guarda aqui')
  await request.post('/api/auth/logout', { headers: bearer(login) })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Usuario').fill('admin')
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('una clave para probar')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/usuarios?usuario=${id}`)
  await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible()
  await expect(page.getByLabel('Usuario', { exact: true })).toHaveValue(`${username}.nuevo`)
  await expect(page.getByRole('textbox', { name: 'Contraseña' })).toHaveValue('')
})

test('user: is deleted, except the logged-in one', async ({ page, request, login }) => {
  const { username } = await aUsuario(request, login)
  await page.goto(`/usuarios?buscar=${username}`)
  await chooseRowMenuItem(page, username, 'Eliminar')
  await expect(page.getByRole('alertdialog', { name: `¿Deseas eliminar a ${username}?` })).toBeVisible()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Eliminado con éxito' })).toContainText(
    'Usuario eliminado con éxito',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Nadie coincide con «${username}».`)).toBeVisible()

  await aUsuario(request, login, { rol_id: 1 })
  await page.goto('/usuarios?buscar=admin')
  await chooseRowMenuItem(page, 'admin', 'Eliminar')
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Error en la operación' })).toContainText(
    'Error eliminando usuario: No puedes eliminar ni desactivar tu propia cuenta',
  )
})
