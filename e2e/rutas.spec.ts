import { expect } from '@playwright/test'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, aRuta, readRuta, typeTrip } from './rutas.ts'
import { bearer, chooseRowMenuItem, createRecord, logIn, test, typeLogin, unique } from './support.ts'

test('trip: is typed, found, corrected and deleted by keyboard alone', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const number = unique('RUTA-')
  await page.goto('/rutas')
  await page.getByRole('link', { name: '+ Ingresar Ruta' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('No. de ruta')).toHaveValue(/^RUTA-\d{3,}$/)
  await page.getByLabel('No. de ruta').fill(number)
  await page.getByLabel('Hora').focus()
  await typeTrip(page, crew)
  await expect(page.getByLabel('Camión')).toHaveValue(crew.camion.placa)
  await page.keyboard.press('Enter')

  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await expect(popup).toContainText(/Ruta creada exitosamente\. Tiempo de llenado: \d+ segundos?\./)
  await expect(popup.getByRole('button', { name: 'Continuar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/rutas')

  await expect(page.getByRole('heading', { name: 'Rutas' })).toBeFocused()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type(`ñandu ${crew.word.toLowerCase()}`)
  await expect(page).toHaveURL(/buscar=/)
  const row = page.getByRole('row').nth(1)
  await expect(page.getByRole('row')).toHaveCount(2)
  for (const text of [
    number.slice('RUTA-'.length),
    `Ñandú ${crew.word}`,
    'Flete completo',
    'Cemento en sacos',
    crew.camion.placa,
    '46 gal',
    'Puerto Quetzal',
    'Cobán',
    `José ${crew.word}`,
    'Sin ayudante',
    '08:30',
    'Q1,234.50',
    'Sin comentarios',
    'Pendiente',
  ])
    await expect(row).toContainText(text)
  await expect(row).not.toContainText('RUTA')

  await chooseRowMenuItem(page, number, 'Editar')
  await expect(page.getByLabel('No. de ruta')).toBeFocused()
  await page.getByLabel('Ayudante').focus()
  await page.keyboard.type(`angel ${crew.word}`)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Ayudante')).toHaveValue(`Ángel ${crew.word}`)
  await page.keyboard.press('Enter')
  const edited = page.getByRole('alertdialog', { name: 'Estado actualizado' })
  await expect(edited).toContainText(/Ruta actualizada exitosamente\. Tiempo de llenado: \d+ segundos?\./)
  await page.keyboard.press('Enter')
  await expect(row).toContainText(`Ángel ${crew.word}`)

  await chooseRowMenuItem(page, number, 'Eliminar')
  await expect(
    page.getByRole('alertdialog', { name: '¿Desea eliminar la ruta?' }),
  ).toHaveAccessibleDescription(
    new RegExp(`^${number} · Ñandú ${crew.word} · Puerto Quetzal → Cobán · \\d\\d/\\d\\d/\\d{4}`),
  )
  await page.getByRole('button', { name: 'Sí', exact: true }).press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Eliminado con éxito' })).toContainText(
    'La ruta ha sido eliminada exitosamente',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ninguna ruta coincide con lo que buscas.')).toBeVisible()
})

// On a server of its own, so that no other test takes the suggested number.
isolatedTest(
  'next trip: has the next number and the same day, and a taken number is replaced',
  async ({ page, request, login }) => {
    const crew = await aCrew(request, login)
    await page.goto('/ingresar-ruta')
    const number = page.getByLabel('No. de ruta')
    await expect(number).toHaveValue(/^RUTA-\d{3,}$/)
    const first = await number.inputValue()
    await page.getByLabel('Fecha').fill('3/12/2026')
    await page.getByLabel('Hora').focus()
    await typeTrip(page, crew)
    await page.keyboard.press('Enter')
    const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
    await expect(popup).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(popup.getByRole('button', { name: 'Ingresar otra' })).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(number).not.toHaveValue(first)
    await expect(number).toHaveValue(/^RUTA-\d{3,}$/)
    await expect(page.getByLabel('Fecha')).toHaveValue('03/12/2026')
    await expect(page.getByLabel('Cliente')).toHaveValue('')
    const takenNumber = await number.inputValue()
    await aRuta(request, login, crew, { no_ruta: takenNumber })
    await typeTrip(page, crew, { hora: '14', precio: '900' })
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('El número de ruta ya existe')
    await expect(alert).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(number).toBeFocused()
    await expect(number).not.toHaveValue(takenNumber)
    await expect(page.getByLabel('Hora')).toHaveValue('14:00')
    await expect(page.getByLabel('Cliente')).toHaveValue(`Ñandú ${crew.word}`)
    await page.keyboard.press('Enter')
    await expect(popup).toBeVisible()
  },
)

test('session that ends while typing: returns to the same form with its text', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const number = unique('RUTA-')
  await page.goto('/ingresar-ruta')
  await expect(page.getByLabel('No. de ruta')).toHaveValue(/^RUTA-/)
  await page.getByLabel('No. de ruta').fill(number)
  await page.getByLabel('Hora').focus()
  await typeTrip(page, crew)
  await expect(page.getByLabel('Camión')).toHaveValue(crew.camion.placa)
  await request.post('/api/auth/logout', { headers: bearer(login) })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await typeLogin(page)
  await expect(page).toHaveURL('/ingresar-ruta')
  await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible()
  await expect(page.getByLabel('No. de ruta')).toHaveValue(number)
  await expect(page.getByLabel('Cliente')).toHaveValue(`Ñandú ${crew.word}`)
  await page.getByLabel('Destino').press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })).toBeVisible()
})

