import { expect } from '@playwright/test'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { createRecord, delayResponse, test } from './support.ts'

/** A day without trips of other tests. */
const day = '2027-03-15'

test("suggestions: move with the choice of a truck's helper and a price; a price of zero is one", async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const other = await aCrew(request, login)
  await aRuta(request, login, crew, { fecha: day, ayudante_id: crew.ayudante.id })
  await aRuta(request, login, other, { fecha: day })
  for (const [destino, precio] of [
    ['Cobán', 1250],
    ['Zacapa', 0],
  ])
    await createRecord(request, login, '/api/tarifas', {
      cliente_id: crew.cliente.id,
      origen: 'Puerto Quetzal',
      destino,
      precio,
      vigente_desde: '2020-01-01',
    })
  await page.goto('/ingresar-ruta')
  const chooseIn = async (label: string, word: string) => {
    await page.getByLabel(label, { exact: true }).fill(word)
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Tab')
  }
  const precio = page.getByLabel('Precio (Q)')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(precio).toHaveAttribute('aria-invalid', 'true')
  const ayudante = page.getByLabel('Ayudante')
  await chooseIn('Camión', crew.camion.placa)
  await expect(ayudante).toHaveValue(`Ángel ${crew.word}`)
  await chooseIn('Camión', other.camion.placa)
  await expect(page.getByLabel('Piloto')).toHaveValue(`José ${other.word}`)
  await expect(ayudante).toHaveValue('')

  await chooseIn('Cliente', crew.word)
  await page.getByLabel('Origen').fill('Puerto Quetzal')
  for (const [destino, suggested] of [
    ['Cobán', '1250.00'],
    ['Zacapa', '0.00'],
    ['Quiriguá', ''],
  ] as const) {
    await page.getByLabel('Destino').fill(destino)
    await expect(precio).toHaveValue(suggested)
    await expect(precio).not.toHaveAttribute('aria-invalid', 'true')
  }
})

test('key for the last trip: works before the response arrives', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew, { fecha: day })
  const answer = Promise.withResolvers<void>()
  for (const path of ['clientes', 'tarifas/sugerencia'])
    await page.route(`**/api/${path}?*`, async (route) => {
      await answer.promise
      return route.continue()
    })
  await page.goto('/ingresar-ruta')
  await page.getByLabel('Cliente').fill(crew.word)
  await page.keyboard.press('Tab')
  await page.keyboard.press('F2')
  await expect(page.getByLabel('Camión')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Destino')).toHaveValue('')
  answer.resolve()
  await expect(page.getByLabel('Destino')).toHaveValue('Cobán')
  await expect(page.getByLabel('Piloto')).toBeFocused()
})

test('service, cargo and places: complete while typing, and Enter in an open list saves nothing', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const [whole, longer] = [`Flete ${crew.word}`, `Flete ${crew.word} refrigerado`]
  await aRuta(request, login, crew, { fecha: day, servicio: longer })
  const { id } = await aRuta(request, login, crew, { fecha: day, servicio: whole })
  await page.goto(`/editar-ruta/${id}`)
  const servicio = page.getByLabel('Servicio')
  const options = page.getByRole('listbox').getByRole('option')
  // A completion is selected text, which Enter alone accepts.
  const letters = `flete ${crew.word.slice(0, -1).toLowerCase()}`
  for (const [text, found, key, value] of [
    [letters, [whole, longer], 'Escape', letters],
    [letters, [whole, longer], 'Tab', letters],
    [letters, [whole, longer], 'Enter', whole],
    // A value of the list itself needs no completion.
    [whole, [longer], 'Enter', whole],
    ['refri', [longer], 'Enter', 'refri'],
  ] as const) {
    await servicio.fill('')
    await servicio.fill(text)
    await expect(options).toHaveText(found)
    const marked = await servicio.getAttribute('aria-activedescendant')
    expect(marked).toBe(text === letters ? await options.first().getAttribute('id') : null)
    await page.keyboard.press(key)
    await expect(options).toHaveCount(0)
    await expect(servicio).toHaveValue(value)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await readRuta(request, login, id)).toMatchObject({ servicio: 'refri' })
})

test('text typed after the key for the last trip: stays', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew, { fecha: day })
  await page.goto('/ingresar-ruta')
  const release = await delayResponse(page, '**/api/tarifas/sugerencia?*')
  await page.getByLabel('Cliente').fill(crew.word)
  await page.keyboard.press('Tab')
  await page.keyboard.press('F2')
  await expect(page.getByLabel('Camión')).toBeFocused()
  await page.getByLabel('Servicio').fill('Mudanza')
  release()
  await expect(page.getByLabel('Destino')).toHaveValue('Cobán')
  await expect(page.getByLabel('Servicio')).toHaveValue('Mudanza')
})

test('suggestions for another truck or place: disappear before the new response', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const other = await aCrew(request, login)
  await aRuta(request, login, crew, { fecha: day, ayudante_id: crew.ayudante.id })
  await aRuta(request, login, other, { fecha: day })
  const tarifa = { cliente_id: crew.cliente.id, origen: 'Puerto Quetzal', vigente_desde: '2020-01-01' }
  await createRecord(request, login, '/api/tarifas', { ...tarifa, destino: 'Cobán', precio: 1250 })
  await createRecord(request, login, '/api/tarifas', { ...tarifa, destino: 'Zacapa', precio: 980 })
  await page.goto('/ingresar-ruta')
  const chooseIn = async (label: string, word: string) => {
    await page.getByLabel(label, { exact: true }).fill(word)
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Tab')
  }
  await chooseIn('Camión', crew.camion.placa)
  const piloto = page.getByLabel('Piloto')
  await expect(piloto).toHaveValue(`José ${crew.word}`)
  const bring = await delayResponse(page, `**/api/rutas?camion_id=${other.camion.id}&*`)
  await chooseIn('Camión', other.camion.placa)
  await expect(piloto).toHaveValue('')
  await expect(page.getByLabel('Ayudante')).toHaveValue('')
  bring()
  await expect(piloto).toHaveValue(`José ${other.word}`)

  await chooseIn('Cliente', crew.word)
  await page.getByLabel('Origen').fill('Puerto Quetzal')
  await page.getByLabel('Destino').fill('Cobán')
  const precio = page.getByLabel('Precio (Q)')
  await expect(precio).toHaveValue('1250.00')
  const price = await delayResponse(page, '**/api/tarifas/sugerencia?*destino=Zacapa*')
  await page.getByLabel('Destino').fill('Zacapa')
  await expect(precio).toHaveValue('')
  price()
  await expect(precio).toHaveValue('980.00')
})
