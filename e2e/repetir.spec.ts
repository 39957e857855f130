import { addPeriods, fechaInWords } from '@flota/contract/core/calendar.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, bearer, createRecord, test, unique } from './support.ts'

/** A day without trips of other tests. */
const day = '2027-03-15'

/** Types a unique number, because other tests take the next one at the same time. */
async function takeNumber(page: Page) {
  await page.getByLabel('No. de ruta').fill(unique('N'))
  await page.getByLabel('Hora').focus()
}

test('trip of the list: is repeated by keyboard, and its return trip swaps the places', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const comentario = 'Solo esta vez'
  await aRuta(request, login, crew, { fecha: day, hora: '09:00', duracion_min: 60 })
  const { no_ruta } = await aRuta(request, login, crew, { fecha: day, comentario, duracion_min: 240 })
  await page.goto(`/rutas?buscar=${crew.word}`)
  const row = page.getByRole('row', { name: no_ruta.replace('RUTA-', '') })
  await expect(row).toBeVisible()
  const keys = page.keyboard
  await keys.press('ArrowDown')
  await keys.press('ArrowDown')
  await expect(row).toBeFocused()
  // With a modifier the browser handles the letter.
  for (const key of ['Alt+r', 'Control+d']) await page.keyboard.press(key)
  await expect(page).toHaveURL(/\/rutas\?/)
  await keys.press('d')
  await expect(page).toHaveURL(/\/ingresar-ruta\?copiar=\d+$/)
  await expect(page.getByLabel('Hora')).toBeFocused()
  const number = page.getByLabel('No. de ruta')
  await expect(number).toHaveValue(/^RUTA-\d+$/)
  await expect(page.getByLabel('Comentario')).toHaveValue('')
  await expect(page.getByLabel('Duración (min)')).toHaveValue('240')
  await takeNumber(page)
  const copied = await number.inputValue()
  await keys.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Ruta creada exitosamente')
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/rutas/)
  const found = await request.get(`/api/rutas?buscar=${copied}`, { headers: bearer(login) })
  const { data } = (await found.json()) as { data: { precio: number; cliente_id: number }[] }
  expect(data[0]).toMatchObject({ precio: 1234.5, cliente_id: crew.cliente.id })

  await page.goto(`/rutas?buscar=${no_ruta}`)
  await expect(row).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('r')
  await expect(page.getByLabel('Origen')).toHaveValue('Cobán')
  await expect(page.getByLabel('Destino')).toHaveValue('Puerto Quetzal')
})

test('trip: is repeated on the ticked days, with a note on the old price', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { id } = await aRuta(request, login, crew, { fecha: day })
  await createRecord(request, login, '/api/tarifas', {
    cliente_id: crew.cliente.id,
    origen: 'Puerto Quetzal',
    destino: 'Cobán',
    precio: 1300,
    vigente_desde: '2020-01-01',
  })
  await page.goto(`/mostrar-ruta/${id}`)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Repetir en otros días…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Repetir la ruta/ })
  await expect(dialog).toContainText('Se copia el precio anterior, Q1,234.50. La tarifa de hoy es Q1,300.00.')
  await dialog.getByRole('button', { name: 'Crear rutas' }).click()
  await expect(dialog).toContainText('Elige al menos una fecha.')
  await dialog.getByRole('button', { name: 'Mes siguiente' }).click()
  const days = dialog.getByRole('checkbox')
  await days.nth(0).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(dialog).toContainText('2 días:')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Se crearon 2 rutas.')
})

