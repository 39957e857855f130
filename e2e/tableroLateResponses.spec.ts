import { expect } from '@playwright/test'
import { aCrew, aRuta, mockBlockedRuta, readRuta } from './rutas.ts'
import { aCamion, delayResponse, test } from './support.ts'
import { rowOf } from './tablero.ts'

test('board response older than a move: does not revert the trip', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const fecha = '2027-05-27'
  const { no_ruta } = await aRuta(request, login, crew, { fecha, hora: '08:00', duracion_min: 240 })
  await page.goto(`/tablero?fecha=${fecha}`)
  await rowOf(page, crew.camion.placa)
  const block = page.getByRole('button', { name: no_ruta })
  await expect(block).toContainText('08:00 – 12:00')
  await block.click()
  await page.getByRole('menuitem', { name: 'Mover a las…' }).click()
  await page.getByLabel('Hora de salida').fill('10')
  const release = await delayResponse(page, '**/api/tablero?*')
  const boardRequest = page.waitForRequest('**/api/tablero?*')
  // Returning to the window refetches the board.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await boardRequest
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  release()
  await expect(block).toContainText('10:00 – 14:00')
})

test('undo of a move to a blocked hour: asks an administrador for a reason', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const free = await aCamion(request, login)
  const fecha = '2027-05-28'
  const blocker = await aRuta(request, login, crew, { fecha, hora: '02:00', duracion_min: 60 })
  const ruta = await aRuta(request, login, crew, { fecha, hora: '08:00', duracion_min: 240 })
  await page.goto(`/tablero?fecha=${fecha}`)
  const own = await rowOf(page, crew.camion.placa)
  const block = page.getByRole('button', { name: ruta.no_ruta })
  await block.click()
  await page.getByRole('menuitem', { name: 'Cambiar camión…' }).click()
  await page.getByRole('dialog').getByLabel('Camión').fill(free.placa)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Guardar' }).click()
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await expect(undo).toBeFocused()
  await expect(await rowOf(page, free.placa)).toContainText(ruta.no_ruta)
  const texto = `El camión ${crew.camion.placa} ya está en ${blocker.no_ruta} de 08:00 a 09:00.`
  const sent = await mockBlockedRuta(page, texto, blocker)
  await undo.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Mover: ${ruta.no_ruta}` })
  await expect(dialog).toContainText(texto)
  await expect(dialog.getByLabel('Camión')).toHaveValue(crew.camion.placa)
  await expect(dialog.getByLabel('Hora de salida')).toHaveValue('08:00')
  const motivo = page.getByLabel('Motivo de la excepción')
  await expect(motivo).toBeFocused()
  await motivo.fill('Ya estaba ahí')
  await motivo.press('Enter')
  await expect(own).toContainText(ruta.no_ruta)
  expect(sent).toEqual([undefined, 'Ya estaba ahí'])
  expect(await readRuta(request, login, ruta.id)).toMatchObject({
    camion_id: crew.camion.id,
    hora: '08:00:00',
    version: ruta.version + 2,
  })
})
