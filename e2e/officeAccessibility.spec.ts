import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCamion, bearer, createRecord, test, unique } from './support.ts'

// Users, maintenance and the bin: full, with errors, and with an open dialog.

test('users: pass axe', async ({ page, request, login }) => {
  const username = unique('u').toLowerCase()
  await createRecord(request, login, '/usuarios', {
    username,
    password: 'caminos largos 1',
    rol_id: 3,
    estado: 'activo',
  })
  await page.goto(`/usuarios?buscar=${username}`)
  await expect(page.getByRole('switch')).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.getByRole('link', { name: '+ Ingresar Usuario' }).click()
  await page.getByLabel('Rol').selectOption('Piloto')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('El rol piloto necesita un piloto.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('maintenance: passes axe', async ({ page, request, login }) => {
  const { id: camion_id, placa } = await aCamion(request, login)
  const values = { tipo: 'Preventivo', descripcion: 'Aceite', fecha_programada: '2020-02-01' }
  await createRecord(request, login, '/api/mantenimientos', { ...values, camion_id, estado: 'Programado' })
  await page.goto(`/mantenimientos?buscar=${placa}`)
  await expect(page.getByText('Atrasado', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.getByRole('link', { name: '+ Ingresar Mantenimiento' }).first().click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Este campo es obligatorio.').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('bin: passes axe', async ({ page, request, login }) => {
  const { id, placa } = await aCamion(request, login)
  await request.delete(`/api/camiones/${id}`, { headers: bearer(login) })
  await page.goto('/papelera?porPagina=20')
  await page.getByRole('button', { name: `Restaurar camión ${placa}` }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
})
