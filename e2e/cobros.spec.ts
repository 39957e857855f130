import { expect, type Page } from '@playwright/test'
import { aClientToInvoice, aFactura, aUuid } from './cobros.ts'
import { expectFocus } from './keyboard.ts'
import { bearer, createRecord, test } from './support.ts'

// Invoices and payments by keyboard, with the number of keys.

/** Counts the pressed keys; a character of a typed text is one. */
function countKeys(page: Page) {
  let count = 0
  return {
    press: async (key: string, times = 1) => {
      count += times
      for (let each = 0; each < times; each += 1) await page.keyboard.press(key)
    },
    type: async (text: string) => {
      count += text.length
      await page.keyboard.type(text)
    },
    count: () => count,
  }
}

/** Pastes into the element that has the focus, as Ctrl+V does. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (document.activeElement?.dispatchEvent(event)) document.execCommand('insertText', false, pasted)
  }, text)

const serieOf = (uuid: string) => uuid.slice(0, 8)
const numeroOf = (uuid: string) => String(Number.parseInt(uuid.slice(8, 16), 16))

test('ten delivered trips of one client: are invoiced by at most 14 keys and one paste', async ({
  page,
  request,
  login,
}) => {
  const { nombre, word, id, rutas } = await aClientToInvoice(request, login, 10)
  const uuid = aUuid()
  await page.goto(`/cobros/cliente/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: nombre })).toBeFocused()
  const trips = page.getByRole('region', { name: 'Viajes por facturar' })
  await expect(trips.getByText('0 viajes · Q0.00')).toBeVisible()
  const keys = countKeys(page)
  await keys.press('ArrowDown')
  await keys.press('Space')
  await expect(trips.getByText('1 viaje · Q1,000.00 con IVA')).toBeVisible()
  await keys.press('Shift+ArrowDown')
  await expect(trips.getByText('2 viajes · Q2,001.00')).toBeVisible()
  await keys.press('Shift+ArrowDown', 8)
  await expect(trips.getByText('10 viajes · Q10,045.00')).toBeVisible()
  await expect(page.getByLabel('Monto (Q)')).toHaveValue('10045.00')
  await paste(page, uuid)
  await expectFocus(page, 'Autorización')
  await expect(page.getByLabel('Serie')).toHaveValue(serieOf(uuid))
  await expect(page.getByLabel('Número', { exact: true })).toHaveValue(numeroOf(uuid))
  await keys.press('Enter')
  const popup = page.getByRole('alertdialog')
  await expect(popup).toContainText('Factura creada exitosamente')
  await keys.press('Enter')
  await expect(popup).toBeHidden()
  expect(keys.count()).toBeLessThanOrEqual(14)
  await expect(page.getByText('Todos los viajes entregados están facturados.')).toBeVisible()
  const answer = await request.get(`/api/facturas?buscar=${word}`, { headers: bearer(login) })
  expect(await answer.json()).toMatchObject({
    data: [{ serie: serieOf(uuid), monto: 10_045, diferencia: 0 }],
  })
  await page.goto(`/mostrar-ruta/${rutas[0]!.id}`)
  await page.getByRole('link', { name: `Factura ${serieOf(uuid)}-${numeroOf(uuid)}` }).click()
  await expect(page.getByRole('table', { name: 'Viajes' }).getByRole('row')).toHaveCount(11)
})

test('all trips at once: T ticks them and leads to the authorization', async ({ page, request, login }) => {
  const { id } = await aClientToInvoice(request, login, 3)
  await page.goto(`/cobros/cliente/${id}`)
  await expect(page.getByText('0 viajes · Q0.00')).toBeVisible()
  await page.keyboard.press('t')
  await expect(page.getByText('3 viajes · Q3,003.00')).toBeVisible()
  await expectFocus(page, 'Autorización')
  // Another amount than the sum shows the difference.
  await page.getByLabel('Monto (Q)').fill('3,253.00')
  await expect(page.getByText('Diferencia Q250.00')).toBeVisible()
  await page.getByLabel('Serie').fill('A')
  await page.getByLabel('Número', { exact: true }).fill(`${Date.now()}`)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ver factura' }).click()
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('Diferencia Q250.00')
})

test('a payment of three invoices: takes at most 20 keys, with the suggested withholdings', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aClientToInvoice(request, login, 0)
  await request.put(`/api/clientes/${id}/fiscal`, {
    headers: bearer(login),
    data: { retiene_iva: true, version: 0 },
  })
  for (let each = 0; each < 3; each += 1) await aFactura(request, login, { cliente_id: id, monto: 11_200 })
  await page.goto(`/cobros/cliente/${id}`)
  await expect(page.getByRole('table', { name: 'Facturas pendientes' }).getByRole('row')).toHaveCount(4)
  const keys = countKeys(page)
  await keys.press('ArrowDown')
  await keys.press('Shift+ArrowDown', 2)
  await expect(page.getByText('3 facturas · Q33,600.00')).toBeVisible()
  await keys.press('c')
  await expectFocus(page, 'Forma')
  await expect(page.getByText('Cobro Q33,060.00')).toBeVisible()
  for (const monto of await page.getByLabel('Monto (Q)').all()) await expect(monto).toHaveValue('11020.00')
  for (const iva of await page.getByLabel('Retención IVA (Q)').all()) await expect(iva).toHaveValue('180.00')
  await keys.type('T')
  await keys.press('Tab')
  await keys.type('BI-4471')
  await keys.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Cobro creado exitosamente')
  await keys.press('Enter')
  expect(keys.count()).toBeLessThanOrEqual(20)
  await expect(page.getByText('Sin facturas pendientes.')).toBeVisible()
  const answer = await request.get(`/api/cobros?cliente_id=${id}`, { headers: bearer(login) })
  expect(await answer.json()).toMatchObject({
    data: [{ forma: 'Transferencia', referencia: 'BI-4471', monto: 33_060, retencion_iva: 540 }],
  })
})

test('an invoice: is paid, the payment is voided, then the invoice', async ({ page, request, login }) => {
  const { id, nombre, rutas } = await aClientToInvoice(request, login, 1)
  const factura = await aFactura(request, login, { cliente_id: id, rutas: [{ ruta_id: rutas[0]!.id }] })
  await page.goto(`/cobros/factura/${factura.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Factura ${factura.name}` })).toBeVisible()
  await expect(page.getByText('Todavía no tiene cobros.')).toBeVisible()
  await page.getByRole('link', { name: '+ Cobro' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Cobro de ${nombre}` })).toBeVisible()
  await expect(page.getByLabel('Monto (Q)')).toHaveValue('1000.00')
  await page.getByLabel('Monto (Q)').fill('1,000.01')
  await page.getByLabel('Forma').selectOption('Cheque')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alert')).toContainText('El cobro pasa del saldo (Q1,000.00).')
  await page.getByLabel('Monto (Q)').fill('600')
  await expect(page.getByText('Queda Q400.00')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('Q400.00')
  await page.getByRole('button', { name: 'Anular', exact: true }).click()
  await page.getByLabel('Motivo').fill('Se emitió dos veces')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('La factura tiene cobros. Anúlalos primero.')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí' }).click()
  await page.getByRole('button', { name: 'Anular cobro' }).click()
  await page.getByLabel('Motivo').fill('Cheque rechazado')
  await page.keyboard.press('Enter')
  await expect(page.getByText('«Cheque rechazado»')).toBeVisible()
  await page.getByRole('button', { name: 'Anular', exact: true }).click()
  await page.getByLabel('Motivo').fill('Se emitió dos veces')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '«Se emitió dos veces»' })).toBeVisible()
  await page.goto(`/mostrar-ruta/${rutas[0]!.id}`)
  await expect(page.getByText('Sin facturar')).toBeVisible()
})

test('a number that is registered: links the existing invoice', async ({ page, request, login }) => {
  const { id, word, nombre } = await aClientToInvoice(request, login, 0)
  const factura = await aFactura(request, login, { cliente_id: id, monto: 100 })
  await page.goto('/cobros?vista=facturas')
  await page.getByRole('link', { name: '+ Factura' }).first().click()
  await expectFocus(page, 'Cliente')
  await page.keyboard.type(word)
  await page.getByRole('option').filter({ hasText: nombre, visible: true }).click()
  await page.getByLabel('Serie').fill('E2E')
  await page.getByLabel('Número', { exact: true }).fill(factura.name.slice(4))
  await page.getByLabel('Monto (Q)').fill('50')
  await page.keyboard.press('Enter')
  const refused = page
    .getByRole('alert')
    .filter({ hasText: `La factura ${factura.name} ya está registrada.` })
  await expect(refused.getByRole('link')).toHaveAttribute('href', `/cobros/factura/${factura.id}`)
})

test("the owner's panel: shows the sums of the lists", async ({ page, request, login }) => {
  const { id } = await aClientToInvoice(request, login, 1)
  await createRecord(request, login, '/api/facturas', {
    cliente_id: id,
    serie: 'P',
    numero: String(Date.now()),
    fecha: '2026-01-05',
    monto: 700,
  })
  const unbilled = (await (await request.get('/api/por-facturar', { headers: bearer(login) })).json()) as {
    data: { viajes: number }[]
  }
  const trips = unbilled.data.reduce((sum, { viajes }) => sum + viajes, 0)
  await page.goto('/admin-dashboard')
  const panel = page.getByRole('region', { name: 'Cobros' })
  await expect(panel.getByRole('link', { name: /^Sin facturar: / })).toHaveAttribute('href', '/cobros')
  await expect(
    panel.getByRole('link', { name: /^Sin facturar: \d[\d,]* viajes? · Q.+ con IVA$/ }),
  ).toBeVisible()
  await expect(
    panel.getByRole('link', { name: /^Vencido por cobrar: Q[\d,.]+ de \d+ clientes?$/ }),
  ).toHaveAttribute('href', '/cobros?vista=por-cobrar')
  expect(trips).toBeGreaterThan(0)
})
