import { expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { aCamion, test } from './support.ts'

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