test('copies: take another truck and no helper, and conflicts are listed by date', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const other = await aCamion(request, login)
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  const first = `${addPeriods(data.hoy.slice(0, 7), 1)}-01`
  const busy = await aRuta(request, login, crew, { fecha: first, hora: '08:00', duracion_min: 240 })
  const { id } = await aRuta(request, login, crew, { fecha: day, ayudante_id: crew.ayudante.id })
  await page.goto(`/mostrar-ruta/${id}`)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Repetir en otros días…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Repetir la ruta/ })
  const camion = dialog.getByLabel('Camión')
  await expect(camion).toBeHidden()
  await dialog.getByRole('button', { name: 'Con otro camión o piloto' }).click()
  await expect(dialog.getByLabel('Piloto')).toHaveValue(`José ${crew.word}`)
  await camion.fill('ninguno')
  await dialog.getByRole('button', { name: 'Mes siguiente' }).click()
  await dialog.getByRole('checkbox', { name: fechaInWords(first) }).check()
  await dialog.getByRole('button', { name: 'Crear 1 ruta' }).click()
  await expect(dialog).toContainText(sentences.unknownCamion)
  await expectAccessible(page)
  await camion.fill(other.placa)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Ayudante').fill('')
  await dialog.getByRole('button', { name: 'Crear 1 ruta' }).click()
  const popup = page.getByRole('alertdialog')
  await expect(popup).toContainText('Se creó 1 ruta.')
  await expect(popup).toContainText(
    `${formatFecha(first)}: El piloto José ${crew.word} ya está en ${busy.no_ruta} de 08:00 a 12:00. Ñandú ${crew.word} · Puerto Quetzal → Cobán · ${formatFecha(first)}`,
  )
  const found = await request.get(`/api/rutas?camion_id=${other.id}`, { headers: bearer(login) })
  const { data: copies } = (await found.json()) as { data: object[] }
  expect(copies).toEqual([
    expect.objectContaining({ fecha: first, chofer_id: crew.chofer.id, ayudante_id: null }),
  ])
})

test('new trip: is filled in from history, without overwriting a typed price', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew, { fecha: day, ayudante_id: crew.ayudante.id })
  await createRecord(request, login, '/api/tarifas', {
    cliente_id: crew.cliente.id,
    origen: 'puerto quetzal',
    destino: 'coban',
    precio: 1250,
    vigente_desde: '2020-01-01',
  })
  await createRecord(request, login, '/api/tarifas', {
    cliente_id: crew.cliente.id,
    origen: 'Puerto Quetzal',
    destino: 'Zacapa',
    precio: 900,
    vigente_desde: '2020-01-01',
  })
  await page.goto('/ingresar-ruta')
  await expect(page.getByLabel('Hora')).toBeFocused()
  await takeNumber(page)
  const keys = page.keyboard
  await keys.type('830')
  await keys.press('Tab')
  // Some letters of the name suffice.
  await keys.type(crew.word.slice(-6).toLowerCase())
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await keys.press('Tab')
  await expect(page.getByText('Último viaje: Flete')).toBeVisible()
  await keys.press('F2')
  await expect(page.getByLabel('Camión')).toBeFocused()
  await expect(page.getByLabel('Mercadería')).toHaveValue('Cemento en sacos')
  await expect(page.getByLabel('Destino')).toHaveValue('Cobán')
  await keys.type(crew.camion.placa.slice(-6).toLowerCase())
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await keys.press('Tab')
  await expect(page.getByLabel('Piloto')).toHaveValue(`José ${crew.word}`)
  await expect(page.getByLabel('Ayudante')).toHaveValue(`Ángel ${crew.word}`)
  const precio = page.getByLabel('Precio (Q)')
  await expect(precio).toHaveValue('1250.00')
  await expect(precio).toHaveAccessibleDescription('de la tarifa')
  for (let field = 0; field < 3; field += 1) await keys.press('Tab')
  await expect(precio).toBeFocused()
  await keys.type('1300')
  await expect(page.getByText('La tarifa es Q1,250.00')).toBeVisible()
  // Nor does the price of another place overwrite it.
  await page.getByLabel('Destino').fill('ZACAPA')
  await expect(page.getByText('La tarifa es Q900.00')).toBeVisible()
  await page.getByLabel('Destino').fill('Cobán')
  await expect(page.getByText('La tarifa es Q1,250.00')).toBeVisible()
  await expect(precio).toHaveValue('1300')
  await keys.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Ruta creada exitosamente')
})
