import type { APIRequestContext, Page } from '@playwright/test'
import { aPiloto, createRecord, type Login, rutaValues } from './support.ts'

export const recientes = /\/api\/rutas\/recientes/
const dayMs = 86_400_000
export const addDays = (iso: string, days: number) =>
  new Date(Date.parse(iso) + days * dayMs).toISOString().slice(0, 10)
export const formatDate = (iso: string) => iso.split('-').reverse().join('/')
export const money = (amount: number) =>
  `Q${amount.toLocaleString('es-GT', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

interface Dia {
  fecha: string
  resumen: {
    total: number
    pendientes: number
    en_curso: number
    entregadas: number
    incidentes: number
    ingresos: number
  }
  rutas: { id: number; no_ruta: string; hora: string; estado: string }[]
}
interface Recientes {
  data: { hoy: string; rutasPorFecha: Dia[] }
}

export const errorResponse = {
  status: 500,
  json: { success: false, message: 'No se pudo.', error: { code: 'INTERNO' } },
}

export async function fetchToday(request: APIRequestContext) {
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  return data.hoy
}

/** Creates a trip of today at 00:00, the first of those with equal urgency. */
export async function aTrip(request: APIRequestContext, login: Login, values: object = {}) {
  const piloto = await aPiloto(request, login)
  const body = {
    ...(await rutaValues(request, login)),
    chofer_id: piloto.choferId,
    fecha: await fetchToday(request),
    hora: '00:00',
    ...values,
  }
  const { id } = await createRecord(request, login, '/api/rutas', body)
  return { id, piloto, number: body.no_ruta.replace('RUTA-', '') }
}

/** Opens the dashboard and returns its response. */
export async function openDashboard(page: Page) {
  const recientesResponse = page
    .waitForResponse(recientes)
    .then((answer) => answer.json() as Promise<Recientes>)
  await page.goto('/dashboard')
  return (await recientesResponse).data
}

/** Changes the server's response on its way to the page. */
export const changeRecientes = (page: Page, by: (data: Recientes['data']) => void) =>
  page.route(recientes, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Recientes
    by(json.data)
    await route.fulfill({ response, json })
  })
