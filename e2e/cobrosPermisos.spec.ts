import { expect } from '@playwright/test'
import { aClientToInvoice, aFactura } from './cobros.ts'
import { visitAs } from './dinero.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { expectMenu } from './keyboard.ts'
import { createRecord, test } from './support.ts'

// Permissions, empty states and accessibility of invoices and payments.

test('gestionar_cobros alone: starts at the trips to invoice, and opens no trip', async ({
  page,
  request,
  login,
}) => {
  const { id, nombre, rutas } = await aClientToInvoice(request, login, 1)
  const factura = await aFactura(request, login, { cliente_id: id, rutas: [{ ruta_id: rutas[0]!.id }] })
  await visitAs(page, request, login, [10])
  await page.goto('/')
  await expect(page).toHaveURL('/cobros')
  await expectMenu(page, ['Cobros'])
  const views = page.getByRole('navigation', { name: 'Cobros' }).getByRole('link')
  await expect(views).toHaveText(['Por facturar', 'Facturas', 'Cobros', 'Por cobrar'])
  await page.goto(`/cobros/factura/${factura.id}`)
  await expect(page.getByText(rutas[0]!.no_ruta)).toBeVisible()
  await expect(page.getByRole('link', { name: rutas[0]!.no_ruta })).toHaveCount(0)
  await page.getByRole('link', { name: nombre }).click()
  await expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByRole('link', { name: /Cobros/ })).toHaveAttribute(
    'href',
    '/cobros',
  )
})

test('without gestionar_cobros: has no entry, link or page', async ({ page, request, login }) => {
  const { id, rutas } = await aClientToInvoice(request, login, 1)
  await visitAs(page, request, login, [8, 9], [1, 4, 6])
  await page.goto(`/mostrar-ruta/${rutas[0]!.id}`)
  await page.getByRole('tab', { name: 'Dinero' }).click()
  await expect(page.getByText('Margen directo', { exact: true })).toBeVisible()
  await expect(page.getByText(/Sin facturar|Factura /)).toHaveCount(0)
  await page.goto(`/mostrar-clientes/${id}`)
  await expect(page.getByRole('link', { name: 'Editar' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cobros' })).toHaveCount(0)
  for (const path of ['/cobros', `/cobros/cliente/${id}`, '/cobros/factura/1']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Acceso Denegado' })).toBeVisible()
  }
})

test("the trip's tab and the client's page: lead to invoice and account", async ({
  page,
  request,
  login,
}) => {
  const { id, nombre, rutas } = await aClientToInvoice(request, login, 2)
  const factura = await aFactura(request, login, { cliente_id: id, rutas: [{ ruta_id: rutas[0]!.id }] })
  await page.goto(`/mostrar-ruta/${rutas[0]!.id}`)
  await page.getByRole('tab', { name: 'Dinero' }).click()
  await expect(
    page.getByRole('tabpanel').getByRole('link', { name: `Factura ${factura.name}` }),
  ).toHaveAttribute('href', `/cobros/factura/${factura.id}`)
  await page.goto(`/mostrar-ruta/${rutas[1]!.id}`)
  await expect(page.getByText('Sin facturar')).toBeVisible()
  await page.goto(`/mostrar-clientes/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Cobros', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/mostrar-clientes/${id}`)
})

for (const [vista, call, data, text] of [
  ['', 'por-facturar', [], 'Todos los viajes entregados están facturados.'],
  ['facturas', 'facturas', [], 'Todavía no hay facturas.'],
  ['cobros', 'cobros', [], 'Todavía no hay cobros. Se registran en la factura o en la página del cliente.'],
  ['por-cobrar', 'por-cobrar', { corte: '2026-11-27', filas: [], totales: {} }, 'Nadie debe nada.'],
] as const)
  test(`view ${vista || 'por-facturar'}: says so when it is empty`, async ({ page }) => {
    const paginacion = { pagina: 1, porPagina: 20, total: 0, paginas: 0, exacto: true }
    await page.route(new RegExp(`/api/${call}(\\?|$)`), (route) =>
      route.fulfill({
        json: {
          success: true,
          message: '',
          data,
          count: 0,
          ...((vista === 'facturas' || vista === 'cobros') && { paginacion }),
        },
      }),
    )
    await page.goto(`/cobros?vista=${vista}`)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

test('lists, client, invoice and forms: pass axe', async ({ page, request, login }) => {
  const { id, word, rutas } = await aClientToInvoice(request, login, 2)
  const factura = await aFactura(request, login, {
    cliente_id: id,
    fecha: '2026-01-05',
    rutas: [{ ruta_id: rutas[0]!.id }],
  })
  await createRecord(request, login, '/api/cobros', {
    cliente_id: id,
    fecha: '2026-11-20',
    forma: 'Cheque',
    aplicaciones: [{ factura_id: factura.id, monto: 10 }],
  })
  for (const path of [
    '/cobros',
    `/cobros?vista=facturas&buscar=${word}`,
    `/cobros?vista=cobros&buscar=${word}`,
    '/cobros?vista=por-cobrar',
    `/cobros/cliente/${id}`,
    `/cobros/factura/${factura.id}`,
    `/cobros?registro=${factura.id}`,
    `/cobros?cobro=${id}&facturas=${factura.id}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await expectNoOverflow(page)
  }
  await page.goto(`/cobros/cliente/${id}`)
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('NIT').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El NIT no es válido: revisa el último dígito.')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})
