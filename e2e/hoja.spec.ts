import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { openMore, openTripOffline, phoneOptions } from './piloto.ts'
import { aCrew, aRuta } from './rutas.ts'
import { createRecord, test } from './support.ts'

// This browser has no PDF viewer and downloads the file instead.

/** Returns the download that `press` starts. */
async function downloadOf(page: Page, press: () => Promise<void>) {
  const answer = page.waitForResponse((response) => response.url().includes('/hoja?'))
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const file = await readFile(await download.path())
  return {
    name: download.suggestedFilename(),
    query: new URL((await answer).url()).search,
    head: file.subarray(0, 5).toString(),
  }
}

test('sheet: prints from the detail with or without the price', async ({ page, request, login }) => {
  const { id } = await aRuta(request, login, await aCrew(request, login))
  await page.goto(`/ver-ruta/${id}`)
  for (const [label, query] of [
    ['Con precio', '?precio=si'],
    ['Sin precio', '?precio=no'],
  ] as const) {
    await page.getByRole('button', { name: 'Imprimir hoja' }).click()
    const dialog = page.getByRole('dialog', { name: /^Hoja · Ruta/ })
    await expect(dialog).toContainText('¿La hoja lleva el precio?')
    await expectAccessible(page)
    const file = await downloadOf(page, () => dialog.getByRole('button', { name: label }).click())
    expect(file).toEqual({ name: `hoja_${id}.pdf`, query, head: '%PDF-' })
    await expect(dialog).toBeHidden()
  }
})

test('failed sheet: shows an error in its dialog and retries', async ({ page, request, login }) => {
  const { id, no_ruta } = await aRuta(request, login, await aCrew(request, login))
  await page.goto(`/rutas?buscar=${no_ruta}`)
  await page.route('**/hoja?*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: `Acciones de ${no_ruta}` }).click()
  await page.getByRole('menuitem', { name: 'Imprimir hoja' }).click()
  const dialog = page.getByRole('dialog', { name: /^Hoja · Ruta/ })
  await dialog.getByRole('button', { name: 'Sin precio' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Error al generar el PDF')
  const { name } = await downloadOf(page, () => dialog.getByRole('button', { name: 'Sin precio' }).click())
  expect(name).toBe(`hoja_${id}.pdf`)
})

test('WhatsApp to pilot and client: is disabled without a telephone', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const cliente = await createRecord(request, login, '/api/clientes', {
    nombre: 'Sin',
    apellido: 'Línea',
    telefono: '123',
  })
  const { id, no_ruta } = await aRuta(request, login, { ...crew, cliente })
  await page.goto(`/ver-ruta/${id}`)
  const alPiloto = page.getByRole('link', { name: 'WhatsApp al piloto' })
  const link = new URL((await alPiloto.getAttribute('href')) ?? '')
  expect(link.origin + link.pathname).toBe('https://wa.me/50255551234')
  expect(link.searchParams.get('text')).toContain(
    `Ruta ${no_ruta.replace('RUTA-', '')} · 20/11/2026 08:30 · Puerto Quetzal → Cobán · Sin Línea · Camión ${crew.camion.placa}`,
  )
  expect(link.search).not.toMatch(/1,?234/)
  const alCliente = page.getByRole('button', { name: 'WhatsApp al cliente' })
  await expect(alCliente).toHaveAttribute('aria-disabled', 'true')
  await expect(alCliente).toHaveAccessibleDescription('El cliente no tiene un teléfono válido')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test.describe('phone', () => {
  test.use({ ...phoneOptions, anonymous: true })

  test('pilot: downloads the sheet of an assigned trip', async ({ page, request, login }) => {
    const { id, number } = await openTripOffline(page, { request, login })
    const dialog = await openMore(page, number, 'Hoja')
    await expectAccessible(page)
    const file = await downloadOf(page, () => dialog.getByRole('button', { name: 'Abrir' }).tap())
    expect(file).toMatchObject({ name: `hoja_${id}.pdf`, head: '%PDF-' })
    await expect(dialog).toBeHidden()
  })
})
