import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { aPiloto, bearer, createRecord, type Login, rutaValues, typeLogin } from './support.ts'

/** What a pilot holds. */
export const phoneOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export interface Office {
  request: APIRequestContext
  login: Login
}
export type Piloto = Awaited<ReturnType<typeof aPiloto>>

/** A day counted from the company's today. */
async function fetchDay({ request }: Office, away: number) {
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  return new Date(Date.parse(data.hoy) + away * 86_400_000).toISOString().slice(0, 10)
}

interface RutaOptions {
  away?: number
  hora?: string
  estado?: string
}

/** A route for the pilot, today unless told otherwise: its values, id and version. */
export async function aRuta(office: Office, { choferId }: Piloto, values: RutaOptions = {}) {
  const { away = 0, ...rest } = values
  const base = await rutaValues(office.request, office.login)
  const body = { ...base, chofer_id: choferId, fecha: await fetchDay(office, away), ...rest }
  const { id, version } = await createRecord(office.request, office.login, '/api/rutas', body)
  return { id, version, body, number: body.no_ruta.replace('RUTA-', '') }
}

/** The office changes a route while the pilot looks at it. */
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

/** Waits until the worker has what the page needs without signal. */
export const waitForPrecache = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready))

export const cardOf = (page: Page, number: string) =>
  page.getByRole('article', { name: `Ruta ${number}`, exact: true })

/** What the client of a route asks for. */
const setReglas = async ({ request, login }: Office, clienteId: number, reglas: object) => {
  const answer = await request.put(`/api/clientes/${clienteId}/reglas`, {
    headers: bearer(login),
    data: { ...reglas, version: 0 },
  })
  expect(answer.status()).toBe(200)
}

interface TripOptions {
  ruta?: RutaOptions
  /** Of the route's client. */
  reglas?: object
}

/** A pilot and a route of theirs. */
export async function aTrip(office: Office, { ruta, reglas }: TripOptions = {}) {
  const who = await aPiloto(office.request, office.login)
  const trip = await aRuta(office, who, ruta)
  if (reglas) await setReglas(office, trip.body.cliente_id, reglas)
  return { office, who, ...trip }
}

/** The same, on the screen of a page that is kept for the road. */
export async function openTripOffline(page: Page, office: Office, opening: TripOptions = {}) {
  const trip = await aTrip(office, opening)
  await enter(page, trip.who)
  await waitForPrecache(page)
  await expect(cardOf(page, trip.number)).toBeVisible()
  return trip
}

/** Opens 'Cambiar Estado' of a route, chooses and comments; nothing is sent yet. */
export async function openEstadoDialog(page: Page, number: string, estado: string, comentario = '') {
  await page.getByRole('button', { name: `Cambiar Estado de la ruta ${number}` }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(estado, { exact: true }).tap()
  if (comentario) await dialog.getByLabel('Comentario').fill(comentario)
  return dialog
}

/** Saves a decision; the phone has it once the dialog is gone. */
export async function saveEstado(page: Page, number: string, estado: string, comentario = '') {
  const dialog = await openEstadoDialog(page, number, estado, comentario)
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog).toBeHidden()
}

/** A picture of one point, as a file. */
export const tinyPng = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
})

/** Queues a photo of a route by its own dialog. */
export const addPhoto = async (page: Page, number: string, name: string) => {
  await page.getByRole('button', { name: `Fotos de la ruta ${number}` }).tap()
  await page.locator('input[type=file][multiple]').setInputFiles(tinyPng(name))
  const dialog = page.getByRole('dialog')
  // It stays said; what waits may have left before it is looked at.
  await expect(dialog.getByText('Guardado en este teléfono', { exact: true })).toBeAttached()
  await dialog.getByRole('button', { name: 'Cerrar' }).tap()
}

/** The files of a route that the office has. */
export const fetchFiles = async ({ request, login }: Office, id: number) => {
  const answer = await request.get(`/api/archivos?entidad=rutas&entidad_id=${id}`, { headers: bearer(login) })
  return ((await answer.json()) as { data: { nombre: string; clase: string }[] }).data
}

type SentItem = 'estado' | 'tiempos' | 'entrega' | 'gastos' | 'archivos'

/** Does what makes the phone send these, and waits until the server has taken each of them. */
export async function waitUntilAccepted(page: Page, what: readonly SentItem[], act: () => Promise<unknown>) {
  const left: string[] = [...what]
  // Before the act: what is queued is sent some time after the press, and what the screen says of it comes later still.
  const answered = page.waitForResponse((response) => {
    if (response.request().method() === 'GET' || !response.ok()) return false
    const at = left.indexOf(new URL(response.url()).pathname.split('/').at(-1) ?? '')
    if (at >= 0) left.splice(at, 1)
    return left.length === 0
  })
  await Promise.all([answered, act()])
}

/** Nothing waits on the phone, and what it shows is what the server has. True before a press as well: not to be asked alone. */
async function expectSynced(page: Page) {
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Guardado en este teléfono')).toHaveCount(0)
  await expect(page.getByText(/^Actualizado a las \d\d:\d\d$/)).toBeVisible()
}

/** As `taken`, and then nothing waits any more. */
export async function waitUntilSynced(page: Page, what: readonly SentItem[], act: () => Promise<unknown>) {
  await waitUntilAccepted(page, what, act)
  await expectSynced(page)
}

/** Does what ends the waiting of what is on the screen as unsent, without a call that brings it. */
export async function waitUntilDiscarded(page: Page, act: () => Promise<unknown>) {
  await expect(page.getByText(/por enviar$/).first()).toBeVisible()
  await act()
  await expectSynced(page)
}
