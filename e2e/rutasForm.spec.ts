import { expect } from '@playwright/test'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { aCamion, bearer, createRecord, logIn, test, typeLogin, unique } from './support.ts'

test('form: shows errors at their fields and focuses the first', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await page.goto('/ingresar-ruta')
  await page.getByLabel('Servicio').fill('Acarreo')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(8)
  // The button stays visible even if the errors make the form longer than the window.
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Hora')).toBeFocused()
  await page.getByLabel('Precio').fill('mil')
  await page.getByLabel('Camión').fill('no hay tal')
  await page.getByLabel('Cliente').fill(`nadie ${crew.word}`)
  await expect(page.getByText('Nada coincide con lo escrito.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nada coincide con lo escrito.')).toBeHidden()
  await expect(page).toHaveURL('/ingresar-ruta')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(
    page.getByText('Camión no encontrado. Verifica que el camión seleccionado sea válido.'),
  ).toBeVisible()
  await expect(page.getByText('Escribe una cantidad de 0 a 99999999.99')).toBeVisible()

  await page.getByLabel('Hora').fill('2:15 pm')
  await page.getByLabel('Mercadería').fill('Azúcar')
  await page.getByLabel('Origen').fill('Escuintla')
  await page.getByLabel('Destino').fill('Zacapa')
  await page.getByLabel('Precio').fill('12,5')
  for (const [label, text] of [
    ['Piloto', `jose ${crew.word}`],
    ['Camión', crew.camion.placa],
  ] as const) {
    await page.getByLabel(label).fill(text)
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(
    page.getByText('Cliente no encontrado. Verifica que el cliente seleccionado sea válido.'),
  ).toBeVisible()
  await expect(page.getByLabel('Cliente')).toBeFocused()
})

test('missing client: is created over the form, which keeps its text', async ({ page }) => {
  const name = `Café ${unique('N')}`
  // A draft of the client page must not appear in the dialog.
  await page.goto('/ingresar-clientes')
  await page.getByLabel('Nombre').fill('A medias')
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto('/ingresar-ruta')
  await page.getByLabel('Hora').fill('8:30')
  await page.keyboard.press('Tab')
  const cliente = page.getByRole('combobox', { name: 'Cliente' })
  await expect(cliente).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: `+ Ingresar cliente «${name}»` })).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ingresar Cliente' })
  await expect(dialog.getByLabel('Nombre')).toHaveValue('Café')
  await expect(dialog.getByLabel('Teléfono')).toBeFocused()
  await page.keyboard.type('5555')
  // Leaving asks about the dialog only. Leaving the form asks again later.
  const question = page.getByRole('alertdialog', { name: '¿Deseas salir sin guardar los cambios?' })
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cliente).toBeFocused()
  await expect(cliente).toHaveValue(name)
  await expect(page.getByLabel('Hora')).toHaveValue('08:30')
  await page.keyboard.press('Tab')
  await expect(cliente).toHaveValue(name)
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
})

test('user without clients permission: learns whom to ask; on a phone the list does not cover the label', async ({
  browser,
  request,
  login,
}) => {
  const who = { username: unique('r').toLowerCase(), password: 'solo ingresa rutas' }
  await createRecord(request, login, '/api/usuarios', { ...who, rol_id: 3, estado: 'activo', permisos: [3] })
  // The viewport height above an open keyboard.
  const page = await browser.newPage({
    viewport: { width: 390, height: 480 },
    storageState: { cookies: [], origins: [] },
  })
  await page.goto('/ingresar-ruta')
  await typeLogin(page, who)
  const cliente = page.getByLabel('Cliente')
  await cliente.click()
  await page.keyboard.type(unique('nadie'))
  await expect(page.getByText('Pide al administrador que ingrese el cliente.')).toBeVisible()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
  const popup = page.getByText('Pide al administrador')
  const below = async () => {
    const [list, field] = await Promise.all([popup.boundingBox(), cliente.boundingBox()])
    return (list?.y ?? 0) - (field?.y ?? 0)
  }
  await expect.poll(below).toBeGreaterThan(0)
  await expect(page.getByText('Cliente', { exact: true })).toBeInViewport({ ratio: 1 })
  await page.close()
})

