import { expect } from '@playwright/test'
import { aClientToInvoice } from './cobros.ts'
import { expectFocus } from './keyboard.ts'
import { bearer, test } from './support.ts'

// Tax data and statement of a client.

test('tax data: are edited in place, and fill in the address of the mail', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aClientToInvoice(request, login, 0)
  await page.goto(`/cobros/cliente/${id}`)
  const fiscal = page.getByRole('region', { name: 'Datos fiscales' })
  await fiscal.getByRole('button', { name: 'Editar' }).click()
  await expectFocus(page, 'NIT')
  await page.getByLabel('NIT').fill('8977112-0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El NIT no es válido: revisa el último dígito.')).toBeVisible()
  await page.getByLabel('NIT').fill('576937-k')
  await page.getByLabel('Días de crédito').fill('30')
  await page.getByLabel('Retiene IVA').check()
  await page.getByLabel('NIT').press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Datos fiscales guardados exitosamente')
  await page.keyboard.press('Enter')
  await expect(fiscal).toContainText('576937K')
  await expect(fiscal).toContainText('30')
  // No mail is set up on this server.
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/50255551234\?text=Estado%20de%20cuenta%20al%20.*Sin%20facturas%20pendientes\.$/,
  )
  await expect(page.getByRole('button', { name: 'Enviar por correo' })).toHaveCount(0)
  const printed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Imprimir estado de cuenta' }).click()
  expect((await printed).suggestedFilename()).toBe(`estado_de_cuenta_${id}.pdf`)
})

test('a statement by mail: proposes the address of the tax data, and carries the cut-off date', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aClientToInvoice(request, login, 0)
  await request.put(`/api/clientes/${id}/fiscal`, {
    headers: bearer(login),
    data: { correo: 'conta@ejemplo.com', version: 0 },
  })
  await page.route('**/api/auth/correo', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { correo: null, avisos: true } } }),
  )
  const bodies: unknown[] = []
  await page.route('**/estado-de-cuenta/correo', (route) => {
    bodies.push(route.request().postDataJSON())
    return route.fulfill({ json: { success: true, message: 'Estado de cuenta enviado', data: null } })
  })
  await page.goto(`/cobros/cliente/${id}`)
  await page.getByLabel('Corte').fill('31/10/2026')
  await expect(page).toHaveURL(`/cobros/cliente/${id}?corte=2026-10-31`)
  await expect(page.getByText('al 31/10/2026')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar por correo' }).click()
  await expectFocus(page, 'Para')
  await expect(page.getByLabel('Para')).toHaveValue('conta@ejemplo.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Estado de cuenta enviado')
  expect(bodies).toEqual([{ para: 'conta@ejemplo.com', corte: '2026-10-31' }])
})

test('dates: the cut-off date of the statement and the last day of the trips stay beside each other', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aClientToInvoice(request, login, 1)
  await page.goto(`/cobros/cliente/${id}?hasta=2026-11-20`)
  await expect(page.getByText('Hasta el 20/11/2026.')).toBeVisible()
  await page.getByLabel('Corte').fill('31/10/2026')
  await expect(page).toHaveURL(`/cobros/cliente/${id}?corte=2026-10-31&hasta=2026-11-20`)
  await page.getByRole('link', { name: 'Ver todos' }).click()
  await expect(page).toHaveURL(`/cobros/cliente/${id}?corte=2026-10-31`)
})
