import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aPhoto, inspectPhoto } from './photo.ts'
import { aRuta, cardOf, enter, phoneOptions } from './piloto.ts'
import { aCamion, aPiloto, bearer, createRecord, type Login, storageOf, test, unique } from './support.ts'

interface Archivo {
  id: number
  nombre: string
  tipo_mime: string
  bytes: number
  subido_por: string
}

const strip = (page: Page) => page.getByRole('region', { name: 'Archivos' })
const tiles = (page: Page) => page.getByRole('button', { name: /^Ver / })

async function archivosOf(request: APIRequestContext, login: Login, entidad: string, id: number) {
  const headers = bearer(login)
  const answer = await request.get(`/api/archivos?entidad=${entidad}&entidad_id=${id}`, { headers })
  return ((await answer.json()) as { data: Archivo[] }).data
}

/** Returns a small picture of one colour. */
const aPicture = async (page: Page, color: string) =>
  Buffer.from(
    await page.evaluate((fill) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
      const context = canvas.getContext('2d')!
      context.fillStyle = fill
      context.fillRect(0, 0, 640, 480)
      return canvas.toDataURL('image/jpeg').split(',')[1]!
    }, color),
    'base64',
  )

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')

async function upload(
  request: APIRequestContext,
  login: Login,
  record: string,
  data: Buffer,
  nombre: string,
) {
  const answer = await request.post(`/api/archivos?${record}&nombre=${nombre}`, {
    headers: { ...bearer(login), 'Content-Type': 'application/octet-stream' },
    data,
  })
  expect(answer.status()).toBe(201)
}

const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files)

test('photo of 6 MB: arrives upright, small and without its location', async ({ page, request, login }) => {
  const { id } = await aCamion(request, login)
  await page.goto(`/mostrar-camiones/${id}`)
  await page.getByRole('tab', { name: 'Archivos' }).click()
  await expect(page.getByText('Todavía no hay archivos.')).toBeVisible()
  const photo = await aPhoto(page)
  expect(photo.length).toBeGreaterThan(5_500_000)
  expect(photo.length).toBeLessThan(8_000_000)
  await choose(
    page,
    { name: 'frenos.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'factura.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'pagina.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>no</html>') },
    { name: 'lista.xlsx', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('PK\x03\x04') },
    { name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(8 * 1024 ** 2 + 1) },
  )
  await expect(strip(page).getByRole('alert')).toHaveText([
    'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.',
    'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.',
    'El archivo pasa de 8 MB.',
  ])
  await expect(tiles(page)).toHaveCount(2)
  await expectAccessible(page)
  await expectNoOverflow(page)
  const saved = await archivosOf(request, login, 'camiones', id)
  const frenos = saved.find(({ nombre }) => nombre === 'frenos.jpg')!
  expect(frenos).toMatchObject({ tipo_mime: 'image/jpeg', subido_por: 'admin' })
  expect(frenos.bytes).toBeLessThanOrEqual(500_000)
  const answer = await request.get(`/api/archivos/${frenos.id}/contenido`, { headers: bearer(login) })
  const bytes = await answer.body()
  expect(await inspectPhoto(page, bytes)).toEqual({ width: 1200, height: 1600, left: false, right: true })
  expect(bytes.includes('Exif')).toBe(false)
})

test('files: upload when dropped or pasted on the page', async ({ page, request, login }) => {
  const person = { nombre: 'Ana', apellido: unique(), telefono: '55551234' }
  const { id } = await createRecord(request, login, '/api/clientes', person)
  await page.goto(`/mostrar-clientes/${id}`)
  await page.getByRole('tab', { name: 'Archivos' }).click()
  await expect(page.getByText('Todavía no hay archivos.')).toBeVisible()
  const base64 = (await aPicture(page, 'green')).toString('base64')
  const give = (kind: 'drop' | 'paste', name: string) =>
    page.evaluate(
      ({ kind, name, base64 }) => {
        const data = new DataTransfer()
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: 'image/jpeg' }))
        const init = { bubbles: true, cancelable: true }
        document.body.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data }),
        )
      },
      { kind, name, base64 },
    )
  await give('drop', 'entrada.jpg')
  await expect(tiles(page)).toHaveCount(1)
  await give('paste', 'image.png')
  await expect(tiles(page)).toHaveCount(2)
  const names = (await archivosOf(request, login, 'clientes', id)).map(({ nombre }) => nombre)
  expect(names).toEqual(['foto.jpg', 'entrada.jpg'])
})

test('upload: is resent with its key after a lost response, and leaving asks for confirmation', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aCamion(request, login)
  await page.goto(`/mostrar-camiones/${id}`)
  await page.getByRole('tab', { name: 'Archivos' }).click()
  await expect(page.getByText('Todavía no hay archivos.')).toBeVisible()
  const keys: (string | undefined)[] = []
  await page.route('**/api/archivos?*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    // The server stores the file, then the connection breaks before the response.
    if (keys.length === 1) await route.fetch()
    await (keys.length === 1 ? route.abort() : route.continue())
  })
  await choose(page, { name: 'seguro.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(strip(page).getByRole('alert')).toHaveText('Error de conexión con el servidor')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('¿Deseas salir sin guardar los cambios?')
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await strip(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(tiles(page)).toHaveCount(1)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await archivosOf(request, login, 'camiones', id)).toHaveLength(1)
})

