import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { aPlan } from './combustible.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { expectFocus } from './keyboard.ts'
import { aCamion, bearer, chooseRowMenuItem, createRecord, type Login, test, typeLogin } from './support.ts'

const hoy = todayIn('America/Guatemala', Date.now())

const aReading = (request: APIRequestContext, login: Login, camion_id: number, km: number) =>
  createRecord(request, login, '/api/lecturas', { camion_id, fecha: hoy, km })

const expectSaved = async (page: Page, message: string) => {
  await expect(page.getByRole('alertdialog')).toContainText(message)
  await page.keyboard.press('Enter')
}

test('plan for two trucks: is created by keyboard, and its bar says what is left', async ({
  page,
  request,
  login,
}) => {
  const [one, other] = [await aCamion(request, login), await aCamion(request, login)]
  await page.goto('/planes')
  await expect(page.getByRole('heading', { level: 1, name: 'Planes' })).toBeFocused()
  await page.keyboard.press('n')
  await expectFocus(page, 'Camiones')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Elige al menos un camión.')).toBeVisible()
  await expect(page.getByText('Escribe cada cuántos kilómetros o cada cuántos días.')).toBeVisible()
  for (const { placa } of [one, other]) {
    await page.keyboard.type(placa.toLowerCase())
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Quitar ${placa}` })).toBeVisible()
  }
  await page.getByLabel('Nombre').fill("Cambio d'aceite")
  await page.getByLabel('Cada (km)').fill('10,000')
  await page.getByLabel('Cada (días)').fill('180')
  await page.getByLabel('Hecho por última vez').fill(formatFecha(addDays(hoy, -170)))
  await page.getByLabel('Kilometraje de entonces').fill('95,000')
  await expect(page.getByLabel('Avisar antes (km)')).toHaveValue('500')
  await expect(page.getByLabel('Avisar antes (días)')).toHaveValue('15')
  await page.keyboard.press('Enter')
  await expectSaved(page, 'Se crearon 2 planes.')
  await expect(page).toHaveURL('/planes')
  await page.getByRole('searchbox').fill(other.placa)
  const row = page.getByRole('row').nth(1)
  for (const text of [other.placa, 'Vence en 10 días', 'Por vencer', '95,000 km', '105,000 km'])
    await expect(row).toContainText(text)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  await chooseRowMenuItem(page, `Cambio d'aceite · ${other.placa}`, 'Editar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Editar Plan Cambio d'aceite · ${other.placa}`,
  )
  await page.getByLabel('Activo').uncheck()
  await page.getByLabel('Nombre').press('Enter')
  await expectSaved(page, 'Plan actualizado exitosamente')
  await expect(row).toContainText('Inactivo')
  await chooseRowMenuItem(page, `Cambio d'aceite · ${other.placa}`, 'Eliminar')
  await page.getByRole('button', { name: 'Sí', exact: true }).press('Enter')
  await expectSaved(page, 'Plan eliminado con éxito')
  await expect(page.getByText('Ningún plan coincide con lo que buscas.')).toBeVisible()
})

