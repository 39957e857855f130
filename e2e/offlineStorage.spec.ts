import { expect, type Page } from '@playwright/test'
import {
  addPhoto,
  aTrip,
  cardOf,
  enter,
  fetchHistorial,
  openEstadoDialog,
  openTripOffline,
  phoneOptions,
  saveEstado,
  tinyPng,
  waitForPrecache,
  waitUntilSynced,
} from './piloto.ts'
import { test } from './support.ts'

// A phone whose browser stores nothing, or no more (docs/decisions/0017-queue.md).

test.use({ anonymous: true, ...phoneOptions })

const keepsNothing = 'Este navegador no guarda nada sin señal.'

/** Faults that the test sets in the page. */
declare global {
  interface Window {
    /** The database does not open. */
    held?: boolean
    /** The storage quota is exceeded. */
    full?: boolean
  }
}

/** Lets IndexedDB fail to open, as in a browser without storage or while another page blocks the database. */
function holdDatabase() {
  window.held = true
  // oxlint-disable-next-line typescript/unbound-method -- called below with its own `this`
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (this: IDBFactory, ...args: Parameters<typeof open>) {
    if (window.held) throw new DOMException('Internal error opening backing store.', 'UnknownError')
    return open.apply(this, args)
  }
}

test('browser without storage: says so and sends at once; without a response the dialog stays', async ({
  page,
  request,
  login,
}) => {
  const { office, who, id, number } = await aTrip({ request, login })
  await page.addInitScript(holdDatabase)
  await enter(page, who)
  await expect(page.getByText(keepsNothing)).toBeVisible()
  const keys: string[] = []
  await page.route('**/estado', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const dialog = await openEstadoDialog(page, number, 'Incidente', 'Llanta')
  const keep = dialog.getByRole('button', { name: 'Guardar' })
  await keep.tap()
  await expect(dialog.getByRole('alert')).toContainText('Sin enviar: el cambio no ha llegado a la oficina.')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Llanta')
  await waitUntilSynced(page, ['estado'], () => keep.tap())
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await fetchHistorial(office, id)).toHaveLength(2)
})

test('database that opens late: stores changes from then on', async ({ page, request, login }) => {
  const { office, who, id, number } = await aTrip({ request, login })
  await page.addInitScript(holdDatabase)
  await enter(page, who)
  await expect(page.getByText(keepsNothing)).toBeVisible()
  await page.evaluate(() => {
    window.held = false
  })
  await page.context().setOffline(true)
  await saveEstado(page, number, 'En curso')
  await expect(page.getByText('Sin señal · 1 cambio por enviar')).toBeVisible()
  await expect(page.getByText(keepsNothing)).toBeHidden()
  await waitUntilSynced(page, ['estado'], () => page.context().setOffline(false))
  expect(await fetchHistorial(office, id)).toHaveLength(2)
})

test('database lost while open: queued changes stay, and a change that cannot be stored is not confirmed', async ({
  page,
  request,
  login,
}) => {
  const { number } = await openTripOffline(page, { request, login })
  await page.context().setOffline(true)
  await saveEstado(page, number, 'En curso')
  await expect(page.getByText('Sin señal · 1 cambio por enviar')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/piloto-rutas')
  // A later release upgrades the database, and this page can no longer open it.
  await other.evaluate(
    () =>
      new Promise((give) => {
        indexedDB.open('flota', 2).onsuccess = give
      }),
  )
  // The page reads its queue again.
  await other.evaluate(() => new BroadcastChannel('flota-cola').postMessage('changed'))
  const dialog = await openEstadoDialog(page, number, 'Incidente', 'Llanta')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('No se guardó.')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Llanta')
  await expect(page.getByText('Sin señal · 1 cambio por enviar')).toBeVisible()
  await expect(cardOf(page, number)).toContainText('Guardado en este teléfono')
})

test('full storage: shows a message, and the form keeps its fields', async ({ page, request, login }) => {
  const { office, who, id, number } = await aTrip({ request, login })
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called below with its own `this`
    const { add } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args: Parameters<typeof add>) {
      if (window.full) throw new DOMException('', 'QuotaExceededError')
      return add.apply(this, args)
    }
  })
  await enter(page, who)
  await expect(cardOf(page, number)).toBeVisible()
  await page.evaluate(() => {
    window.full = true
  })
  const dialog = await openEstadoDialog(page, number, 'Incidente', 'Llanta')
  const keep = dialog.getByRole('button', { name: 'Guardar' })
  await keep.tap()
  await expect(dialog.getByRole('alert')).toContainText('No hay espacio en este teléfono. No se guardó.')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Llanta')
  await page.evaluate(() => {
    window.full = false
  })
  await waitUntilSynced(page, ['estado'], () => keep.tap())
  expect((await fetchHistorial(office, id))[0]).toMatchObject({
    estado_nuevo: 'Incidente',
    comentario: 'Llanta',
  })
})

