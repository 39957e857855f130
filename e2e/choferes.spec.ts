import { expect } from '@playwright/test'
import { bearer, test, unique } from './support.ts'

// Where the day begins long before Guatemala's: the browser's own date must not be taken.
test.use({ timezoneId: 'Pacific/Kiritimati' })

test('a pilot is entered by keyboard; hoy is the company’s; a licence that runs out says so', async ({
  page,
  request,
  login,
}) => {
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  const apellido = unique('Tzoc')
  await page.goto('/ingresar-choferes')
  await expect(page.getByLabel('Nombre')).toBeFocused()
  for (const text of ['Élmer', apellido, '5555-1234', 'a', 'hoy']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByLabel('Fecha de Vencimiento de Licencia')).toHaveValue(
    data.hoy.split('-').reverse().join('/'),
  )
  await page.getByLabel('Fecha de Vencimiento de Licencia').press('Enter')
  await page.getByRole('button', { name: 'Continuar' }).press('Enter')

  await expect(page).toHaveURL(/\/choferes/)
  await page.getByRole('searchbox').fill(apellido)
  await expect(page.getByRole('row', { name: new RegExp(apellido) })).toContainText('Vence hoy')

  const listed = await request.get(`/api/choferes?buscar=${apellido}`, { headers: bearer(login) })
  const [saved] = ((await listed.json()) as { data: { tipo_licencia: string; vencimiento: string }[] }).data
  expect(saved).toMatchObject({ tipo_licencia: 'A', vencimiento: data.hoy })
})
