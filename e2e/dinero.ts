import type { MovimientoTipo } from '@flota/contract/records/dinero.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { bearer, createRecord, type Login, logIn, storageOf, unique } from './support.ts'

/** Creates a pilot with a unique name, and returns the word to search for. */
export async function aDineroPiloto(request: APIRequestContext, login: Login) {
  const word = unique('Q')
  const chofer = await createRecord(request, login, '/api/choferes', {
    nombre: 'Elías',
    apellido: word,
    telefono: '55551234',
    tipo_licencia: 'A',
    vencimiento: '2030-01-31',
  })
  return { ...chofer, word, nombre: `Elías ${word}` }
}

export const aMovimiento = (
  request: APIRequestContext,
  login: Login,
  tipo: MovimientoTipo,
  values: Record<string, unknown>,
) => createRecord(request, login, '/api/movimientos', { tipo, fecha: '2026-11-20', ...values })

/** Creates an expense as a pilot, which waits for review. */
export async function aGastoToReview(
  request: APIRequestContext,
  login: Login,
  values: Record<string, unknown>,
) {
  const gasto = await aMovimiento(request, login, 'gasto', { paga: 'piloto', ...values })
  const answer = await request.put(`/api/movimientos/${gasto.id}/estado`, {
    headers: bearer(login),
    data: { estado: 'registrado' },
  })
  expect(answer.status()).toBe(200)
  return gasto
}

/** Uploads a photo of one colour to a movement. */
export async function aFoto(page: Page, request: APIRequestContext, login: Login, id: number) {
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 480 })
    canvas.getContext('2d')!.fillRect(0, 0, 320, 480)
    return canvas.toDataURL('image/jpeg').split(',')[1]!
  })
  const answer = await request.post(`/api/archivos?entidad=movimientos&entidad_id=${id}`, {
    headers: { ...bearer(login), 'Content-Type': 'image/jpeg' },
    data: Buffer.from(drawn, 'base64'),
  })
  expect(answer.status()).toBe(201)
}

/** Opens a page as an office user with these permissions. */
export async function visitAs(
  page: Page,
  request: APIRequestContext,
  login: Login,
  permisos_dinero: number[],
  permisos: number[] = [],
) {
  const who = { username: unique('d').toLowerCase(), password: 'monedas y billetes 1' }
  await createRecord(request, login, '/usuarios', {
    ...who,
    rol_id: 3,
    estado: 'activo',
    permisos,
    permisos_dinero,
  })
  const { origins } = storageOf('', await logIn(request, who))
  // The answer about the former session would be stored over the new one.
  await page.goto('/ayuda', { waitUntil: 'networkidle' })
  await page.evaluate((entries) => {
    localStorage.clear()
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, origins[0]?.localStorage ?? [])
}
