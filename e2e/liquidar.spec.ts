import { expect, type Page } from '@playwright/test'
import { aDineroPiloto, aFoto, aGastoToReview, aMovimiento } from './dinero.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { bearer, test } from './support.ts'

// A settlement is one screen: receipts with photos, a running total, and few keys.

const saldo = (page: Page) => page.getByRole('region', { name: 'Liquidación' })

test('ten receipts of one pilot: are reviewed and settled in at most 40 keys', async ({
  page,
  request,
  login,
}) => {
  const { id, nombre } = await aDineroPiloto(request, login)
  await aMovimiento(request, login, 'anticipo', { chofer_id: id, monto: 1200, fecha: '2026-11-19' })
  const first = await aGastoToReview(request, login, {
    chofer_id: id,
    concepto: 'Combustible',
    monto: 500.35,
  })
  for (let n = 1; n < 10; n += 1)
    await aGastoToReview(request, login, { chofer_id: id, concepto: 'Peaje', monto: 20 + n })
  await page.goto('/dinero')
  await aFoto(page, request, login, first.id)
  await page.goto(`/dinero/piloto/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Liquidar a ${nombre}` })).toBeFocused()
  await expect(saldo(page)).toContainText('El piloto debe Q1,200.00')
  const rows = page.getByRole('list', { name: 'Movimientos' }).getByRole('listitem')
  await expect(rows).toHaveCount(11)

  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  // On a reviewed row A goes to the next one to review.
  await press('ArrowDown', 'a')
  await expect(rows.nth(1)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Ver .* en grande$/ }).locator('img')).toBeVisible()
  await press('a')
  await expect(rows.nth(2)).toBeFocused()
  await expect(saldo(page)).toContainText('El piloto debe Q699.65')
  for (let n = 0; n < 8; n += 1) await press('a')
  // Expenses 21 to 28: the settlement must not include the last one.
  await expect(saldo(page)).toContainText('El piloto debe Q503.65')
  await expect(rows.nth(10)).toBeFocused()
  await press('r')
  await expect(page.getByRole('dialog').getByLabel('Motivo')).toBeFocused()
  const reason = 'borroso'
  await page.keyboard.type(reason)
  keys += reason.length
  await press('Enter')
  await expect(rows).toHaveCount(10)
  await expect(page.getByText('Todo revisado')).toBeVisible()
  await press('l')
  const question = page.getByRole('alertdialog', { name: `¿Liquidar a ${nombre}?` })
  await expect(question).toContainText('10 movimientos. El piloto debe Q503.65.')
  await press('Tab', 'Enter')
  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await expect(popup).toContainText('Liquidación creada exitosamente: L-')
  await expect(popup.getByRole('button', { name: 'Imprimir' })).toBeVisible()
  await press('Enter')
  await expect(page.getByText('Nada por liquidar. El piloto debe Q503.65.')).toBeVisible()
  expect(keys).toBeLessThanOrEqual(40)

  const headers = bearer(login)
  const made = await request.get(`/api/liquidaciones?chofer_id=${id}`, { headers })
  expect(await made.json()).toMatchObject({ data: [{ anticipos: 1200, gastos: 696.35, saldo: 503.65 }] })
  const rejected = await request.get(`/api/movimientos?chofer_id=${id}&estado=anulado`, { headers })
  expect(await rejected.json()).toMatchObject({ data: [{ monto: 29, motivo: reason }] })
})

test('total: follows each tick; a concurrent change shows a message, and an administrador annuls', async ({
  page,
  request,
  login,
}) => {
  const { id, nombre } = await aDineroPiloto(request, login)
  await aMovimiento(request, login, 'anticipo', { chofer_id: id, monto: 500 })
  const gasto = await aMovimiento(request, login, 'gasto', {
    chofer_id: id,
    concepto: 'Otro',
    paga: 'piloto',
    monto: 800,
  })
  await page.goto(`/dinero/piloto/${id}`)
  await expect(saldo(page)).toContainText('Se le debe Q300.00')
  await page.getByRole('checkbox', { name: 'Elegir Gasto · Otro de Q800.00' }).uncheck()
  await expect(saldo(page)).toContainText('El piloto debe Q500.00')
  await page.getByRole('checkbox', { name: 'Elegir Gasto · Otro de Q800.00' }).check()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  const headers = bearer(login)
  const path = `/api/movimientos/${gasto.id}/estado`
  await request.put(path, { headers, data: { estado: 'registrado' } })
  const liquidar = async () => {
    await page.getByRole('button', { name: 'Liquidar', exact: true }).click()
    await page.getByRole('button', { name: 'Sí' }).click()
  }
  await liquidar()
  const failed = page.getByRole('alertdialog', { name: 'Error en la operación' })
  await expect(failed).toContainText('Los movimientos cambiaron. Recarga para ver los cambios.')
  await page.keyboard.press('Enter')
  // The list has been refetched.
  await page.getByRole('button', { name: '1 por revisar' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Gasto · Otro' })).toBeFocused()
  await page.getByRole('button', { name: 'Aprobar Gasto · Otro de Q800.00' }).click()
  await expect(saldo(page)).toContainText('Se le debe Q300.00')
  await expect(page.getByRole('link', { name: 'Pagar Q300.00' })).toHaveAttribute('href', /registro=pago/)
  await expect
    .poll(async () => (await (await request.get(path.replace('/estado', ''), { headers })).json()) as object)
    .toMatchObject({ data: { estado: 'aprobado' } })
  await liquidar()
  const saved = page.waitForEvent('download')
  await page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' }).getByText('Imprimir').click()
  expect((await saved).suggestedFilename()).toMatch(/^liquidacion_L-\d{4,}\.pdf$/)
  await page.getByRole('link', { name: /^Ver la liquidación L-/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Liquidación L-\d{4,}$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sumas' })).toContainText('Se le debe Q300.00')
  await expect(page.getByText('Cerrada', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Anular' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Anular' }).click()
  await expect(dialog.getByText('Este campo es obligatorio.')).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Faltó una factura')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Anulada', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Anular' })).toBeHidden()
  await expect(page.getByText('«Faltó una factura». Sus movimientos volvieron a quedar')).toBeVisible()
  await expect(page.getByText('Ya no tiene movimientos.')).toBeVisible()
  await page.getByRole('link', { name: nombre }).click()
  await expect(saldo(page)).toContainText('Se le debe Q300.00')
})