test('full view: moves and deletes files by keyboard', async ({ page, request, login }) => {
  const { id, placa } = await aCamion(request, login)
  await page.goto('/camiones')
  const record = `entidad=camiones&entidad_id=${id}`
  await upload(request, login, record, pdf, 'poliza.pdf')
  for (const color of ['blue', 'orange'])
    await upload(request, login, record, await aPicture(page, color), `${color}.jpg`)
  await page.goto(`/mostrar-camiones/${id}`)
  await page.getByRole('tab', { name: 'Archivos' }).click()
  await expect(page.getByRole('heading', { name: `Camión ${placa}` })).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await tiles(page).first().press('Enter')
  const view = page.getByRole('dialog')
  await expect(view.getByRole('img', { name: 'orange.jpg' })).toBeVisible()
  await expect(view).toContainText('1 de 3 · admin')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(view.getByRole('img', { name: 'blue.jpg' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(view).toContainText('descárgalo para verlo')
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await page.keyboard.press('ArrowRight')
  await view.getByRole('button', { name: 'Descargar' }).press('Enter')
  expect((await saved).suggestedFilename()).toBe('poliza.pdf')
  await view.getByRole('button', { name: 'Eliminar' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('¿Deseas eliminar el archivo poliza.pdf?')
  await page.getByRole('button', { name: 'Sí', exact: true }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Archivo eliminado con éxito')
  await page.keyboard.press('Enter')
  await expect(view).toContainText('2 de 2')
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(tiles(page)).toHaveCount(2)
  await expect(page).toHaveURL(`/mostrar-camiones/${id}`)
})

test.describe('phone', () => {
  test.use({ ...phoneOptions, anonymous: true })

  test('photo of a pilot: appears in the office', async ({ page, request, login, browser, baseURL }) => {
    const who = await aPiloto(request, login)
    const ruta = await aRuta({ request, login }, who)
    await enter(page, who)
    await cardOf(page, ruta.number)
      .getByRole('button', { name: `Foto de la ruta ${ruta.number}` })
      .tap()
    const dialog = page.getByRole('dialog', { name: `Fotos · Ruta ${ruta.number}` })
    await expect(dialog.getByText('Todavía no hay archivos.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Tomar foto' })).toBeVisible()
    const buffer = await aPicture(page, 'navy')
    await page
      .locator('input[type=file][capture]')
      .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
    await expect(dialog.getByRole('button', { name: 'Ver IMG_1.jpg' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Eliminar/ })).toHaveCount(0)
    await expectAccessible(page, { enhancedContrast: true })
    await expectNoOverflow(page)

    const [saved] = await archivosOf(request, login, 'rutas', ruta.id)
    expect(saved).toMatchObject({ nombre: 'IMG_1.jpg', subido_por: who.username })
    const storageState = storageOf(baseURL ?? '', login)
    const office = await browser.newContext({ baseURL: baseURL ?? '', storageState })
    const desk = await office.newPage()
    await desk.goto(`/mostrar-ruta/${ruta.id}`)
    await desk.getByRole('tab', { name: 'Archivos' }).click()
    const tile = desk.getByRole('button', { name: 'Ver IMG_1.jpg', exact: true })
    await tile.scrollIntoViewIfNeeded()
    await expect(tile.locator('img')).toBeVisible()
    await expect(strip(desk)).toContainText(who.username)
    await office.close()
  })
})

test('file missing on the disk: offers no retry', async ({ page, request, login }) => {
  const { id } = await aCamion(request, login)
  await page.goto(`/mostrar-camiones/${id}`)
  await upload(
    request,
    login,
    `entidad=camiones&entidad_id=${id}`,
    await aPicture(page, 'navy'),
    'frenos.jpg',
  )
  let status = 500
  await page.route('**/api/archivos/*/contenido', (route) => {
    const message = status === 404 ? 'El archivo ya no está en el disco.' : 'No se pudo.'
    return route.fulfill({ status, json: { success: false, message, error: {} } })
  })
  await page.reload()
  await page.getByRole('tab', { name: 'Archivos' }).click()
  await page.getByRole('button', { name: 'Ver frenos.jpg' }).click()
  const viewer = page.getByRole('dialog', { name: 'frenos.jpg' })
  await expect(viewer.getByRole('alert')).toContainText('No se pudo.')
  status = 404
  await viewer.getByRole('button', { name: 'Reintentar' }).click()
  await expect(viewer.getByRole('alert')).toHaveText('El archivo ya no está en el disco.')
  await expect(viewer.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  await viewer.getByRole('button', { name: 'Descargar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('El archivo ya no está en el disco.')
})
