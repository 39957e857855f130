import { expect } from '@playwright/test'
import { aTrip } from './dashboard.ts'
import {
  acceptDialog,
  chooseOption,
  chooseRowAction,
  expectResult,
  expectScreen,
  findRow,
  goTo,
  logInByKeyboard,
  logOut,
  pressLink,
  tabTo,
  test,
  typeFields,
} from './keyboard.ts'
import { admin, logIn, unique } from './support.ts'

// A day of the administrador.

test('user: is created, gets other permissions and a password, is deactivated and reactivated', async ({
  page,
  request,
}) => {
  const who = { username: unique('u').toLowerCase(), password: 'primera clave larga' }
  const logsIn = async (password = who.password) =>
    (await request.post('/api/auth/login', { data: { ...who, password } })).status()
  await logInByKeyboard(page, admin)
  await goTo(page, 'Usuarios')
  await pressLink(page, page.getByRole('link', { name: '+ Ingresar Usuario' }))
  await typeFields(page, {
    Usuario: who.username,
    Contraseña: who.password,
    'Mostrar contraseña': '',
    Rol: 'U',
    Estado: '',
  })
  for (const permiso of ['Crear rutas', 'Ver rutas']) {
    await tabTo(page, page.getByRole('checkbox', { name: permiso }))
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Enter')
  await expectResult(page, 'Datos ingresados con éxito', 'Usuario creado exitosamente')
  const row = await findRow(page, who.username)
  await expect(row).toContainText('Crear rutas, Ver rutas')
  expect((await logIn(request, who)).permissions).toEqual(['crear_rutas', 'ver_rutas'])

  await chooseRowAction(page, who.username, 'Permisos')
  const modal = page.getByRole('dialog', { name: `Permisos de ${who.username}` })
  await expect(modal.getByRole('checkbox', { disabled: true })).toHaveCount(5)
  await tabTo(page, modal.getByRole('checkbox', { name: 'Generar y exportar reportes' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectResult(page, 'Estado actualizado', 'Permisos actualizados correctamente')
  await expect(row).toContainText('Reportes, Crear rutas, Ver rutas')

  await chooseRowAction(page, who.username, 'Cambiar contraseña')
  await typeFields(page, { 'Contraseña nueva': 'segunda clave larga' })
  await page.keyboard.press('Enter')
  await expectResult(page, 'Estado actualizado', 'Contraseña actualizada correctamente')
  expect(await logsIn('segunda clave larga')).toBe(200)

  const active = page.getByRole('switch', { name: `${who.username} activo` })
  await pressLink(page, active)
  await acceptDialog(page, `¿Deseas desactivar a ${who.username}?`)
  await expectResult(page, 'Estado actualizado', 'Usuario desactivado exitosamente')
  await expect(row).toContainText('Inactivo')
  expect(await logsIn('segunda clave larga')).toBe(401)
  await pressLink(page, active)
  await acceptDialog(page, `¿Deseas activar a ${who.username}?`)
  await expectResult(page, 'Estado actualizado', 'Usuario activado exitosamente')
  await expect(row).not.toContainText('Inactivo')
  expect(await logsIn('segunda clave larga')).toBe(200)
  await logOut(page)
})

test('administrador: reads both dashboards and restores a deleted record from the bin', async ({
  page,
  request,
  login,
}) => {
  // A company without trips shows the welcome page instead.
  await aTrip(request, login)
  const apellido = unique('Choc')
  await logInByKeyboard(page, admin)
  await expectScreen(page, 'Resumen del día')
  await pressLink(page, page.getByRole('button', { name: 'Actualizar' }))
  await expect(page.getByText(/^Actualizado a las \d\d:\d\d$/)).toBeVisible()
  for (const card of ['Total de Rutas', 'Rutas Pendientes', 'Ingresos Totales'])
    await expect(page.getByRole('main').getByRole('link', { name: card })).toBeVisible()
  await goTo(page, 'Panel de la empresa')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Hoy',
    'En camino ahora',
    'Licencias y documentos',
    'Ingresos del mes',
    'Cobros',
    'Mantenimientos',
  ])
  await expect(page.getByRole('alert')).toHaveCount(0)

  await goTo(page, 'Clientes')
  await pressLink(page, page.getByRole('link', { name: '+ Ingresar Cliente' }).first())
  await typeFields(page, { Nombre: 'Ovidio', Apellido: apellido, Teléfono: '23334444' })
  await page.keyboard.press('Enter')
  await expectResult(page, 'Datos ingresados con éxito', 'Cliente creado exitosamente')
  await findRow(page, apellido)
  await chooseRowAction(page, `Ovidio ${apellido}`, 'Eliminar')
  await acceptDialog(page, `¿Deseas eliminar a Ovidio ${apellido}?`)
  await expectResult(page, 'Eliminado con éxito', 'Cliente eliminado con éxito')

  await goTo(page, 'Papelera')
  // Other tests delete records at the same time.
  await chooseOption(page, page.getByLabel('Filas por página'), '20')
  await expect(page.getByRole('row', { name: apellido })).toContainText(admin.username)
  await pressLink(page, page.getByRole('button', { name: `Restaurar cliente Ovidio ${apellido}` }))
  await acceptDialog(page, `¿Deseas restaurar al cliente Ovidio ${apellido}?`)
  await expectResult(page, 'Estado actualizado', 'Registro restaurado exitosamente')
  await expect(page.getByRole('row', { name: apellido })).toHaveCount(0)
  await goTo(page, 'Clientes')
  await expect(await findRow(page, apellido)).toContainText('Ovidio')
  await logOut(page)
})
