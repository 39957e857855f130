import { expect } from '@playwright/test'
import { aCamion, bearer, chooseRowMenuItem, test, typeCamionForm, unique } from './support.ts'

test('truck: is created, changed and deleted by keyboard', async ({ page }) => {
  const placa = unique('P')
  await page.goto('/camiones')
  await page.getByRole('link', { name: '+ Ingresar Camión' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/ingresar-camiones')
  await typeCamionForm(page, [placa.toLowerCase(), 'Hino', '500 GD', 'Gris', 'Furgón', 'tc-77'])

  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await expect(popup).toContainText('Camión creado exitosamente')
  await expect(page).toHaveURL('/ingresar-camiones')
  await expect(popup.getByRole('button', { name: 'Continuar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/camiones')

  await expect(page.getByRole('heading', { name: 'Camiones' })).toBeFocused()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type(placa.toLowerCase())
  await expect(page).toHaveURL(`/camiones?buscar=${placa.toLowerCase()}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText(placa)

  await chooseRowMenuItem(page, placa, 'Mostrar')
  await expect(page.getByRole('heading', { name: `Camión ${placa}` })).toBeFocused()
  await expect(page.getByText('TC-77')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/camiones?buscar=${placa.toLowerCase()}`)

  await chooseRowMenuItem(page, placa, 'Editar')
  await expect(page.getByLabel('Placa')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Isuzu')
  await page.keyboard.press('Enter')
  const edited = page.getByRole('alertdialog', { name: 'Estado actualizado' })
  await expect(edited).toContainText('Camión actualizado exitosamente')
  await expect(page).toHaveURL(`/camiones?buscar=${placa.toLowerCase()}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').nth(1)).toContainText('Isuzu')

  await chooseRowMenuItem(page, placa, 'Seleccionar')
  await expect(page.getByText('Seleccionado:')).toBeAttached()
  await chooseRowMenuItem(page, placa, 'Eliminar')
  const question = page.getByRole('alertdialog', { name: `¿Deseas eliminar el camión con placa ${placa}?` })
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: `Acciones de ${placa}` })).toBeFocused()
  await chooseRowMenuItem(page, placa, 'Eliminar')
  await page.getByRole('button', { name: 'Sí', exact: true }).press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Eliminado con éxito' })).toContainText(
    'Camión eliminado con éxito',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Nada coincide con «${placa.toLowerCase()}».`)).toBeVisible()
})

test('page, size, search and order: stay in the address and survive a form', async ({
  page,
  request,
  login,
}) => {
  const marca = unique('M')
  for (let count = 0; count < 12; count += 1) await aCamion(request, login, { marca })
  await page.goto(`/camiones?buscar=${marca}`)
  await expect(page.getByText('Página 1 de 3')).toBeVisible()
  await page.getByLabel('Orden').selectOption('Placa, de la Z a la A')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  const address = `/camiones?pagina=3&buscar=${marca}&orden=-nombre`
  await expect(page).toHaveURL(address)
  await expect(page.getByText('Página 3 de 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeDisabled()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page
    .getByRole('button', { name: /Acciones de/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(address)
  await page.reload()
  await expect(page.getByText('Página 3 de 3')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Página 2 de 3')).toBeVisible()
  await page.getByLabel('Filas por página').selectOption('20')
  await expect(page).toHaveURL(`/camiones?porPagina=20&buscar=${marca}&orden=-nombre`)
  await expect(page.getByRole('row')).toHaveCount(13)
})

test('list: goes back one page when its last row is deleted', async ({ page, request, login }) => {
  const marca = unique('M')
  for (let count = 0; count < 6; count += 1) await aCamion(request, login, { marca })
  await page.goto(`/camiones?pagina=2&buscar=${marca}`)
  await page.getByRole('button', { name: /Acciones de/ }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(5)
  await page.getByRole('button', { name: 'Continuar' }).press('Enter')
  await expect(page).toHaveURL(`/camiones?buscar=${marca}`)
  await expect(page.getByRole('row')).toHaveCount(6)
  await expect(page.getByRole('heading', { name: 'Camiones' })).toBeFocused()
})

test('edit form: shows a message when another user has deleted the truck', async ({
  page,
  request,
  login,
}) => {
  const { id, placa } = await aCamion(request, login)
  await page.goto(`/camiones?buscar=${placa}`)
  await expect(page.getByRole('link', { name: placa })).toBeVisible()
  await request.delete(`/api/camiones/${id}`, { headers: bearer(login) })
  await page.getByRole('button', { name: `Acciones de ${placa}` }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Error en la operación' })).toContainText(
    'Camión no encontrado',
  )
  await page.goto(`/ver-camiones/${id}`)
  await expect(page.getByRole('alert')).toContainText('Camión no encontrado')
})

test('response of another shape or without message: shows a message', async ({ page, request, login }) => {
  const { placa } = await aCamion(request, login)
  const alert = page.getByRole('alert')
  for (const json of [{ portal: 'Bienvenido' }, { success: true, data: {} }]) {
    await page.route('**/api/camiones?*', (route) => route.fulfill({ json }))
    await page.goto(`/camiones?buscar=${placa}`)
    await expect(alert).toContainText('Error al cargar los camiones')
    await expect(alert).toContainText('Error: formato de datos inesperado')
    await page.unroute('**/api/camiones?*')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.route('**/api/camiones/*', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  )
  await page.getByRole('button', { name: `Acciones de ${placa}` }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Error en la operación' })).toContainText(
    'Error al eliminar el camión',
  )
})

test('failed list: shows an error and loads when the connection is back', async ({
  page,
  request,
  login,
}) => {
  const { placa } = await aCamion(request, login)
  await page.route('**/api/**', (route) => route.abort())
  await page.unroute('**/api/auth/verify')
  await page.route('**/api/auth/verify', (route) => route.continue())
  await page.goto(`/camiones?buscar=${placa}`)
  await expect(page.getByRole('alert')).toContainText('Error al cargar los camiones')
  await expect(page.getByRole('alert')).toContainText('Error de conexión con el servidor')
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await page.unroute('**/api/**')
  await expect(page.getByRole('link', { name: placa })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})