test('detail: shows the whole route and the history of its state', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const ruta = await aRuta(request, login, crew, { comentario: 'Preguntar por don Rigoberto en bodega' })
  const before = await readRuta(request, login, ruta.id)
  await request.put(`/api/rutas/${ruta.id}`, {
    headers: bearer(login),
    data: { ...before, estado: 'En curso' },
  })
  await page.goto(`/ver-ruta/${ruta.id}`)
  await expect(page.getByText('Preguntar por don Rigoberto en bodega')).toBeVisible()
  await expect(page.getByText('20/11/2026 08:30')).toBeVisible()
  const steps = page.getByRole('tabpanel', { name: 'Línea de tiempo' }).getByRole('listitem')
  await expect(steps).toHaveCount(2)
  await expect(steps.nth(0)).toContainText('Creada: Pendiente')
  await expect(steps.nth(1)).toContainText('Pendiente → En curso')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/rutas')
  await page.goto('/mostrar-ruta/999999999')
  await expect(page.getByRole('alert')).toContainText('Ruta no encontrada')
})

test('pilot user in the list: sees no price', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew)
  const who = { username: unique('p').toLowerCase(), password: 'volante y carretera' }
  await createRecord(request, login, '/api/usuarios', {
    ...who,
    rol_id: 2,
    estado: 'activo',
    piloto_id: crew.chofer.id,
  })
  const session = await logIn(request, who)
  await page.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries))
      localStorage.setItem(name, typeof value === 'string' ? value : JSON.stringify(value))
  }, session)
  await page.goto('/rutas')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('columnheader', { name: 'Precio' })).toHaveCount(0)
  await expect(page.getByRole('table')).not.toContainText('Q1,234.50')
  await page.getByRole('button', { name: /Acciones de/ }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(1)
  await page.getByRole('menuitem', { name: 'Mostrar' }).click()
  await expect(page.getByText('Cobán')).toBeVisible()
  await expect(page.getByText('Precio')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Línea de tiempo' })).toHaveCount(0)
})

test('trip: opens in a new tab by the middle button, and a figure can be selected', async ({
  page,
  context,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { id } = await aRuta(request, login, crew)
  await page.goto(`/rutas?buscar=${crew.word}`)
  const opened = context.waitForEvent('page')
  await page.getByRole('row').nth(1).getByRole('link').click({ button: 'middle' })
  await expect(await opened).toHaveURL(`/mostrar-ruta/${id}`)
  await page.getByRole('cell', { name: 'Q1,234.50' }).dblclick({ position: { x: 60, y: 14 } })
  expect(await page.evaluate(() => String(getSelection()))).toContain('234.50')
  await expect(page).toHaveURL(`/rutas?buscar=${crew.word}`)
})
