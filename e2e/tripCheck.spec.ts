import { sentences } from '@flota/contract/core/sentences.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { aCrew, aRuta, mockBlockedRuta, readRuta } from './rutas.ts'
import { bearer, test } from './support.ts'

/** A day without trips of other tests. */
const day = '2027-03-15'

const panelOf = (page: Page) => page.getByRole('region', { name: 'Revisión del viaje' })

test('trip with a taken truck: shows the conflict while typing, and is saved', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const blocker = await aRuta(request, login, crew, { fecha: day, hora: '06:00', duracion_min: 480 })
  const next = await aRuta(request, login, crew, { fecha: day, hora: '20:00' })
  await page.goto(`/editar-ruta/${next.id}`)
  const panel = panelOf(page)
  await expect(panel).toContainText('Nada se traslapa con este viaje.')
  const hora = page.getByLabel('Hora')
  await hora.fill('1300')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel).toContainText(
    `El camión ${crew.camion.placa} ya está en ${blocker.no_ruta} de 06:00 a 14:00.`,
  )
  await expect(panel.getByRole('link', { name: `Ver ${blocker.no_ruta}` }).first()).toHaveAttribute(
    'href',
    `/ver-ruta/${blocker.id}`,
  )
  await expect(panel.getByRole('listitem').first()).toContainText(
    `Ñandú ${crew.word} · Puerto Quetzal → Cobán · 15/03/2027`,
  )
  await expect(hora).toBeFocused()
  await expectAccessible(page)
  await hora.press('Enter')
  const popup = page.getByRole('alertdialog', { name: 'Estado actualizado' })
  await expect(popup).toContainText(
    `ya está en ${blocker.no_ruta} de 06:00 a 14:00. Ñandú ${crew.word} · Puerto Quetzal → Cobán · 15/03/2027`,
  )
  expect(await readRuta(request, login, next.id)).toMatchObject({ hora: '13:00:00' })
})

test('emptied duration: is the default again, and the form says so', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const short = await aRuta(request, login, crew, { fecha: day, hora: '06:00', duracion_min: 60 })
  const next = await aRuta(request, login, crew, { fecha: day, hora: '08:00' })
  await page.goto(`/editar-ruta/${short.id}`)
  const panel = panelOf(page)
  await expect(panel).toContainText('Nada se traslapa con este viaje.')
  await page.getByLabel('Duración (min)').fill('')
  await expect(panel).toContainText(`ya está en ${next.no_ruta} de 08:00 a 16:00.`)
})

test('check: runs 300 ms after the last key', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const { id } = await aRuta(request, login, crew, { fecha: day, hora: '06:00' })
  await page.clock.install()
  await page.goto(`/editar-ruta/${id}`)
  await expect(panelOf(page)).toContainText('Nada se traslapa con este viaje.')
  const hours: unknown[] = []
  page.on('request', (each) => {
    if (new URL(each.url()).pathname.endsWith('/revision'))
      hours.push((each.postDataJSON() as { hora: string }).hora)
  })
  const hora = page.getByLabel('Hora')
  await hora.fill('')
  await expect(panelOf(page)).toContainText('Con fecha, hora, piloto y camión')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  for (const key of '1315') {
    await hora.press(key)
    await page.clock.runFor(290)
  }
  expect(hours).toEqual([])
  await page.clock.runFor(10)
  await expect.poll(() => hours).toEqual(['13:15'])
})

test('check: waits for a late response, shows a failure and retries, and keeps the form', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { id } = await aRuta(request, login, crew, { fecha: day, hora: '06:00' })
  await page.goto(`/editar-ruta/${id}`)
  const panel = panelOf(page)
  await expect(panel).toContainText('Nada se traslapa con este viaje.')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/rutas/revision?viaje=si', async (route) => {
    await answer.promise
    // Unlike a lost connection, a 500 is not retried automatically.
    return route.fulfill({ status: 500, json: { success: false, message: 'Error interno', error: {} } })
  })
  const hora = page.getByLabel('Hora')
  await hora.fill('0715')
  await expect(panel).toContainText('Revisando…')
  // The earlier result stays meanwhile.
  await expect(panel).toContainText('Nada se traslapa con este viaje.')
  answer.resolve()
  await expect(panel).toContainText('No se pudo revisar el viaje.')
  await expectAccessible(page)
  await expect(hora).toHaveValue('0715')
  await expect(hora).toBeFocused()
  await page.unroute('**/api/rutas/revision?viaje=si')
  await panel.getByRole('button', { name: 'Reintentar' }).click()
  await expect(panel).toContainText('Nada se traslapa con este viaje.')
  await expect(panel).not.toContainText('Revisando…')
})

test('copy with a deleted pilot: shows it before the save', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const { id } = await aRuta(request, login, crew, { fecha: day, estado: 'Entregado' })
  const path = `/api/choferes/${crew.chofer.id}`
  expect((await request.delete(path, { headers: bearer(login) })).status()).toBe(200)
  await page.goto(`/ingresar-ruta?copiar=${id}`)
  await expect(panelOf(page)).toContainText(sentences.unknownChofer)
})

test('free resources: come first, and taken ones show until when and with which trip', async ({
  page,
  request,
  login,
}) => {
  await aCrew(request, login)
  const crew = await aCrew(request, login)
  // As long as a company's numbers are.
  const no_ruta = `RUTA-${crew.word.slice(-5)}`
  await aRuta(request, login, crew, { no_ruta, fecha: day, hora: '06:00', duracion_min: 480 })
  await page.goto('/ingresar-ruta')
  await page.getByLabel('Fecha').fill('15/03/2027')
  await page.getByLabel('Hora').fill('07:00')
  const piloto = page.getByLabel('Piloto')
  await piloto.fill(crew.word)
  const option = page.getByRole('listbox').getByRole('option')
  await expect(option).toContainText(`ocupado hasta 14:00 en ${no_ruta}`)
  // The day is that of the form.
  await expect(option).toContainText(new RegExp(`Ñandú ${crew.word} · Puerto Quetzal → Cobán$`))
  expect((await option.boundingBox())?.height).toBeLessThanOrEqual(48)
  await page.getByLabel('Fecha').fill('14/03/2027')
  await page.getByLabel('Hora').fill('23:00')
  await piloto.fill(crew.word)
  await expect(option).toContainText(`Ñandú ${crew.word} · Puerto Quetzal → Cobán · 15/03/2027`)
  await piloto.fill('')
  await expect(page.getByRole('listbox').getByRole('option').first()).not.toContainText('ocupado')
})

test('trip blocked by the settings: is rejected, and an administrador may give a reason', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const blocker = await aRuta(request, login, crew, { fecha: day, hora: '06:00', duracion_min: 480 })
  const next = await aRuta(request, login, crew, { fecha: day, hora: '20:00' })
  await page.goto(`/editar-ruta/${next.id}`)
  await page.getByLabel('Hora').fill('08:00')
  const texto = `El camión ${crew.camion.placa} ya está en ${blocker.no_ruta} de 06:00 a 14:00.`
  const answers = await mockBlockedRuta(page, texto, blocker)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alert')).toContainText(texto)
  await expect(panelOf(page).getByRole('listitem')).toContainText(['No deja guardar'])
  const motivo = page.getByLabel('Motivo de la excepción')
  await expect(motivo).toBeFocused()
  await motivo.fill('Lo pidió el dueño')
  await motivo.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toBeVisible()
  expect(answers).toEqual([undefined, 'Lo pidió el dueño'])
})