/** Fills the queue with items of a user of this phone. */
const fill = (page: Page, usuario_id: number, clase: 'estado' | 'archivo', count: number) =>
  page.evaluate(
    ({ clase, count, ...item }) =>
      new Promise((give) => {
        const opening = indexedDB.open('flota')
        opening.onsuccess = () => {
          const filling = opening.result.transaction('cola', 'readwrite')
          for (let nth = 0; nth < count; nth += 1)
            filling.objectStore('cola').add({ ...item, ruta_id: 1e6 + nth, clase, datos: {} })
          filling.oncomplete = () => {
            opening.result.close()
            give(null)
          }
        }
      }),
    {
      usuario_id,
      clase,
      count,
      no_ruta: 'RUTA-1',
      tomado: '',
      clave: null,
      intentado: null,
      rechazo: null,
      conflicto: null,
    },
  )

test('phone: stores at most 200 changes and 60 photos of each user', async ({ page, request, login }) => {
  const { number } = await openTripOffline(page, { request, login })
  await page.context().setOffline(true)
  const own = await page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '') as { id: number }).id)
  await fill(page, 0, 'estado', 200)
  await fill(page, 0, 'archivo', 60)
  await fill(page, own, 'estado', 199)
  await fill(page, own, 'archivo', 59)
  await saveEstado(page, number, 'En curso')
  await addPhoto(page, number, 'una.png')
  await expect(page.getByText('Sin señal · 200 cambios y 60 fotos por enviar')).toBeVisible()
  const dialog = await openEstadoDialog(page, number, 'Incidente', 'Llanta')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog.getByRole('alert')).toContainText(
    'Este teléfono ya guarda 200 cambios sin enviar. Busca señal.',
  )
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Llanta')
  await dialog.getByRole('button', { name: 'Cancelar' }).tap()
  await page.getByRole('button', { name: 'Sí' }).tap()
  await page.getByRole('button', { name: `Foto de la ruta ${number}` }).tap()
  await page.locator('input[type=file][multiple]').setInputFiles(tinyPng('otra.png'))
  await expect(dialog).toContainText('Este teléfono ya guarda 60 fotos sin enviar. Busca señal.')
})

test.describe('Safari on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })

  test('install hint: appears while the queue is empty, until the pilot dismisses it', async ({
    page,
    request,
    login,
  }) => {
    const { number } = await openTripOffline(page, { request, login })
    const hint = page.getByText(
      'Agrega esta página a la pantalla de inicio para no perder lo que guardas sin señal.',
    )
    await expect(hint).toBeVisible()
    await page.context().setOffline(true)
    await saveEstado(page, number, 'En curso')
    await expect(page.getByText('Deja abierta esta página: se envía al volver la señal.')).toBeVisible()
    await expect(hint).toBeHidden()
    await waitUntilSynced(page, ['estado'], () => page.context().setOffline(false))
    await expect(hint).toBeVisible()
    await page.getByRole('button', { name: 'Entendido' }).tap()
    await expect(hint).toBeHidden()
    await page.reload()
    await waitForPrecache(page)
    await expect(cardOf(page, number)).toBeVisible()
    await expect(hint).toBeHidden()
  })
})