test("plan: 'Programar' creates its maintenance, which both actions open from then on", async ({
  page,
  request,
  login,
}) => {
  const { id, placa } = await aCamion(request, login)
  await aPlan(request, login, [id])
  await aReading(request, login, id, 105_350)
  await page.goto(`/planes?camion_id=${id}`)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Se pasó por 350 km')
  await expect(row).toContainText('Vencido')
  await chooseRowMenuItem(page, `Cambio de aceite · ${placa}`, 'Programar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Programar Cambio de aceite · ${placa}`)
  await expect(page.getByLabel('Tipo')).toHaveValue('Preventivo')
  await expect(page.getByLabel('Descripción')).toHaveValue('Cambio de aceite')
  await expect(page.getByLabel('Estado')).toHaveValue('Programado')
  await expectAccessible(page)
  await page.getByLabel('Fecha programada').press('Enter')
  await expectSaved(page, 'Mantenimiento creado exitosamente')
  await expect(page).toHaveURL(`/planes?camion_id=${id}`)
  await chooseRowMenuItem(page, `Cambio de aceite · ${placa}`, 'Ya se hizo')
  await expect(page).toHaveURL(/\/ver-mantenimiento\/\d+$/)
  await expect(page.getByRole('link', { name: 'Cambio de aceite' })).toHaveAttribute(
    'href',
    /^\/planes\?registro=\d+$/,
  )
})

test("plan: 'Ya se hizo' asks for the kilometres, and the next service follows", async ({
  page,
  request,
  login,
}) => {
  const { id, placa } = await aCamion(request, login)
  const plan = await aPlan(request, login, [id])
  await page.goto(`/planes?camion_id=${id}`)
  await chooseRowMenuItem(page, `Cambio de aceite · ${placa}`, 'Ya se hizo')
  await expectFocus(page, 'Kilometraje')
  await expect(page.getByText('La última vez: 95,000 km.')).toBeVisible()
  await expect(page.getByLabel('Estado')).toHaveValue('Completado')
  await expect(page.getByLabel('Fecha realizada')).toHaveValue(formatFecha(hoy))
  await page.keyboard.type('105,350')
  // Another user records the same work meanwhile.
  const other = await createRecord(request, login, `/api/planes/${plan.id}/mantenimiento`, {
    fecha_programada: hoy,
    estado: 'Programado',
  })
  await page.keyboard.press('Enter')
  const refused = page.getByRole('alert').filter({ hasText: 'Ya hay un mantenimiento abierto de este plan.' })
  await expect(refused).toBeVisible()
  await request.delete(`/api/mantenimientos/${other.id}?version=${other.version}`, { headers: bearer(login) })
  await page.getByLabel('Kilometraje').press('Enter')
  await expectSaved(page, 'Mantenimiento creado exitosamente')
  const row = page.getByRole('row').nth(1)
  for (const text of ['Faltan 10,000 km', 'Al día', '105,350 km', '115,350 km'])
    await expect(row).toContainText(text)
})

test("truck's tab: lists its plans and offers another", async ({ page, request, login }) => {
  const { id, placa } = await aCamion(request, login)
  await aPlan(request, login, [id], { nombre: 'Frenos', cada_km: 40_000 })
  await aPlan(request, login, [id], { cada_km: null, cada_dias: 30 })
  await page.goto(`/mostrar-camiones/${id}`)
  await page.getByRole('tab', { name: 'Planes' }).click()
  const rows = page.getByRole('tabpanel').getByRole('row')
  await expect(rows.nth(1)).toContainText('Venció hace 30 días')
  await expect(rows.nth(2)).toContainText('Falta el kilometraje del último servicio')
  await expectAccessible(page)
  await page.getByRole('link', { name: '+ Plan' }).click()
  await expectFocus(page, 'Nombre')
  await expect(page.getByRole('button', { name: `Quitar ${placa}` })).toBeVisible()
})

test('work and parts: the costo follows them; a stale page keeps what was typed', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aCamion(request, login)
  const job = await createRecord(request, login, '/api/mantenimientos', {
    camion_id: id,
    tipo: 'Correctivo',
    descripcion: 'Frenos',
    fecha_programada: hoy,
    estado: 'Completado',
    costo: 50,
  })
  await page.goto(`/ver-mantenimiento/${job.id}`)
  const panel = page.getByRole('region', { name: 'Trabajo y repuestos' })
  await panel.getByRole('button', { name: 'Agregar trabajo y repuestos' }).click()
  await expectFocus(page, 'Descripción')
  await page.keyboard.type("Balata 'delantera'")
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Línea 1: escribe el precio.')).toBeVisible()
  await panel.getByLabel('Cantidad').fill('2')
  await panel.getByLabel('Precio (Q)').fill('125.50')
  await panel.getByRole('button', { name: 'Agregar línea' }).press('Enter')
  await page.keyboard.type('Mano de obra')
  await panel.getByLabel('Cantidad').nth(1).fill('1.5')
  await panel.getByLabel('Precio (Q)').nth(1).fill('80')
  await expect(panel.getByText('Total Q371.00')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await panel.getByLabel('Precio (Q)').nth(1).press('Enter')
  await expectSaved(page, 'Mantenimiento actualizado exitosamente')
  await expect(panel.getByRole('row').last()).toContainText('Q371.00')
  await expect(page.getByRole('definition').filter({ hasText: 'Q371.00' })).toHaveCount(1)

  await panel.getByRole('button', { name: 'Editar trabajo y repuestos' }).click()
  await panel.getByRole('button', { name: 'Quitar la línea 1' }).click()
  const { version } = (await (
    await request.get(`/api/mantenimientos/${job.id}`, { headers: bearer(login) })
  )
    .json()
    .then(({ data }) => data)) as { version: number }
  await request.put(`/api/mantenimientos/${job.id}/lineas`, {
    headers: bearer(login),
    data: { lineas: [{ descripcion: 'Otra', cantidad: 1, precio: 10 }], version },
  })
  await panel.getByLabel('Precio (Q)').press('Enter')
  await expect(panel.getByText('Otro usuario guardó este registro')).toBeVisible()
  await panel.getByLabel('Precio (Q)').press('Enter')
  await expectSaved(page, 'Mantenimiento actualizado exitosamente')
  await expect(panel.getByRole('row').last()).toContainText('Q120.00')
  await panel.getByRole('button', { name: 'Editar trabajo y repuestos' }).click()
  await panel.getByLabel('Precio (Q)').first().fill('99.90')
  await request.post('/api/auth/logout', { headers: bearer(login) })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await typeLogin(page)
  await expect(page).toHaveURL(`/ver-mantenimiento/${job.id}`)
  await expect(panel.getByText('Recuperamos lo que habías escrito.')).toBeVisible()
  await expect(panel.getByLabel('Precio (Q)').first()).toHaveValue('99.90')
  await panel.getByLabel('Precio (Q)').first().press('Enter')
  await expectSaved(page, 'Mantenimiento actualizado exitosamente')
})
