import { expect } from '@playwright/test'
import { aCamion, chooseRowMenuItem, test, unique } from './support.ts'

test('cached list: is shown at once, then refetched', async ({ page, request, login }) => {
  const marca = unique('M')
  const first = await aCamion(request, login, { marca })
  await page.goto(`/camiones?buscar=${marca}`)
  await expect(page.getByRole('link', { name: first.placa })).toBeVisible()
  await page.getByRole('link', { name: 'Clientes' }).click()
  await expect(page.getByRole('heading', { name: 'Clientes' })).toBeVisible()

  const second = await aCamion(request, login, { marca })
  const { promise: line, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route('**/api/camiones?*', async (route) => {
    await line
    await route.continue()
  })
  await page.goBack()
  await expect(page.getByRole('link', { name: first.placa })).toBeVisible()
  await expect(page.getByRole('link', { name: second.placa })).toBeHidden()
  comesBack()
  await expect(page.getByRole('link', { name: second.placa })).toBeVisible()
})

test('slow request: shows its progress for a first list, its next page and a save', async ({
  page,
  request,
  login,
}) => {
  const marca = unique('M')
  for (let count = 0; count < 6; count += 1) await aCamion(request, login, { marca })
  const held: (() => void)[] = []
  await page.route('**/api/camiones**', async (route) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held.push(resolve)
    await promise
    await route.continue()
  })
  const goOn = () => {
    for (const each of held.splice(0)) each()
  }
  await page.goto(`/camiones?buscar=${marca}`)
  await expect(page.getByText('Cargando camiones…')).toBeAttached()
  await expect.poll(() => held.length).toBe(1)
  goOn()
  await expect(page.locator('tbody tr')).toHaveCount(5)

  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.locator('[aria-busy=true]')).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(5)
  await expect.poll(() => held.length).toBe(1)
  goOn()
  await expect(page.locator('tbody tr')).toHaveCount(1)

  await page.goto('/ingresar-camiones')
  const placa = unique('P')
  for (const [label, text] of [
    ['Placa', placa],
    ['Marca', marca],
    ['Modelo', 'M2'],
    ['Color', 'Rojo'],
    ['Tipo', 'Cabezal'],
    ['Tarjeta de circulación', 'TC-1'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Guardar/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => held.length).toBe(1)
  goOn()
  await expect(page.getByRole('alertdialog')).toContainText('Camión creado exitosamente')
})

for (const [where, size] of [
  ['on a desk', { width: 1280, height: 720 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`focus ${where}: stays on the page when its element disappears, for a deleted row and an empty list`, async ({
    page,
    request,
    login,
  }) => {
    await page.setViewportSize(size)
    const marca = unique('M')
    const { placa } = await aCamion(request, login, { marca })
    await aCamion(request, login, { marca })
    await page.goto(`/camiones?buscar=${marca}`)
    const rows = page.getByRole('button', { name: /^Acciones de/ })
    await expect(rows).toHaveCount(2)
    const { promise: line, resolve: comesBack } = Promise.withResolvers<void>()
    await page.route('**/api/camiones?*', async (route) => {
      await line
      await route.continue()
    })
    await chooseRowMenuItem(page, placa, 'Eliminar')
    await page.getByRole('button', { name: 'Sí', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Continuar' }).press('Enter')
    await expect(page.getByRole('button', { name: `Acciones de ${placa}` })).toBeFocused()
    comesBack()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Camiones' })).toBeFocused()

    await page.route('**/api/rutas?*', async (route) => {
      const response = await route.fetch()
      const paginacion = { pagina: 1, porPagina: 5, total: 0, paginas: 0, exacto: true }
      await route.fulfill({ response, json: { success: true, message: '', data: [], count: 0, paginacion } })
    })
    await page.goto('/rutas?estado=Entregado')
    await page.getByRole('button', { name: 'Quitar los filtros' }).press('Enter')
    await expect(page.getByText('Todavía no hay rutas.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Rutas' })).toBeFocused()
  })
