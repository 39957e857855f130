import { type APIRequestContext, expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { aCamion, bearer, chooseRowMenuItem, createRecord, type Login, test } from './support.ts'

const aMantenimiento = (
  request: APIRequestContext,
  login: Login,
  camion_id: number,
  values: Record<string, unknown> = {},
) =>
  createRecord(request, login, '/api/mantenimientos', {
    camion_id,
    tipo: 'Preventivo',
    descripcion: 'Cambio de aceite',
    fecha_programada: '2020-02-01',
    estado: 'Completado',
    ...values,
  })

test('maintenance: is planned, found, completed and deleted by keyboard', async ({
  page,
  request,
  login,
}) => {
  const { placa } = await aCamion(request, login)
  await page.goto('/mantenimientos')
  await page.getByRole('link', { name: '+ Ingresar Mantenimiento' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Camión' })).toBeFocused()
  await page.keyboard.type(placa.toLowerCase())
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Camión' })).toHaveValue(placa)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Cambio de balatas')
  await page.keyboard.press('Tab')
  await page.keyboard.type('010220')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('185,000')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Los Cedros')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Q2,450.5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })).toContainText(
    'Mantenimiento creado exitosamente',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/mantenimientos')

  await page.getByRole('searchbox').fill(`${placa} balatas`)
  await expect(page).toHaveURL(/\/mantenimientos\?/)
  const row = page.getByRole('row').nth(1)
  for (const text of [placa, 'Preventivo', '01/02/2020', '185,000 km', 'Q2,450.50', 'Los Cedros', 'Atrasado'])
    await expect(row).toContainText(text)
  await expect(page.getByText('Hay 1 mantenimiento atrasado.')).toBeVisible()

  const name = `${placa} del 01/02/2020`
  await row.getByRole('link', { name: placa }).press('Enter')
  await expect(page).toHaveURL(/\/ver-mantenimiento\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Mantenimiento ${name}`)
  for (const text of ['Cambio de balatas', '185,000 km', 'Q2,450.50', 'Los Cedros', 'Atrasado'])
    await expect(page.getByRole('main')).toContainText(text)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/mantenimientos\?/)
  await chooseRowMenuItem(page, name, 'Editar')
  await expect(page.getByRole('heading', { name: `Editar Mantenimiento ${placa}` })).toBeVisible()
  await expect(page.getByLabel('Costo (Q)')).toHaveValue('2,450.50')
  await page.getByLabel('Estado').selectOption('Completado')
  await page.getByLabel('Fecha realizada').fill('hoy')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toContainText(
    'Mantenimiento actualizado exitosamente',
  )
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Completado')
  await expect(row).not.toContainText('Atrasado')

  await chooseRowMenuItem(page, name, 'Eliminar')
  const question = `¿Deseas eliminar el mantenimiento del camión ${placa} programado para el 01/02/2020?`
  await expect(page.getByRole('alertdialog', { name: question })).toBeVisible()
  await page.getByRole('button', { name: 'Sí', exact: true }).press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Eliminado con éxito' })).toContainText(
    'Mantenimiento eliminado con éxito',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ningún mantenimiento coincide con lo que buscas.')).toBeVisible()
})

test('truck, state and page: stay in the address', async ({ page, request, login }) => {
  const { id, placa } = await aCamion(request, login)
  const other = await aCamion(request, login)
  for (let count = 0; count < 6; count += 1) await aMantenimiento(request, login, id)
  await aMantenimiento(request, login, id, { estado: 'Cancelado' })
  await aMantenimiento(request, login, other.id)
  for (const fecha_programada of ['2031-02-01', '2030-02-01'])
    await aMantenimiento(request, login, other.id, { estado: 'Programado', fecha_programada })
  await page.goto('/mantenimientos')
  await page.getByRole('combobox', { name: 'Camión' }).fill(placa)
  await page.getByRole('listbox').getByRole('option').click()
  await expect(page).toHaveURL(`/mantenimientos?camion_id=${id}`)
  await expect(page.getByText('7 registros')).toBeVisible()
  await page.getByLabel('Estado').selectOption('Completado')
  await expect(page.getByText('6 registros')).toBeVisible()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page).toHaveURL(`/mantenimientos?pagina=2&camion_id=${id}&estado=Completado`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Camión' })).toHaveValue(placa)
  await expect(page.getByText('Página 2 de 2')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await expect(page).toHaveURL('/mantenimientos')
  await expect(page.getByRole('combobox', { name: 'Camión' })).toHaveValue('')

  await page.goto(`/mantenimientos?camion_id=${other.id}`)
  const rows = page.locator('tbody tr')
  await expect(rows).toContainText(['01/02/2030', '01/02/2031', '01/02/2020'])
  await page.getByLabel('Orden').selectOption('Más recientes primero')
  await expect(page).toHaveURL(`/mantenimientos?orden=recientes&camion_id=${other.id}`)
  await expect(rows).toContainText(['01/02/2031', '01/02/2030', '01/02/2020'])
})

test('form: shows missing and invalid values at their fields and keeps the typed text', async ({ page }) => {
  await page.goto('/mantenimientos?registro=nuevo')
  await expect(page.getByRole('combobox', { name: 'Camión' })).toBeFocused()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(3)
  await page.getByRole('combobox', { name: 'Camión' }).fill('zzzz no existe')
  await page.getByLabel('Kilometraje').fill('mil')
  await page.getByLabel('Costo (Q)').fill('1.234')
  await page.getByLabel('Fecha programada').fill('31/02/2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Camión no encontrado. Verifica que el camión seleccionado')).toBeVisible()
  await expect(page.getByText('Debe ser un número')).toBeVisible()
  await expect(page.getByText('Escribe una cantidad')).toBeVisible()
  await expect(page.getByText('Escribe una fecha válida.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'No' }).click()
  await expect(page.getByLabel('Kilometraje')).toHaveValue('mil')
})

test('two users edit one record: the second sees both values', async ({ page, request, login }) => {
  const { id: camion_id } = await aCamion(request, login)
  const { id, version } = await aMantenimiento(request, login, camion_id)
  await page.goto(`/mantenimientos?registro=${id}`)
  await page.getByLabel('Taller').fill('El mío')
  const data = {
    camion_id,
    tipo: 'Correctivo',
    descripcion: 'Otra cosa',
    fecha_programada: '2020-02-01',
    estado: 'Completado',
    taller: 'El ajeno',
    version,
  }
  const put = await request.put(`/api/mantenimientos/${id}`, { headers: bearer(login), data })
  expect(put.status()).toBe(200)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    /Otro usuario guardó este registro a las \d\d:\d\d, mientras lo editabas\./,
  )
  await expect(page.getByText('Otro usuario escribió: «El ajeno».')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Taller' })).toHaveValue('El mío')
  await expect(page.getByRole('textbox', { name: 'Descripción' })).toHaveValue('Otra cosa')
  const taller = page.getByRole('group', { name: 'Taller' })
  await expect(taller).toContainText('El mío')
  await expect(taller).toContainText('El ajeno')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toBeVisible()
})

test('failed list: shows an error; a list longer than a response shows the total', async ({ page }) => {
  await page.route('**/api/mantenimientos*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } }),
  )
  await page.goto('/mantenimientos')
  await expect(page.getByRole('alert')).toContainText('Error al cargar los mantenimientos')
  await page.unroute('**/api/mantenimientos*')
  await page.route('**/api/mantenimientos*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '4321' } })
  })
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText(/^Se muestran los primeros [\d,]+ de 4,321\./)).toBeVisible()
})
