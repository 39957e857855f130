import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { aCamion, bearer, createRecord, type Login, unique } from './support.ts'

/** Creates a client, pilot, helper and truck with unique names, and returns the words to search for. */
export async function aCrew(request: APIRequestContext, login: Login) {
  const word = unique('Z')
  const person = { telefono: '55551234' }
  const chofer = { ...person, apellido: word, tipo_licencia: 'A', vencimiento: '2030-01-31' }
  return {
    word,
    cliente: await createRecord(request, login, '/api/clientes', {
      ...person,
      nombre: 'Ñandú',
      apellido: word,
    }),
    chofer: await createRecord(request, login, '/api/choferes', { ...chofer, nombre: 'José' }),
    ayudante: await createRecord(request, login, '/api/ayudantes', {
      ...person,
      nombre: 'Ángel',
      apellido: word,
    }),
    camion: await aCamion(request, login),
  }
}

type Crew = Awaited<ReturnType<typeof aCrew>>

interface Ruta {
  id: number
  version: number
  no_ruta: string
  precio: number
  comentario: string | null
}

export async function aRuta(request: APIRequestContext, login: Login, crew: Crew, values: object = {}) {
  const ruta = await createRecord(request, login, '/api/rutas', {
    no_ruta: unique('RUTA-'),
    cliente_id: crew.cliente.id,
    servicio: `Flete ${crew.word}`,
    mercaderia: 'Cemento en sacos',
    camion_id: crew.camion.id,
    combustible: 45.5,
    origen: 'Puerto Quetzal',
    destino: 'Cobán',
    chofer_id: crew.chofer.id,
    fecha: '2026-11-20',
    hora: '08:30',
    precio: 1234.5,
    ...values,
  })
  // POST returns the record in the shape of GET.
  return ruta as Ruta
}

export async function readRuta(request: APIRequestContext, login: Login, id: number) {
  const answer = await request.get(`/api/rutas/${id}`, { headers: bearer(login) })
  return ((await answer.json()) as { data: Ruta & Record<string, unknown> }).data
}

/** Types a trip from the hour on, field by field, choosing from the lists unseen. */
export async function typeTrip(
  page: Page,
  { word, camion }: Crew,
  { hora = '830', precio = '1,234.50' } = {},
) {
  await expect(page.getByLabel('Hora')).toBeFocused()
  const fields = [
    hora,
    `nandu ${word}`,
    'Flete completo',
    'Cemento en sacos',
    'Puerto Quetzal',
    'Cobán',
    camion.placa.toLowerCase(),
    `jose ${word}`,
    '',
    '45,5',
    precio,
  ]
  for (const [index, text] of fields.entries()) {
    await page.keyboard.type(text)
    if (index < fields.length - 1) await page.keyboard.press('Tab')
  }
}

/** Mocks the rejection by a company's settings, which would affect other tests. Returns the reasons sent. */
export async function mockBlockedRuta(page: Page, texto: string, { id, no_ruta }: Ruta) {
  const reasons: unknown[] = []
  await page.route('**/api/rutas/*', async (route) => {
    const request = route.request()
    if (request.method() !== 'PUT') return route.fallback()
    const { motivo_excepcion } = request.postDataJSON() as { motivo_excepcion?: string }
    reasons.push(motivo_excepcion)
    if (motivo_excepcion) return route.fallback()
    const ruta = { id, no_ruta, desde: '2027-03-15T12:00:00.000Z', hasta: '2027-03-15T20:00:00.000Z' }
    const aviso = {
      codigo: 'CAMION_OCUPADO',
      gravedad: 'bloqueo',
      texto,
      entidad: 'camiones',
      entidad_id: 1,
      ruta,
    }
    const error = { code: 'CONFLICTO', avisos: [aviso] }
    return route.fulfill({ status: 409, json: { success: false, message: texto, error } })
  })
  return reasons
}
