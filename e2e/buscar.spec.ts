import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCamion, allowOnlyPointer, aPiloto, bearer, createRecord, rutaValues, test } from './support.ts'

test('Ctrl+K: finds pages and records by keyboard, and late responses never replace newer ones', async ({
  page,
  request,
  login,
}) => {
  await allowOnlyPointer(page, 'none')
  const values = await rutaValues(request, login)
  const { choferId: chofer_id } = await aPiloto(request, login)
  const { id } = await createRecord(request, login, '/api/rutas', {
    ...values,
    chofer_id,
    fecha: '2026-11-20',
  })
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
  // Short words match the newest trips only.
  await expect(options).toHaveText([/^Ver todas las rutas con «zz qq»/])
  await expectAccessible(page)

  // The response to the earlier search comes late.
  const { promise: lateResponse, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/buscar?buscar=zz', async (route) => {
    await lateResponse
    await route.fulfill({
      json: { success: true, data: { rutas: [{ id: 1, texto: 'TARDE', detalle: '' }] } },
    })
  })
  await page.keyboard.press('Control+A')
  const searchRequest = page.waitForRequest('**/api/buscar?buscar=zz')
  await page.keyboard.type('zz')
  await searchRequest
  await page.keyboard.press('Control+A')
  await page.keyboard.type(values.no_ruta.toLowerCase())
  await expect(options.first()).toContainText(values.no_ruta)
  await expect(options.first()).toContainText(
    / · Distribuidora la fragua .* · Puerto Quetzal → Quetzaltenango$/i,
  )
  release()
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

  // Enter opens the first result, also when it is pressed before the response.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(placa)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/mostrar-camiones/${camion}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('search: offers the records opened last, until the user logs out', async ({ page, request, login }) => {
  const placa = `C'${Date.now() % 100_000}<b>`
  const { id } = await aCamion(request, login, { placa })
  const gone = await aCamion(request, login)
  const dialog = page.getByRole('dialog', { name: 'Buscar' })
  const recent = dialog.getByRole('group', { name: 'Lo último que abriste' }).getByRole('option')
  const open = async (address: string) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(dialog.getByRole('option').first()).toBeVisible()
  }
  await open('/camiones')
  await expect(recent).toHaveCount(0)
  for (const each of [gone.id, id]) {
    await page.goto(`/mostrar-camiones/${each}`)
    await expect(page.getByRole('tab', { name: 'Archivos' })).toBeVisible()
  }
  const ruta = await rutaValues(request, login)
  const trip = await createRecord(request, login, '/api/rutas', {
    ...ruta,
    chofer_id: (await aPiloto(request, login)).choferId,
    fecha: '2026-11-20',
  })
  await page.goto(`/mostrar-ruta/${trip.id}`)
  await expect(page.getByRole('tab', { name: 'Cambios' })).toBeVisible()
  await open('/rutas')
  await expect(recent.first()).toHaveText(
    /^Ruta .*Distribuidora la fragua .* · Puerto Quetzal → Quetzaltenango · 20\/11\/2026$/i,
  )
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('recientes '))!
    localStorage.setItem(key, JSON.stringify((JSON.parse(localStorage.getItem(key)!) as object[]).slice(1)))
  })
  await open('/rutas')
  await expect(recent).toHaveText([`Camión ${placa}`, `Camión ${gone.placa}`])
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.type('zz')
  await expect(recent).toHaveCount(0)
  await page.keyboard.press('Escape')
  // A deleted record leaves the list when its page is opened.
  const headers = bearer(login)
  await request.delete(`/api/camiones/${gone.id}?version=${gone.version}`, { headers })
  await page.goto(`/mostrar-camiones/${gone.id}`)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(recent).toHaveText([`Camión ${placa}`])
  // Today's permissions count, not those of the day it was opened.
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('recientes '))!
    const before = JSON.parse(localStorage.getItem(key)!) as object[]
    localStorage.setItem(key, JSON.stringify([{ href: '/nada/1', title: 'X' }, 7, ...before]))
  })
  await page.keyboard.press('Control+k')
  await expect(recent).toHaveCount(1)
  await recent.click()
  await expect(page).toHaveURL(`/mostrar-camiones/${id}`)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL('/login')
  const left = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('recientes')),
  )
  expect(left).toEqual([])
})

test('search: shows its failure and retries', async ({ page }) => {
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

test('failed lookup: shows an error over the form, which keeps its fields', async ({ page }) => {
  await page.route(/\/(SearchDialog|ShortcutsDialog)[^/]*\.js/, (route) => route.abort())
  await page.goto('/ingresar-ruta')
  const carga = page.locator('[name=mercaderia]')
  await carga.fill('Azúcar')
  const popup = page.getByRole('alertdialog', { name: 'Error en la operación' })
  await page.keyboard.press('Control+k')
  await expect(popup).toContainText('Error al cargar la búsqueda.')
  await popup.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(carga).toHaveValue('Azúcar')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(popup).toContainText('Error al cargar los atajos de teclado.')
  await popup.getByRole('button', { name: 'Continuar' }).click()
  await expect(carga).toHaveValue('Azúcar')

  await page.unrouteAll()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar' })).toBeFocused()
})

test('list: its keys work when no field has the focus', async ({ page, request, login }) => {
  const { placa, id } = await aCamion(request, login)
  await page.goto(`/camiones?buscar=${placa}`)
  await expect(page.getByRole('link', { name: placa })).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(keys.getByRole('heading', { name: 'Atajos de teclado' })).toBeInViewport()
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
