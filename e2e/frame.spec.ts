import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './accessible.ts'
import { aCamion, allowPointer, aPiloto, make, rutaValues, test } from './support.ts'

test('the phone shows cards, and the menu as an overlay that closes outside and on Esc', async ({
  page,
  request,
  login,
}) => {
  const { placa } = await aCamion(request, login)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/camiones?buscar=${placa}`)
  await expect(page.getByRole('list', { name: 'Camiones' }).getByRole('listitem')).toHaveCount(1)
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await expect(menu).toBeVisible()
  await page.mouse.click(380, 400)
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(menu).toBeHidden()
})

test('the sidebar opens under the mouse, and pinned or hidden is remembered', async ({ page }) => {
  await page.goto('/camiones')
  const sidebar = page.getByRole('complementary')
  /** What is left of the sidebar's edge is seen; the rest of a label is cut off. */
  const showsLabels = () =>
    sidebar.evaluate((element) => {
      const written = document.createRange()
      written.selectNodeContents(element.querySelector('a[href="/camiones"]') ?? element)
      return written.getBoundingClientRect().right <= element.getBoundingClientRect().right
    })
  expect(await showsLabels()).toBe(false)
  await sidebar.hover()
  await expect.poll(showsLabels).toBe(true)
  await page.getByRole('button', { name: 'Fijar el menú' }).click()
  await page.mouse.move(900, 600)
  await page.reload()
  await expect.poll(showsLabels).toBe(true)
  const toggle = page.getByRole('button', { name: 'Ocultar el menú' })
  const ground = await toggle.evaluate((element) => getComputedStyle(element).backgroundColor)
  await toggle.click()
  // Under the mouse too its light icon stands on the frame's dark ground.
  await expect(page.getByRole('button', { name: 'Mostrar el menú' })).toHaveCSS('background-color', ground)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Mostrar el menú' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden()
})

test('the theme follows the system until it is switched, and the choice is remembered', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard')
  const dark = await background()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).not.toBe(dark)
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click()
  await expect.poll(background).toBe(dark)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Usar tema claro' })).toBeVisible()
  expect(await background()).toBe(dark)
})

test('Ctrl+K finds pages and records, without a mouse, and old answers never stand over newer ones', async ({
  page,
  request,
  login,
}) => {
  await allowPointer(page, 'none')
  const values = await rutaValues(request, login)
  const { choferId: chofer_id } = await aPiloto(request, login)
  const { id } = await make(request, login, '/api/rutas', { ...values, chofer_id, fecha: '2026-11-20' })
  const { placa, id: camion } = await aCamion(request, login)
  await page.goto('/camiones')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Buscar' })
  const field = dialog.getByRole('combobox')
  const options = dialog.getByRole('option')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(options.first()).toBeVisible()
  await page.keyboard.type('camion')
  await expect(dialog.getByRole('group', { name: 'Páginas' }).getByRole('option')).toHaveText([
    /^Camiones/,
    /^Ingresar Camión/,
  ])
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('zz qq')
  await expect(dialog.getByText('Nada coincide con «zz qq».')).toBeVisible()
  // Words so short are looked for in the newest trips alone.
  await expect(options).toHaveText([/^Ver todas las rutas con «zz qq»/])
  await expectAccessible(page)

  // The answer to what was typed before comes late.
  await page.route('**/api/buscar?buscar=zz', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.fulfill({
      json: { success: true, data: { rutas: [{ id: 1, texto: 'TARDE', detalle: '' }] } },
    })
  })
  await page.keyboard.press('Control+A')
  const asked = page.waitForRequest('**/api/buscar?buscar=zz')
  await page.keyboard.type('zz')
  await asked
  await page.keyboard.press('Control+A')
  await page.keyboard.type(values.no_ruta.toLowerCase())
  await expect(options.first()).toContainText(values.no_ruta)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  await expect(await opened).toHaveURL(`/mostrar-ruta/${id}`)
  await expect(options.first()).toContainText(values.no_ruta)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/mostrar-ruta/${id}`)

  // Enter follows the first one also where it is pressed before the answer comes.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(placa)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/mostrar-camiones/${camion}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a search that fails says so, and asks again', async ({ page }) => {
  await page.route('**/api/buscar*', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto('/camiones')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Buscar' })
  await page.keyboard.type('nadie de aquí')
  await expect(dialog.getByText('No se pudo buscar.')).toBeVisible()
  await page.unroute('**/api/buscar*')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Nada coincide con «nadie de aquí».')).toBeVisible()
})

test('a list has its keys where nothing is typed in', async ({ page, request, login }) => {
  const { placa, id } = await aCamion(request, login)
  await page.goto(`/camiones?buscar=${placa}`)
  await expect(page.getByRole('link', { name: placa })).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(keys).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type('n/e?')
  await expect(search).toHaveValue(`${placa}n/e?`)
  await search.fill(placa)
  await expect(page).toHaveURL(`/camiones?buscar=${placa}`)

  await heading.focus()
  await page.keyboard.press('e')
  await page.keyboard.press('Control+e')
  await page.keyboard.press('Alt+n')
  await page.getByRole('button', { name: `Acciones de ${placa}` }).focus()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(`/editar-camiones/${id}`)
  await page.goBack()
  await expect(heading).toBeFocused()
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/ingresar-camiones')
})
