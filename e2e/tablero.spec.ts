import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { aCamion, bearer, test } from './support.ts'
import { rowOf } from './tablero.ts'

/** A day without trips of other tests. */
const day = '2027-05-12'

test('board: shows a conflict; a trip is moved by keyboard and undone', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const free = await aCamion(request, login)
  const first = await aRuta(request, login, crew, { fecha: day, hora: '08:00', duracion_min: 240 })
  const second = await aRuta(request, login, crew, { fecha: day, hora: '10:00', duracion_min: 240 })
  await page.goto(`/tablero?fecha=${day}`)
  await expect(page.getByText('Miércoles, 12 de mayo de 2027')).toBeVisible()
  const block = (no_ruta: string) => page.getByRole('button', { name: no_ruta })
  const other = await rowOf(page, free.placa)
  const own = await rowOf(page, crew.camion.placa)
  await expect(own.getByRole('button')).toHaveCount(2)
  await expect(own).toContainText('10:00 – 14:00')
  await expect(block(first.no_ruta)).toContainText('Pendiente')
  await expect(block(second.no_ruta)).toContainText('Se traslapa: camión, piloto')
  await expectAccessible(page)

  await block(second.no_ruta).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Cambiar camión…' }).focus()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cambiar camión: ${second.no_ruta}` })
  await expect(dialog).toContainText(`El camión ${crew.camion.placa} ya está en`)
  await expect(dialog.getByText(/Puerto Quetzal → Cobán · 12\/05\/2027$/)).toHaveCount(2)
  const camion = dialog.getByLabel('Camión')
  await camion.fill(free.placa)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(dialog).not.toContainText(`El camión ${crew.camion.placa} ya está en`)
  await expectAccessible(page)
  await camion.press('Enter')
  await expect(other).toContainText(second.no_ruta)
  await expect(block(second.no_ruta)).toContainText('Se traslapa: piloto')
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await expect(undo).toBeFocused()
  const moved = `${second.no_ruta} pasó de ${crew.camion.placa} a ${free.placa}.`
  const name = `Ñandú ${crew.word} · Puerto Quetzal → Cobán · 12/05/2027`
  const banner = page.getByRole('status').filter({ hasText: moved })
  await expect(banner).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(own).toContainText(second.no_ruta)
  await expect(undo).toBeHidden()
  expect(await readRuta(request, login, second.id)).toMatchObject({
    camion_id: crew.camion.id,
    hora: '10:00:00',
    version: second.version + 2,
  })

  await block(second.no_ruta).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Mover a las…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Hora de salida').fill('1530')
  await page.keyboard.press('Enter')
  await expect(own).toContainText('15:30 – 19:30')
  await expect(page.getByText(`${second.no_ruta} pasó de las 10:00 a las 15:30.`)).toBeVisible()
  await expect(block(second.no_ruta)).not.toContainText('Se traslapa')
  expect(await readRuta(request, login, second.id)).toMatchObject({ fecha: day, hora: '15:30:00' })
})

