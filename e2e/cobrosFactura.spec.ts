import { expect } from '@playwright/test'
import { aClientToInvoice, aFactura } from './cobros.ts'
import { chooseRowMenuItem, test } from './support.ts'

// The form of an invoice.

test('an invoice that was saved: is edited again as it is stored', async ({ page, request, login }) => {
  const { id } = await aClientToInvoice(request, login, 0)
  const { name } = await aFactura(request, login, { cliente_id: id, monto: 500 })
  await page.goto(`/cobros?vista=facturas&buscar=${name}`)
  for (const [before, after] of [
    ['500.00', '600'],
    ['600.00', '700'],
  ] as const) {
    await chooseRowMenuItem(page, name, 'Editar')
    const monto = page.getByLabel('Monto (Q)')
    await expect(monto).toHaveValue(before)
    await monto.fill(after)
    await monto.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('Factura actualizada exitosamente')
    await page.keyboard.press('Enter')
  }
})
