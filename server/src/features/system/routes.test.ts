import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw, run } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { userPassword } from '../../test/users.ts'
import { ensureFirstAdmin } from '../session/firstAdmin.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

describe('GET /api/salud', () => {
  test('returns 503 until the first administrador exists, then the version', async () => {
    const early = await server.anonymous.get('/api/salud')
    expect([early.status, early.headers['retry-after'], early.body.error]).toEqual([
      503,
      '1',
      { code: 'NO_DISPONIBLE' },
    ])
    await ensureFirstAdmin(server.db, readEnv({ ADMIN_PASSWORD: userPassword }))
    const { status, body } = await server.anonymous.get('/api/salud')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'Servicio disponible',
      data: { estado: 'ok', version: '0.0.0-prueba' },
    })
  })
})

test('GET /api/vivo: returns 200 when the database is broken', async () => {
  const broken = await testApp()
  await run(broken.db, raw('alter table usuarios rename to otros'))
  expect((await broken.anonymous.get('/api/salud')).status).toBeGreaterThanOrEqual(500)
  const { status, body } = await broken.anonymous.get('/api/vivo')
  expect([status, body]).toEqual([200, { success: true, message: 'Servicio en marcha', data: {} }])
  await broken.close()
})

describe('GET /api/config', () => {
  const config = async (variables: Record<string, string>, now: string) => {
    const app = server.startAnotherApp({ env: readEnv(variables), now: () => new Date(now) })
    return (await server.clientOf(app).get('/api/config')).body.data
  }

  test('returns company, time zone, date and version', async () => {
    expect(await config({ EMPRESA_NOMBRE: 'Fletes <Á&B>' }, '2026-11-20T18:00:00Z')).toEqual({
      empresa: 'Fletes <Á&B>',
      zona: 'America/Guatemala',
      hoy: '2026-11-20',
      version: '0.0.0-prueba',
    })
    expect((await config({}, '2026-11-20T18:00:00Z')).empresa).toBe('Transportes')
  })

  test.each([
    ['America/Guatemala', '2026-11-21T05:59:59Z', '2026-11-20'],
    ['America/Guatemala', '2026-11-21T06:00:00Z', '2026-11-21'],
    ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2027-01-01'],
    ['UTC', '2028-02-29T23:59:59Z', '2028-02-29'],
  ])('in %s at %s returns the date %s, independent of the host time zone', async (zone, now, hoy) => {
    expect((await config({ TZ_EMPRESA: zone }, now)).hoy).toBe(hoy)
  })
})

describe('GET /api/docs', () => {
  const fetchDocs = (accept: string) =>
    server.anonymous.send({ method: 'GET', url: '/api/docs', headers: { accept } })

  test('returns JSON, or to a browser an HTML page of all calls, groups and records', async () => {
    for (const accept of [
      'application/json',
      '*/*',
      '',
      'application/json, text/html;q=0.9',
      'text/html;q=0.5, */*;q=0.8',
    ])
      expect([accept, (await fetchDocs(accept)).body.openapi]).toEqual([accept, '3.1.0'])
    const { body: document } = await fetchDocs('application/json')
    const page = await fetchDocs('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers.vary).toMatch(/\bAccept\b/)
    const html = String(page.body)
    // Nothing of another origin, and no inline script.
    expect(html.match(/<script.*?<\/script>/gs)).toEqual(['<script src="/api-docs.js"></script>'])
    expect(html.match(/https?:[^\s"]*/g)).toEqual(['https://tu-servidor/api/rutas?porPagina=5'])
    for (const [path, methods] of Object.entries<Record<string, { summary: string }>>(document.paths))
      for (const [method, { summary }] of Object.entries(methods)) {
        expect(html).toContain(
          `>${method.toUpperCase()}</b> <code>${path}</code> <span>${summary}</span></summary>`,
        )
      }
    for (const { name, description } of document.tags) {
      expect(html).toContain(`<a href="#grupo-${name}">`)
      expect(html).toContain(description)
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(html).toContain(`<div id="${name}">`)
    }
    // A list contains only its items.
    expect(html).not.toMatch(/<\/li>\s*<(?!li|\/[ou]l)/)
    // Nested fields have their own row, named by path.
    for (const name of ['ruta.no_ruta', 'espera.carga', 'modos.CAMION_OCUPADO', 'error.campos'])
      expect(html).toContain(`<code>${name}</code>`)
    for (const [, id = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(` id="${id}"`)
  })
})
