import { expect, type Locator, type Page } from '@playwright/test'
import { aPhoto } from './photo.ts'
import { fetchFiles, openTripOffline, phoneOptions, tinyPng } from './piloto.ts'
import { test } from './support.ts'

// Files that the phone does not queue, with the sentences of docs/contract/files.md.

test.use({ anonymous: true, ...phoneOptions })

const addFile = (page: Page, file: Parameters<Locator['setInputFiles']>[0]) =>
  page.locator('input[type=file][multiple]').setInputFiles(file)

test('ten files that are no photo: are refused before the queue, each with its sentence', async ({
  page,
  request,
  login,
}) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  const { buffer: png } = tinyPng('')
  const jpeg = await aPhoto(page)
  const wrongKind = 'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.'
  const damaged = 'La foto está dañada. Tómala otra vez.'
  const heic = 'Este formato (HEIC) no se puede guardar. Elige «Más compatible» en la cámara.'
  const bad: [string, Buffer, string][] = [
    ['vacia.jpg', Buffer.alloc(0), 'La foto está vacía. Tómala otra vez.'],
    ['iphone.heic', Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(99)]), heic],
    ['iphone.jpg', Buffer.concat([Buffer.from('\0\0\0\x18ftypmif1'), Buffer.alloc(99)]), heic],
    ['video.mp4', Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(99)]), wrongKind],
    ['pagina.jpg', Buffer.from('<!doctype html>'), wrongKind],
    ['recibo.pdf', Buffer.from('hola'), wrongKind],
    ['cortada.jpg', jpeg.subarray(0, jpeg.length / 2), damaged],
    ['sin-fin.jpg', jpeg.subarray(0, -2), damaged],
    ['cortada.png', png.subarray(0, -12), damaged],
    ['corta.webp', Buffer.from('RIFF\xff\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'), damaged],
  ]
  const asFiles = bad.map(([name, buffer]) => ({ name, buffer, mimeType: 'image/jpeg' }))
  await page.getByRole('button', { name: `Foto de la ruta ${number}` }).tap()
  await addFile(page, asFiles)
  const dialog = page.getByRole('dialog')
  for (const [name, , sentence] of bad)
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText(sentence)
  await expect(dialog.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sí' }).tap()
  await expect(page.getByText('por enviar')).toHaveCount(0)

  await page.getByRole('button', { name: `Incidente de la ruta ${number}`, exact: true }).tap()
  await addFile(page, asFiles)
  const alert = page.getByRole('alert')
  for (const [name, , sentence] of bad) await expect(alert).toContainText(`${name}: ${sentence}`)
  await addFile(page, asFiles[0]!)
  await expect(alert).toHaveText('La foto está vacía. Tómala otra vez.')
  await addFile(page, [{ name: 'buena.jpg', mimeType: '', buffer: jpeg }])
  await expect(dialog).toContainText('Fotos (1)')
  await expect(alert).toHaveCount(0)
  expect(await fetchFiles(office, id)).toEqual([])
})

test('photo refused by the server: shows the sentence of its first field', async ({
  page,
  request,
  login,
}) => {
  const { number } = await openTripOffline(page, { request, login })
  await page.route('**/archivos?*', (route) =>
    route.fulfill({
      status: 400,
      json: {
        success: false,
        message: 'Revisa los datos.',
        error: { code: 'DATOS_INVALIDOS', campos: { archivo: 'La foto está vacía. Tómala otra vez.' } },
      },
    }),
  )
  await page.getByRole('button', { name: `Foto de la ruta ${number}` }).tap()
  await addFile(page, tinyPng('una.png'))
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).tap()
  await expect(page.getByRole('alert')).toContainText('La foto está vacía. Tómala otra vez.')
})
