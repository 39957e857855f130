import { expect } from '@playwright/test'
import { aDineroPiloto, aMovimiento } from './dinero.ts'
import { expectFocus } from './keyboard.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, test } from './support.ts'

// Money of the pilots, entered by keyboard.

test("advance by keyboard: offers its receipt, and the list shows the pilot's balance", async ({
  page,
  request,
  login,
}) => {
  const { word, nombre } = await aDineroPiloto(request, login)
  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await page.goto('/dinero')
  await expect(page.getByRole('heading', { level: 1, name: 'Dinero' })).toBeFocused()
  await page.keyboard.press('n')
  await expectFocus(page, 'Piloto')
  await expect(page.getByLabel('Tipo')).toHaveValue('anticipo')
  await page.keyboard.type(word.toLowerCase())
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([new RegExp(nombre)])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expectFocus(page, 'Monto (Q)')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El monto debe ser mayor que cero.')).toBeVisible()
  await expectFocus(page, 'Monto (Q)')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('1,000.50')
  await page.keyboard.press('Enter')
  await expect(popup).toContainText('Movimiento creado exitosamente')
  // The headless browser saves the PDF instead of printing it.
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Tab')
  await expectFocus(page, 'Imprimir recibo')
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^recibo_\d+\.pdf$/)
  await expect(page).toHaveURL('/dinero')
  await page.getByRole('searchbox').fill(word)
  const row = page.getByRole('row').filter({ hasText: nombre })
  await expect(row).toContainText('El piloto debe Q1,000.50')
  await expect(row.getByRole('link', { name: nombre })).toHaveAttribute('href', /^\/dinero\/piloto\/\d+$/)
})

test('new movement from a trip: fills in pilot and trip; a repeated invoice is offered as shared', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const ruta = await aRuta(request, login, crew)
  const numero = String(ruta.id + 1000)
  await aMovimiento(request, login, 'gasto', {
    concepto: 'Peaje',
    paga: 'empresa',
    ruta_id: ruta.id,
    monto: 20,
    comprobante: 'factura',
    nit: '576937-K',
    serie: 'A',
    numero,
  })
  await page.goto(`/mostrar-ruta/${ruta.id}`)
  await page.getByRole('tab', { name: 'Dinero' }).click()
  await expect(page.getByRole('tabpanel').getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: '+ Gasto' }).click()
  await expectFocus(page, 'Concepto')
  await expect(page.getByRole('combobox', { name: 'Piloto' })).toHaveValue(`José ${crew.word}`)
  await expect(page.getByRole('combobox', { name: 'Ruta' })).toHaveValue(ruta.no_ruta)
  await page.keyboard.type('Comb')
  await page.keyboard.press('Tab')
  await page.keyboard.type('500.35')
  await page.getByLabel('Comprobante').selectOption('Factura')
  await page.getByLabel('NIT').fill('8977112-0')
  await page.getByLabel('No. de autorización').fill('d412a347-9720-44c0-a9cc-fde068f0a2e7')
  await expect(page.getByLabel('Serie')).toHaveValue('D412A347')
  await expect(page.getByLabel('Número', { exact: true })).toHaveValue('2535474368')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El NIT no es válido: revisa el último dígito.')).toBeVisible()
  await page.getByLabel('NIT').fill('0576937 k')
  await page.getByLabel('No. de autorización').fill('')
  await page.getByLabel('Serie').fill('a')
  await page.getByLabel('Número', { exact: true }).fill(numero)
  await page.keyboard.press('Enter')
  const refused = page.getByRole('alert').filter({ hasText: 'Esa factura ya está registrada: 20/11/2026' })
  await expect(refused).toContainText(ruta.no_ruta)
  await refused.getByRole('button', { name: 'Es compartida' }).press('Enter')
  await expect(page.getByLabel('Factura compartida con otro viaje')).toBeChecked()
  await page.getByLabel('Monto (Q)').press('Enter')
  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await popup.getByRole('button', { name: 'Otro gasto' }).click()
  // Pilot and trip stay filled in for the next receipt.
  await expectFocus(page, 'Concepto')
  await expect(page.getByRole('combobox', { name: 'Ruta' })).toHaveValue(ruta.no_ruta)
  await expect(page.getByLabel('Monto (Q)')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/mostrar-ruta/${ruta.id}`)
  const list = await request.get(`/api/movimientos?ruta_id=${ruta.id}`, { headers: bearer(login) })
  expect(await list.json()).toMatchObject({
    data: [
      { concepto: 'Combustible', monto: 500.35, compartida: true, nit: '576937K' },
      { concepto: 'Peaje' },
    ],
  })
})
