import { expect } from '@playwright/test'
import { aDineroPiloto, aMovimiento, visitAs } from './dinero.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { expectMenu } from './keyboard.ts'
import { aCrew, aRuta } from './rutas.ts'
import { test } from './support.ts'

// Money permissions on each screen.

test('gestionar_dinero alone: starts at money, writes and settles, and sees no margin', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aDineroPiloto(request, login)
  await aMovimiento(request, login, 'anticipo', { chofer_id: id, monto: 100 })
  await visitAs(page, request, login, [9])
  await page.goto('/')
  await expect(page).toHaveURL('/dinero')
  await expectMenu(page, ['Dinero', 'Combustible'])
  const views = page.getByRole('navigation', { name: 'Dinero' }).getByRole('link')
  await expect(views).toHaveText(['Pilotos', 'Movimientos', 'Liquidaciones'])
  await expect(page.getByRole('link', { name: '+ Anticipo' })).toBeVisible()
  await page.goto('/dinero?vista=margen')
  await expect(views.first()).toHaveAttribute('aria-current', 'page')
  await page.goto(`/dinero/piloto/${id}`)
  await expect(page.getByRole('button', { name: 'Liquidar', exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Secciones Disponibles' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Dinero/ })).toHaveAttribute(
    'href',
    '/dinero',
  )
})

test('ver_dinero alone: sees everything and writes nothing', async ({ page, request, login }) => {
  const { id } = await aDineroPiloto(request, login)
  const { id: movimiento } = await aMovimiento(request, login, 'anticipo', { chofer_id: id, monto: 100 })
  await visitAs(page, request, login, [8])
  await page.goto('/dinero?registro=anticipo')
  await expect(page.getByRole('link', { name: 'Margen' })).toBeVisible()
  await expect(page.getByRole('link', { name: '+ Anticipo' })).toHaveCount(0)
  await page.goto(`/dinero/piloto/${id}`)
  await expect(page.getByText('El piloto debe Q100.00')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Liquidar|Aprobar|Rechazar/ })).toHaveCount(0)
  await page.goto(`/dinero?movimiento=${movimiento}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Anticipo · Q100.00' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Editar' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Anular' })).toHaveCount(0)
})

test('neither money permission: has no entry, tab or page', async ({ page, request, login }) => {
  const ruta = await aRuta(request, login, await aCrew(request, login))
  await aMovimiento(request, login, 'gasto', {
    concepto: 'Peaje',
    paga: 'empresa',
    ruta_id: ruta.id,
    monto: 20,
  })
  await visitAs(page, request, login, [], [4, 6])
  await page.goto(`/mostrar-ruta/${ruta.id}`)
  await expect(page.getByRole('tab', { name: 'Línea de tiempo' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Dinero' })).toHaveCount(0)
  await expect(
    page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Dinero' }),
  ).toHaveCount(0)
  for (const path of ['/dinero', '/dinero/piloto/1', '/dinero/liquidacion/1', '/combustible']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Acceso Denegado' })).toBeVisible()
  }
})

test('lists, form and movement: pass axe', async ({ page, request, login }) => {
  const { id, word } = await aDineroPiloto(request, login)
  const gasto = await aMovimiento(request, login, 'gasto', {
    chofer_id: id,
    concepto: 'Combustible',
    paga: 'piloto',
    monto: 100,
    comprobante: 'factura',
    nit: 'CF',
  })
  for (const vista of ['', 'movimientos', 'liquidaciones', 'margen']) {
    await page.goto(`/dinero?vista=${vista}&buscar=${vista === 'margen' ? '' : word}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Dinero' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await expectNoOverflow(page)
  }
  await page.goto('/dinero?registro=gasto')
  await page.getByLabel('Comprobante').selectOption('Factura')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Este campo es obligatorio.').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.goto(`/dinero?movimiento=${gasto.id}`)
  await expect(page.getByRole('region', { name: 'Archivos' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  // On a phone the filters are folded; the button tells how many are set.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [estado, name] of [
    ['', 'Filtros'],
    ['anulado', 'Filtros (1)'],
  ] as const) {
    await page.goto(`/dinero?vista=movimientos&estado=${estado}`)
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-expanded', 'false')
  }
})
