import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { aCrew, aRuta, mockBlockedRuta, readRuta } from './rutas.ts'
import { aCamion, bearer, type Login, test } from './support.ts'
import { rowOf } from './tablero.ts'

/** A day without trips of other tests. */
const day = '2027-05-19'

const blockOf = (page: Page, no_ruta: string) => page.getByRole('button', { name: no_ruta })

const boxOf = async (place: Locator) => (await place.boundingBox())!

/** Returns whether the mouse is on the block's left edge and the drag code is ready. */
const isArmed = (page: Page, block: Locator, isOpen: boolean) =>
  expect(async () => {
    // Rows above may still grow, and the sticky hours cover the top.
    await block.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const { x, y } = await boxOf(block)
    for (const step of [2, 3]) await page.mouse.move(x + step, y + 12)
    if (isOpen) await expect(page.locator('[draggable=true]', { has: block })).toBeVisible({ timeout: 200 })
  }).toPass({ timeout: 30_000 })

/** Drags a block by its left edge to an hour of a row, without releasing the mouse. */
async function hold(page: Page, block: Locator, row: Locator, hour: number, isOpen = true) {
  await isArmed(page, block, isOpen)
  const from = await boxOf(block)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y + 14, { steps: 3 })
  // Scrolls as the browser does when the mouse is at the window's edge.
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const to = await boxOf(row)
  await page.mouse.move(to.x + (to.width * hour) / 24 + 3, to.y + to.height / 2, { steps: 8 })
}

const loggedEdits = async (request: APIRequestContext, login: Login, id: number) => {
  const answer = await request.get(`/api/bitacora?tipo=rutas&registro_id=${id}&accion=editar`, {
    headers: bearer(login),
  })
  return ((await answer.json()) as { data: unknown[] }).data.length
}

test('trip dragged onto another: shows the conflict in red; Esc cancels, a drop moves it and is undone', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const free = await aCamion(request, login)
  const blocker = await aRuta(request, login, crew, { fecha: day, hora: '04:00', duracion_min: 240 })
  const ruta = await aRuta(request, login, crew, { fecha: day, hora: '10:00', duracion_min: 180 })
  let writes = 0
  page.on('request', (each) => {
    if (each.method() === 'PUT') writes += 1
  })
  await page.goto(`/tablero?fecha=${day}`)
  const own = await rowOf(page, crew.camion.placa)
  const block = blockOf(page, ruta.no_ruta)
  await expect(block).toBeVisible()
  const status = page.getByRole('status').filter({ hasText: ruta.no_ruta })

  await hold(page, block, own, 6)
  await expect(status).toContainText(`${ruta.no_ruta} · ${crew.camion.placa} · 06:00 – 09:00`)
  await expect(status).toContainText('Se traslapa: camión, piloto')
  await expect(status).toContainText(
    `El camión ${crew.camion.placa} ya está en ${blocker.no_ruta} de 04:00 a 08:00.`,
  )
  // The names of the dragged trip and of the overlapping one.
  await expect(status.getByText(`Ñandú ${crew.word} · Puerto Quetzal → Cobán`)).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(status).toBeHidden()
  await page.mouse.up()
  expect(writes).toBe(0)
  await expect(block).toContainText('10:00 – 13:00')

  // A drop that changes nothing sends no request.
  await hold(page, block, own, 10)
  await page.mouse.up()
  await expect(status).toBeHidden()
  expect(writes).toBe(0)

  await hold(page, block, await rowOf(page, free.placa), 15)
  await expect(status).toContainText(`${ruta.no_ruta} · ${free.placa} · 15:00 – 18:00`)
  await expect(status).toContainText('Nada se traslapa con este viaje.')
  await page.mouse.up()
  // The row already shows the new position while it saves. The undo button follows.
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await expect(undo).toBeFocused()
  await expect(await rowOf(page, free.placa)).toContainText('15:00 – 18:00')
  expect(await readRuta(request, login, ruta.id)).toMatchObject({ camion_id: free.id, hora: '15:00:00' })
  await undo.click()
  await expect(own).toContainText('10:00 – 13:00')
  expect(await readRuta(request, login, ruta.id)).toMatchObject({
    camion_id: crew.camion.id,
    fecha: day,
    hora: '10:00:00',
    version: ruta.version + 2,
  })
  expect(await loggedEdits(request, login, ruta.id)).toBe(2)
})

test('rejected drop: asks an administrador for a reason, as the menu does', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-05-20'
  const blocker = await aRuta(request, login, crew, { fecha, hora: '04:00', duracion_min: 240 })
  const ruta = await aRuta(request, login, crew, { fecha, hora: '10:00', duracion_min: 180 })
  await page.goto(`/tablero?fecha=${fecha}&filas=pilotos`)
  const row = await rowOf(page, `José ${crew.word}`)
  const block = blockOf(page, ruta.no_ruta)
  const texto = `El camión ${crew.camion.placa} ya está en ${blocker.no_ruta} de 04:00 a 08:00.`
  const sent = await mockBlockedRuta(page, texto, blocker)
  await hold(page, block, row, 6)
  await expect(page.getByRole('status').filter({ hasText: ruta.no_ruta })).toContainText(
    'Se traslapa: camión',
  )
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: `Mover: ${ruta.no_ruta}` })
  await expect(dialog).toContainText(texto)
  await expect(dialog.getByLabel('Hora de salida')).toHaveValue('06:00')
  const motivo = page.getByLabel('Motivo de la excepción')
  await expect(motivo).toBeFocused()
  await expectAccessible(page)
  await motivo.fill('Lo pidió el dueño')
  await motivo.press('Enter')
  await expect(block).toContainText('06:00 – 09:00')
  // The button takes the focus after the save.
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  expect(sent).toEqual([undefined, 'Lo pidió el dueño'])

  await block.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Mover a las…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Hora de salida').fill('0500')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(texto)
  await expect(motivo).toBeFocused()
  await motivo.fill('Otra vez')
  await motivo.press('Enter')
  await expect(block).toContainText('05:00 – 08:00')
})

test('closed trip: cannot be dragged', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-05-21'
  const ruta = await aRuta(request, login, crew, {
    fecha,
    hora: '10:00',
    duracion_min: 480,
    estado: 'Entregado',
  })
  await page.goto(`/tablero?fecha=${fecha}`)
  const row = await rowOf(page, crew.camion.placa)
  await hold(page, blockOf(page, ruta.no_ruta), row, 4, false)
  await expect(page.getByText('Suelta para mover')).toBeHidden()
  await page.mouse.up()
  await expect(row).toContainText('10:00 – 18:00')
})
