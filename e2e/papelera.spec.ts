import { expect } from '@playwright/test'
import { aCamion, bearer, createRecord, test, unique } from './support.ts'

test('deleted record: shows its name, kind, hour and user, and is restored', async ({
  page,
  request,
  login,
}) => {
  const { id, placa } = await aCamion(request, login)
  const before = Date.now()
  await request.delete(`/api/camiones/${id}`, { headers: bearer(login) })
  const after = Date.now()
  await page.goto('/papelera?porPagina=20')
  const row = page.getByRole('row', { name: placa })
  await expect(row).toContainText('Camión')
  await expect(row).toContainText('admin')
  // The company's hour, not that of the browser's zone Tokyo.
  const here = new Intl.DateTimeFormat('es-GT', {
    timeZone: 'America/Guatemala',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const hours = [before, after].map((moment) => here.format(moment)).join('|')
  await expect(row).toContainText(new RegExp(`\\d\\d/\\d\\d/\\d{4} (${hours}):\\d\\d`))

  await page.getByRole('button', { name: `Restaurar camión ${placa}` }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: `¿Deseas restaurar el camión ${placa}?` })
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Sí', exact: true }).press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toContainText(
    'Registro restaurado exitosamente',
  )
  await page.keyboard.press('Enter')
  await expect(row).toBeHidden()
  await page.goto(`/camiones?buscar=${placa}`)
  await expect(page.getByRole('link', { name: placa })).toBeVisible()
})

test('restore: shows an error when the plate was taken meanwhile', async ({ page, request, login }) => {
  const { id, placa } = await aCamion(request, login)
  await request.delete(`/api/camiones/${id}`, { headers: bearer(login) })
  await aCamion(request, login, { placa })
  await page.goto('/papelera?porPagina=20')
  await page.getByRole('button', { name: `Restaurar camión ${placa}` }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Error en la operación' })).toContainText(
    'La placa ya existe',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: placa })).toBeVisible()
})

test('bin: has pages, and shows when it is empty or failed', async ({ page, request, login }) => {
  for (let count = 0; count < 6; count += 1) {
    const { id } = await aCamion(request, login)
    await request.delete(`/api/camiones/${id}`, { headers: bearer(login) })
  }
  await page.goto('/papelera')
  await expect(page.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page).toHaveURL('/papelera?pagina=2')
  await expect(page.getByText(/Página 2 de/)).toBeVisible()

  await page.route('**/api/papelera*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } }),
  )
  await page.goto('/papelera')
  await expect(page.getByRole('alert')).toContainText('Error al cargar la papelera')
  await page.unroute('**/api/papelera*')
  const paginacion = { pagina: 1, porPagina: 5, total: 0, paginas: 0 }
  await page.route('**/api/papelera*', (route) =>
    route.fulfill({ json: { success: true, message: '', data: [], count: 0, paginacion } }),
  )
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('La papelera está vacía.')).toBeVisible()
})

test('restored user: is inactive, and the dialog says so', async ({ page, request, login }) => {
  const username = unique('v').toLowerCase()
  const { id } = await createRecord(request, login, '/usuarios', {
    username,
    password: 'caminos largos 1',
    rol_id: 3,
    estado: 'activo',
  })
  await request.delete(`/usuarios/${id}`, { headers: bearer(login) })
  await page.goto('/papelera?porPagina=20')
  await page.getByRole('button', { name: `Restaurar usuario ${username}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Quedará inactivo hasta que lo actives en Usuarios.',
  )
  await page.getByRole('button', { name: 'Sí' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.goto(`/usuarios?buscar=${username}`)
  await expect(page.getByRole('switch')).not.toBeChecked()
})

test('bin: finds a record by its name, and a maintenance has a description', async ({
  page,
  request,
  login,
}) => {
  const { id: camion_id, placa } = await aCamion(request, login)
  for (const [tipo, fecha_programada] of [
    ['Preventivo', '2026-02-01'],
    ['Correctivo', '2026-03-15'],
  ]) {
    const values = { camion_id, tipo, fecha_programada, descripcion: 'Frenos', estado: 'Programado' }
    const { id } = await createRecord(request, login, '/api/mantenimientos', values)
    await request.delete(`/api/mantenimientos/${id}`, { headers: bearer(login) })
  }
  await page.goto('/papelera')
  await page.getByRole('searchbox').fill(placa.toLowerCase())
  await expect(page).toHaveURL(`/papelera?buscar=${placa.toLowerCase()}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').nth(1)).toContainText(`${placa} · Correctivo · 15/03/2026`)
  await expect(page.getByRole('row').nth(2)).toContainText(`${placa} · Preventivo · 01/02/2026`)
  await page.getByRole('searchbox').fill(`${placa}x`)
  await expect(page.getByText(`Nada coincide con «${placa}x».`)).toBeVisible()
})