test('choice: is made even if the response follows the Tab key, and a failed search shows an error', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/clientes?*', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/ingresar-ruta')
  const cliente = page.getByLabel('Cliente')
  await cliente.focus()
  await page.keyboard.type(crew.word.toLowerCase())
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Servicio')).toBeFocused()
  resolve()
  await expect(cliente).toHaveValue(`Ñandú ${crew.word}`)

  await page.route('**/api/camiones?*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } }),
  )
  await page.getByLabel('Camión').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Error al cargar los camiones')).toBeVisible()
  await page.unroute('**/api/camiones?*')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
})

test('edited route: creates an unknown client after a dialog', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const { id } = await aRuta(request, login, crew)
  const name = `Café ${unique('N')}`
  await page.goto(`/editar-ruta/${id}`)
  const cliente = page.getByLabel('Cliente')
  await expect(cliente).toHaveValue(`Ñandú ${crew.word}`)
  await cliente.fill(name)
  await expect(page.getByText('Al guardar puedes crearlo.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: `¿Crear el cliente «${name}»?` })
  await question.getByRole('button', { name: 'No' }).click()
  await expect(page.getByText('Elige un cliente de la lista.')).toBeVisible()
  await expect(cliente).toBeFocused()
  await expect(cliente).toHaveValue(name)
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toBeVisible()
  expect(await readRuta(request, login, id)).toMatchObject({ cliente_nombre: 'Café' })
})

test('two users edit one route: the second sees both values of each field and loses nothing', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { id, version } = await aRuta(request, login, crew)
  await page.goto(`/editar-ruta/${id}`)
  await page.getByLabel('Comentario').fill('Llevar lona')
  await page.getByLabel('Precio').fill('2000')
  await page.getByLabel('Destino').fill('Flores')
  const otherValues = { precio: 3000, destino: 'Zacapa', origen: 'Escuintla' }
  const before = await readRuta(request, login, id)
  const other = await request.put(`/api/rutas/${id}`, {
    headers: bearer(await logIn(request)),
    data: { ...before, ...otherValues, version },
  })
  expect(other.status()).toBe(200)

  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alert')).toContainText(
    /^admin guardó esta ruta a las \d\d:\d\d, mientras la editabas\./,
  )
  await expect(page.getByText('Recarga')).toHaveCount(0)
  await expect(page.getByLabel('Comentario')).toHaveValue('Llevar lona')
  await expect(page.getByLabel('Destino')).toHaveValue('Flores')
  // A field that only the other user changed is already updated.
  await expect(page.getByLabel('Origen')).toHaveValue('Escuintla')
  // Only what the other user changed: not Comentario, nor what both left alone.
  const panel = page.getByRole('region', { name: 'Cambios de otro usuario' })
  await expect(panel.getByRole('group')).toHaveText([/^Origen/, /^Destino/, /^Precio/])
  const precio = page.getByRole('group', { name: 'Precio' })
  await expect(precio).toContainText('Q2,000.00')
  await expect(precio).toContainText('Q3,000.00')
  await precio.getByLabel('Lo del otro usuario').check()
  await expect(page.getByRole('textbox', { name: 'Precio' })).toHaveValue('3000.00')
  await page.getByRole('button', { name: 'Conservar todo lo que tenía' }).click()
  await expect(page.getByLabel('Origen')).toHaveValue('Puerto Quetzal')
  await page.getByRole('button', { name: 'Usar todo lo del otro usuario' }).click()
  await page.getByRole('group', { name: 'Destino' }).getByLabel('Lo tuyo').check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toBeVisible()
  expect(await readRuta(request, login, id)).toMatchObject({
    precio: 3000,
    destino: 'Flores',
    origen: 'Escuintla',
    comentario: 'Llevar lona',
  })
})

test('Tab: moves to the next field while a long list still loads', async ({ page, request, login }) => {
  for (let i = 0; i < 12; i++) await aCamion(request, login)
  const { placa } = await aCamion(request, login)
  await page.goto('/ingresar-ruta')
  await page.getByLabel('Camión').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').nth(9)).toBeVisible()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/camiones?*', async (route) => {
    await promise
    await route.continue()
  })
  await page.keyboard.type(placa.toLowerCase())
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Piloto')).toBeFocused()
  resolve()
  await expect(page.getByLabel('Camión')).toHaveValue(placa)
})
