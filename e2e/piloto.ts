import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { aPiloto, bearer, createRecord, type Login, rutaValues, typeLogin } from './support.ts'

/** The screen of a phone. */
export const phoneOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export interface Office {
  request: APIRequestContext
  login: Login
}
export type Piloto = Awaited<ReturnType<typeof aPiloto>>

/** Returns a date relative to the company's today. */
async function fetchDay({ request }: Office, away: number) {
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  return new Date(Date.parse(data.hoy) + away * 86_400_000).toISOString().slice(0, 10)
}

interface RutaOptions {
  away?: number
  hora?: string
  estado?: string
  comentario?: string
}

/** Creates a route for the pilot, by default today, and returns its values, id and version. */
export async function aRuta(office: Office, { choferId }: Piloto, values: RutaOptions = {}) {
  const { away = 0, ...rest } = values
  const base = await rutaValues(office.request, office.login)
  const body = { ...base, chofer_id: choferId, fecha: await fetchDay(office, away), ...rest }
  const { id, version } = await createRecord(office.request, office.login, '/api/rutas', body)
  return { id, version, body, number: body.no_ruta.replace('RUTA-', '') }
}

/** Changes a route as the office. */
export async function changeRuta(
  { request, login }: Office,
  ruta: Awaited<ReturnType<typeof aRuta>>,
  part: object,
) {
  const answer = await request.put(`/api/rutas/${ruta.id}`, {
    headers: bearer(login),
    data: { ...ruta.body, ...part, version: ruta.version },
  })
  expect(answer.status()).toBe(200)
}

export const fetchHistorial = async ({ request, login }: Office, id: number) => {
  const answer = await request.get(`/api/rutas/${id}/historial`, { headers: bearer(login) })
  return ((await answer.json()) as { data: { estado_nuevo: string; comentario: string | null }[] }).data
}

export async function enter(page: Page, who: Piloto) {
  await page.goto('/login')
  await typeLogin(page, who)
  await expect(page).toHaveURL('/piloto-rutas')
}

/** Waits until the service worker has cached what the page needs without signal. */
export const waitForPrecache = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready))

export const cardOf = (page: Page, number: string) =>
  page.getByRole('article', { name: `Ruta ${number}`, exact: true })

/** Sets the rules of a client. */
const setReglas = async ({ request, login }: Office, clienteId: number, reglas: object) => {
  const answer = await request.put(`/api/clientes/${clienteId}/reglas`, {
    headers: bearer(login),
    data: { ...reglas, version: 0 },
  })
  expect(answer.status()).toBe(200)
}

interface TripOptions {
  ruta?: RutaOptions
  /** Rules of the route's client. */
  reglas?: object
}

/** Creates a pilot and an assigned route. */
export async function aTrip(office: Office, { ruta, reglas }: TripOptions = {}) {
  const who = await aPiloto(office.request, office.login)
  const trip = await aRuta(office, who, ruta)
  if (reglas) await setReglas(office, trip.body.cliente_id, reglas)
  return { office, who, ...trip }
}

/** Creates a trip and opens it on a precached page. */
export async function openTripOffline(page: Page, office: Office, opening: TripOptions = {}) {
  const trip = await aTrip(office, opening)
  await enter(page, trip.who)
  await waitForPrecache(page)
  await expect(cardOf(page, trip.number)).toBeVisible()
  return trip
}

/** Opens 'Cambiar Estado' of a route and fills it in, without saving. */
export async function openEstadoDialog(page: Page, number: string, estado: string, comentario = '') {
  await page.getByRole('button', { name: `Cambiar Estado de la ruta ${number}` }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(estado, { exact: true }).tap()
  if (comentario) await dialog.getByLabel('Comentario').fill(comentario)
  return dialog
}

/** Opens one of the dialogs under 'Más'. */
export async function openMore(page: Page, number: string, name: 'Horas' | 'Historial' | 'Hoja') {
  await page.getByRole('button', { name: `Más de la ruta ${number}` }).tap()
  await page.getByRole('button', { name: `${name} de la ruta ${number}` }).tap()
  return page.getByRole('dialog', { name: `${name} · Ruta ${number}` })
}

/** Opens the form of a trip as the pilot left it. */
export const resumeDraft = (page: Page, number: string, form: string) =>
  page.getByRole('button', { name: `Sigue donde te quedaste: ${form} de la ruta ${number}` }).tap()

/** Saves a state; the dialog closes when the phone has stored it. */
export async function saveEstado(page: Page, number: string, estado: string, comentario = '') {
  const dialog = await openEstadoDialog(page, number, estado, comentario)
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog).toBeHidden()
}

/** Returns a PNG file of one pixel. */
export const tinyPng = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
})

/** Draws a signature in 'Entrega'. */
export const sign = async (page: Page) => {
  const box = await page.getByRole('img', { name: 'Firma de quien recibe' }).boundingBox()
  if (!box) throw new Error('The signature pad is not visible')
  await page.mouse.move(box.x + 40, box.y + 80)
  await page.mouse.down()
  for (let step = 1; step < 12; step += 1)
    await page.mouse.move(box.x + 40 + step * 15, box.y + 80 + (step % 2 ? 30 : -30))
  await page.mouse.up()
}

/** Queues a photo by the route's photo dialog. */
export const addPhoto = async (page: Page, number: string, name: string) => {
  await page.getByRole('button', { name: `Foto de la ruta ${number}` }).tap()
  await page.locator('input[type=file][multiple]').setInputFiles(tinyPng(name))
  const dialog = page.getByRole('dialog')
  // The message stays in the DOM, but the upload may already have hidden it.
  await expect(dialog.getByText('Guardado en este teléfono', { exact: true })).toBeAttached()
  await dialog.getByRole('button', { name: 'Cerrar' }).tap()
}

/** Returns the route's files on the server. */
export const fetchFiles = async ({ request, login }: Office, id: number) => {
  const answer = await request.get(`/api/archivos?entidad=rutas&entidad_id=${id}`, { headers: bearer(login) })
  return ((await answer.json()) as { data: { nombre: string; clase: string }[] }).data
}

type SentItem = 'estado' | 'tiempos' | 'entrega' | 'gastos' | 'archivos'

/** Runs `act`, which makes the phone send these items, and waits until the server has accepted each. */
export async function waitUntilAccepted(page: Page, what: readonly SentItem[], act: () => Promise<unknown>) {
  const left: string[] = [...what]
  // Before `act`: the phone sends the queue some time after the press, and the screen follows later still.
  const accepted = page.waitForResponse((response) => {
    if (response.request().method() === 'GET' || !response.ok()) return false
    const at = left.indexOf(new URL(response.url()).pathname.split('/').at(-1) ?? '')
    if (at >= 0) left.splice(at, 1)
    return left.length === 0
  })
  await Promise.all([accepted, act()])
}

/** Expects an empty queue and a screen in sync with the server. Also true before a press, so never use it alone. */
async function expectSynced(page: Page) {
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Guardado en este teléfono')).toHaveCount(0)
  await expect(page.getByText(/^Actualizado a las \d\d:\d\d$/)).toBeVisible()
}

/** Like waitUntilAccepted, and then waits until the queue is empty. */
export async function waitUntilSynced(page: Page, what: readonly SentItem[], act: () => Promise<unknown>) {
  await waitUntilAccepted(page, what, act)
  await expectSynced(page)
}

/** Runs `act`, which discards the items shown as unsent, and waits until they are gone. */
export async function waitUntilDiscarded(page: Page, act: () => Promise<unknown>) {
  await expect(page.getByText(/por enviar$/).first()).toBeVisible()
  await act()
  await expectSynced(page)
}
