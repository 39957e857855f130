import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { createRecord, test, unique } from './support.ts'

const address = '/api/docs'

test('API page: finds calls by path, text, permission and field', async ({ page }) => {
  await page.goto(address)
  const search = page.getByRole('searchbox', { name: 'Buscar' })
  const found = page.getByRole('status')
  const shown = page.locator('summary:visible')
  const all = await shown.count()
  expect(all).toBeGreaterThan(250)
  await expect(found).toHaveText('')

  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.fill('MÁRGEN exportar')
  await expect(found).toHaveText('1 resultado.')
  await expect(shown).toHaveText(/^GET \/api\/margen\/exportar/)
  // Only the groups with results are offered.
  await expect(page.getByRole('navigation', { name: 'Grupos' }).getByRole('link')).toHaveText(['margen'])
  await expect(page.getByRole('heading', { name: 'Primeros pasos' })).toBeHidden()

  await search.fill('asignar_nada')
  await expect(found).toHaveText('Nada coincide.')
  await search.fill('tarjeta_circulacion')
  await expect(page.locator('summary:visible', { hasText: 'CamionValues' })).toBeVisible()
  await search.fill('gestionar_cobros anular factura')
  await expect(page.locator('summary:visible', { hasText: '/api/facturas/{id}/anular' })).toBeVisible()

  // A link to what the search hides ends the search, and opens it.
  await search.fill('/api/rutas crear ruta')
  await page.locator('details:has(#createRuta) summary').click()
  await page.getByRole('link', { name: 'RutaValues' }).first().click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('cell', { name: 'Qué se lleva, como se escribió.' }).first()).toBeVisible()
  await search.fill('margen')
  await search.press('Escape')
  await expect(shown).toHaveCount(all)
})

test('API page: opens the call of its address', async ({ page }) => {
  await page.goto(`${address}#createRuta`)
  await expect(page.locator('#createRuta').getByText('Pide el permiso crear_rutas.')).toBeInViewport()
})

test('API page: its curl works when pasted with a token', async ({ page, request, login }) => {
  const { id } = await createRecord(request, login, '/api/usuarios', {
    username: unique('api').toLowerCase(),
    password: 'caminos largos 1',
    rol_id: 3,
    estado: 'activo',
    permisos: [4],
  })
  const tokens = `/api/usuarios/${id}/tokens`
  const { token } = await createRecord<{ token: string }>(request, login, tokens, { nombre: 'Prueba' })
  await page.goto(address)
  const command = page.getByLabel('Comando')
  await expect(command).toContainText(new URL(page.url()).origin)
  await page.getByLabel('Tu token').fill(` ${token}"; echo `)
  const text = await command.innerText()
  expect(text).toContain(`Bearer ${token}echo"`)
  await page.getByLabel('Tu token').fill(` ${token} `)
  const output = execFileSync('sh', ['-c', await command.innerText()], { encoding: 'utf8', stdio: 'pipe' })
  expect(JSON.parse(output)).toMatchObject({ success: true, paginacion: { porPagina: 5 } })

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = page.locator('#copiar')
  await copy.click()
  await expect(copy).toHaveText('Copiado')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await command.innerText())
})

test('API page: has the theme of the app, at every width and in both themes without a violation', async ({
  page,
}) => {
  await page.goto(`${address}#createRuta`)
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click()
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto(`${address}#createRuta`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => localStorage.removeItem('theme'))
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Primeros pasos' })).toBeVisible()
    await expectAccessible(page)
  }
  await expectNoOverflow(page)
})