test('board on a phone: lists by truck or by pilot, and a stale change shows a message', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const ruta = await aRuta(request, login, crew, { fecha: '2027-05-13', hora: '08:00' })
  await page.setViewportSize({ width: 390, height: 844 })
  let dragging = 0
  page.on('request', (each) => {
    if (each.url().includes('/Arrastre-')) dragging += 1
  })
  await page.goto('/tablero?fecha=2027-05-12')
  await page.getByRole('button', { name: 'Día siguiente' }).click()
  await expect(page).toHaveURL('/tablero?fecha=2027-05-13')
  const block = page.getByRole('button', { name: ruta.no_ruta })
  await page.getByRole('listitem').filter({ hasText: crew.camion.placa }).first().scrollIntoViewIfNeeded()
  await expect(block).toContainText('Cobán')
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  expect(dragging).toBe(0)
  await page.getByRole('button', { name: 'Por piloto' }).click()
  await expect(page.getByRole('heading', { name: `José ${crew.word}` })).toBeVisible()

  await block.click()
  await page.getByRole('menuitem', { name: 'Cambiar estado' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Estado').selectOption('En curso')
  const current = await readRuta(request, login, ruta.id)
  const answer = await request.put(`/api/rutas/${ruta.id}`, {
    headers: bearer(login),
    data: { ...current, comentario: 'Otra bodega' },
  })
  expect(answer.status()).toBe(200)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toContainText('Otro usuario modificó este registro.')
})

test('moved trip: can be undone for ten seconds', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-05-18'
  const { no_ruta } = await aRuta(request, login, crew, { fecha, hora: '08:00' })
  await page.clock.install()
  await page.goto(`/tablero?fecha=${fecha}`)
  await rowOf(page, crew.camion.placa)
  const block = page.getByRole('button', { name: no_ruta })
  await block.click()
  await page.getByRole('menuitem', { name: 'Mover a las…' }).click()
  await page.getByLabel('Hora de salida').fill('10')
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await page.keyboard.press('Enter')
  // Rendering the response needs the fake clock too.
  await expect(async () => {
    await page.clock.runFor(1)
    await expect(undo).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.clock.runFor(9000)
  await expect(undo).toBeVisible()
  await page.clock.runFor(1000)
  await expect(undo).toBeHidden()
})

test('state change with a lost response: is resent and applied once', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-05-17'
  const { id, no_ruta, version } = await aRuta(request, login, crew, { fecha, hora: '08:00' })
  await page.goto(`/tablero?fecha=${fecha}`)
  await rowOf(page, crew.camion.placa)
  const block = page.getByRole('button', { name: no_ruta })
  await block.click()
  await page.getByRole('menuitem', { name: 'Cambiar estado' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Estado').selectOption('En curso')
  await page.route(
    '**/api/rutas/estado',
    async (route) => {
      await route.fetch()
      return route.abort()
    },
    { times: 1 },
  )
  const save = dialog.getByRole('button', { name: 'Guardar' })
  await save.click()
  await expect(dialog).toContainText('Error de conexión con el servidor')
  await save.click()
  await expect(block).toContainText('En curso')
  await expect(dialog).toBeHidden()
  expect(await readRuta(request, login, id)).toMatchObject({ version: version + 1 })
})

test('unclosed trips: are ticked and closed together', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  // The board shows the oldest ones first, so these are older than those of any other test.
  const past = { fecha: '2000-02-03', hora: '08:00', duracion_min: 480 }
  const first = await aRuta(request, login, crew, past)
  const second = await aRuta(request, login, crew, { ...past, hora: '18:00' })
  await page.goto('/tablero')
  await expect(page.getByRole('button', { name: first.no_ruta })).toContainText(
    '03/02/2000 08:00 – 03/02/2000 16:00',
  )
  for (const { no_ruta } of [first, second])
    await page.getByRole('checkbox', { name: `Marcar ${no_ruta}` }).check()
  await expect(page.getByText('Marcados: 2')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  const current = await readRuta(request, login, second.id)
  await request.put(`/api/rutas/${second.id}`, {
    headers: bearer(login),
    data: { ...current, comentario: 'Otra bodega' },
  })
  await page.getByRole('button', { name: 'Marcar como Entregado' }).click()
  const popup = page.getByRole('alertdialog')
  await expect(popup).toContainText('Se actualizaron 1 de 2 rutas.')
  await expect(popup).toContainText(`${second.no_ruta}: Otro usuario modificó este registro.`)
  await expect(popup).toContainText(`Ñandú ${crew.word} · Cobán · 03/02/2000`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: first.no_ruta })).toBeHidden()
  expect(await readRuta(request, login, first.id)).toMatchObject({ estado: 'Entregado' })
  // The retry closes the stale trip with the version now on the screen.
  await page.getByRole('checkbox', { name: `Marcar ${second.no_ruta}` }).check()
  await page.getByRole('button', { name: 'Marcar como Incidente' }).click()
  await expect(popup).toContainText('Se actualizó 1 de 1 ruta.')
})

test('board of 300 trucks: renders the trips of the rows near the viewport', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-05-14'
  const ruta = await aRuta(request, login, crew, { fecha, hora: '08:00' })
  await page.route('**/api/tablero*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { camiones: { placa: string; rutas: { id: number }[] }[] } }
    const [camion] = body.data.camiones.filter(({ rutas }) => rutas.some(({ id }) => id === ruta.id))
    body.data.camiones = Array.from({ length: 300 }, (_, index) => ({
      ...camion!,
      id: index + 1,
      placa: `C-${100 + index}BBB`,
    }))
    return route.fulfill({ json: body })
  })
  await page.goto(`/tablero?fecha=${fecha}`)
  const blocks = page.getByRole('button', { name: ruta.no_ruta })
  const last = page.getByRole('list', { name: 'Viajes de C-399BBB' })
  await expect(page.getByRole('list', { name: 'Viajes de C-100BBB' })).toContainText(ruta.no_ruta)
  expect(await blocks.count()).toBeLessThan(20)
  // Other rows still have a text, which the browser's search finds.
  await expect(page.getByText('C-399BBB · 1 viaje')).toBeAttached()
  await page.getByText('C-399BBB').scrollIntoViewIfNeeded()
  await expect(last).toContainText(ruta.no_ruta)
  expect(await blocks.count()).toBeLessThan(40)
})

test('another day: the line for now is hidden while it loads', async ({ page, request, login }) => {
  await aCamion(request, login)
  let answer: (() => void) | undefined
  await page.route('**/api/tablero?fecha=*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await page.goto('/tablero')
  const now = page.locator('[data-ahora]')
  await expect(now).toBeVisible()
  await page.getByRole('button', { name: 'Mañana' }).click()
  await expect(page).toHaveURL(/fecha=/)
  await expect(now).toBeHidden()
  await expect.poll(() => answer).toBeDefined()
  answer?.()
  await expect(now).not.toBeAttached()
  await page.getByRole('button', { name: 'Hoy', exact: true }).click()
  await expect(now).toBeVisible()
})
