import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { chooseRowMenuItem, createRecord, test, unique } from './support.ts'

test('price: is created, found, corrected and deleted, and two of one key do not overlap', async ({
  page,
  request,
  login,
}) => {
  const apellido = unique('Zeta')
  await createRecord(request, login, '/api/clientes', { nombre: 'Ñandú', apellido, telefono: '55551234' })
  await page.goto('/tarifas')
  await page.getByRole('link', { name: '+ Ingresar Tarifa' }).first().click()
  await expect(page.getByLabel('Origen')).toBeFocused()
  await expect(page.getByLabel('Vigente desde')).toHaveValue(/^\d\d\/\d\d\/2\d{3}$/)
  const enter = async () => {
    for (const text of ['Puerto Quetzal', apellido, '1,250.00', `nandu ${apellido}`]) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await expect(page.getByLabel('Cliente')).toHaveValue(`Ñandú ${apellido}`)
    await page.keyboard.press('Enter')
  }
  await enter()
  await expect(page.getByRole('alertdialog')).toContainText('Tarifa creada exitosamente')
  await page.keyboard.press('Enter')

  await page.goto('/tarifas?registro=nuevo')
  await expect(page.getByLabel('Origen')).toBeFocused()
  await enter()
  await expect(page.getByRole('alert')).toContainText('Ya hay una tarifa para esas fechas.')
  page.once('dialog', (dialog) => dialog.accept())

  await page.goto(`/tarifas?buscar=${apellido}`)
  const row = page.getByRole('row', { name: apellido })
  for (const text of ['Puerto Quetzal', `Ñandú ${apellido}`, 'Cualquier servicio', 'Q1,250.00', 'sin fin'])
    await expect(row).toContainText(text)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  const name = `Puerto Quetzal → ${apellido}`
  await chooseRowMenuItem(page, name, 'Editar')
  await page.getByLabel('Precio (Q)').fill('1300')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Tarifa actualizada exitosamente')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Q1,300.00')
  await chooseRowMenuItem(page, name, 'Eliminar')
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Tarifa eliminada con éxito')
})
