import { expect } from '@playwright/test'
import { aFactura } from './cobros.ts'
import { aCarga } from './combustible.ts'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, createRecord, test } from './support.ts'

test('form at 200 % zoom: has 70 % of the height', async ({ page }) => {
  await page.setViewportSize({ width: 683, height: 384 })
  await page.goto('/ingresar-ruta')
  await expect(page.getByLabel('Hora')).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 600))
  const form = page.locator('main form')
  await expect
    .poll(() => page.evaluate(() => document.querySelector('header')!.getBoundingClientRect().bottom))
    .toBeLessThanOrEqual(0)
  const footer = await form.getByRole('button', { name: 'Guardar' }).locator('xpath=..').boundingBox()
  expect(footer!.y + footer!.height).toBeLessThanOrEqual(384.5)
  expect(footer!.y).toBeGreaterThanOrEqual(0.7 * 384)
  await expectAccessible(page)
})

test('wide screen: forms, panels and lists share one width of 1920 px', async ({ page, request, login }) => {
  const { id } = await aCamion(request, login)
  await page.setViewportSize({ width: 1920, height: 1080 })
  const addresses = [
    '/camiones',
    '/ingresar-ruta',
    `/mostrar-camiones/${id}`,
    '/bitacora',
    '/tablero',
    '/ajustes',
  ]
  const widths = new Set<number>()
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toBeVisible()
    widths.add(Math.round((await page.getByRole('main').boundingBox())!.width))
    await expectNoOverflow(page)
  }
  expect([...widths]).toHaveLength(1)
  expect([...widths][0]).toBeGreaterThan(1650)
})

test('filters of fill-ups: have two lines at 1366 px, with Estado and Lleno folded', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/combustible')
  const topOf = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())!.y
  await expect.poll(async () => (await topOf('Mis vistas')) === (await topOf('Limpiar'))).toBe(true)
  await expect(page.getByLabel('Lleno')).toHaveCount(0)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await page.getByLabel('Lleno').selectOption('Sí')
  await expect(page).toHaveURL('/combustible?lleno=si')
  await page.reload()
  await expect(page.getByLabel('Lleno')).toHaveValue('si')
})

test('pinned menu at 1366 px: margins, invoices and fill-ups show all columns', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew, {
    origen: 'Guatemala, zona 12, Avenida Petapa 42-51',
    precio: 9_999_999.99,
    estado: 'Entregado',
  })
  await aFactura(request, login, { cliente_id: crew.cliente.id, monto: 999_999.99, vence: '2026-11-21' })
  const carga = { camion_id: crew.camion.id, chofer_id: crew.chofer.id }
  for (const km of [100_000, 99_000]) await aCarga(request, login, { ...carga, km })
  await page.addInitScript(() => localStorage.setItem('menu', 'fijo'))
  await page.setViewportSize({ width: 1366, height: 768 })
  const margen = '/dinero?vista=margen&desde=2026-11-01&hasta=2026-11-21'
  for (const [address, last] of [
    [margen, 'Margen directo %'],
    [`${margen}&por=trayecto`, 'Margen directo %'],
    [`${margen}&por=mes`, 'Margen directo %'],
    [`/cobros?vista=facturas&cliente_id=${crew.cliente.id}`, 'Estado'],
    [`/combustible?camion_id=${crew.camion.id}`, 'Estado'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('row').nth(1).getByRole('cell').nth(2)).toBeVisible()
    await expect(page.locator('main .animate-pulse')).toHaveCount(0)
    const heading = page.getByRole('columnheader', { name: last })
    await expect(heading).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('La tabla sigue hacia los lados')).toBeHidden()
  }
  await page.goto(`${margen}&por=mes`)
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('%')
})

test('phone: a long state is not cut', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew, { no_ruta: `${crew.word}-1`, fecha: '2026-01-05', estado: 'En curso' })
  await createRecord(request, login, '/api/choferes', {
    nombre: 'Ana',
    apellido: crew.word,
    telefono: '55551234',
    tipo_licencia: 'A',
    vencimiento: '2020-01-05',
  })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, text] of [
    [`/rutas?buscar=${crew.word}-1`, 'Con retraso'],
    [`/vencimientos?buscar=${crew.word}`, 'Venció hace'],
  ] as const) {
    await page.goto(address)
    const chip = page.getByRole('listitem').getByText(text)
    await expect(chip).toBeVisible()
    const cut = await chip.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      const around = element.parentElement!.getBoundingClientRect()
      return left < around.left - 0.5 || right > around.right + 0.5
    })
    expect(cut, address).toBe(false)
    await expectNoOverflow(page)
  }
})
