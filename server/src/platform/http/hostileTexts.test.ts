import { isLatin } from '@flota/contract/account/usuarios.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureLog } from '../../test/captureLog.ts'
import { everyCatalogue, maxLengthOf, textFields, valuesOf } from '../../test/catalogueValues.ts'
import { fetchReporteExport } from '../../test/exportar.ts'
import { aRuta, someReferences } from '../../test/factories.ts'
import { injectedHeader, payloads, reflectedMarker } from '../../test/malformed/payloads.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { readSheets, unzip } from '../../test/readXlsx.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { defaultPassword, makeUsuario } from '../../test/usuarios.ts'

// Texts that scanners send are stored and returned unchanged, everywhere.

type Row = Record<string, unknown>
interface Ruta extends Row {
  id: number
}

const log = captureLog()
const heard: ApiResponse[] = []
const rutas: Ruta[] = []
let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp({
    now: () => new Date('2026-11-21T18:00:00Z'),
    log: pino({ level: 'trace' }, log.stream),
  })
  admin = await server.as()
  const references = await someReferences(admin)
  const piloto = await server.as({ rol: 'piloto', piloto_id: references.chofer_id })
  for (const text of payloads) {
    const cliente_id = await make('/api/clientes', { nombre: text, apellido: text, telefono: '5555-1234' })
    const texts = { servicio: text, mercaderia: text, origen: text, destino: text, comentario: text }
    const fields = { ...texts, ...([...text].length <= 30 && { no_ruta: text }) }
    const id = await make('/api/rutas', aRuta({ ...references, cliente_id }, fields))
    const estado = { nuevoEstado: 'En curso', comentario: text }
    heard.push(await piloto.put(`/api/piloto/ruta/${id}/estado`, estado))
    rutas.push({ ...fields, id, cliente_nombre: text, cliente_apellido: text })
  }
})
afterAll(() => server.close())

async function make(path: string, body: Row): Promise<number> {
  const answer = await admin.post(path, body)
  expect([body, answer.status, answer.body.error]).toEqual([body, 201, undefined])
  heard.push(answer)
  return answer.body.data.id
}
async function read(path: string) {
  const answer = await admin.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  heard.push(answer)
  return answer.body
}
const query = (text: string) => `buscar=${encodeURIComponent(text)}`
const byId = (rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

describe('an injection text', () => {
  test('is returned unchanged by a route, its history and all lists of routes', async () => {
    const list = byId((await read('/api/rutas')).data)
    const { data } = await read('/api/rutas/recientes?dias=7')
    const dates = data.rutasPorFecha as { rutas: Row[] }[]
    const recientes = byId(dates.flatMap((each) => each.rutas))
    const dia = byId(
      (await admin.post('/api/reportes/periodo', { periodo: '2026-11-20', tipo: 'dia' })).body.data.rutas,
    )
    for (const ruta of rutas) {
      const { id, comentario } = ruta
      expect((await read(`/api/rutas/${id}`)).data).toMatchObject(ruta)
      expect((await read(`/api/rutas/${id}/historial`)).data[0]).toMatchObject({ comentario })
      for (const each of [list, recientes, dia]) expect(each.get(id)).toMatchObject(ruta)
    }
  })

  test('is found by a search and rejected in other parameters', async () => {
    for (const text of payloads) {
      const found: Row[] = (await read(`/api/rutas?${query(text)}&campo=servicio`)).data
      expect(found.map(({ servicio }) => servicio)).toContain(text)
      // As part of the SQL it would match all rows, or none.
      expect(found.length).toBeLessThan(payloads.length / 2)
      await read(`/api/buscar?${query(text)}`)
      for (const name of ['estado', 'orden', 'desde', 'cliente_id']) {
        const answer = await admin.get(`/api/rutas?${name}=${encodeURIComponent(text)}`)
        expect([name, answer.status]).toEqual([name, 400])
        heard.push(answer)
      }
    }
  })

  test.each(everyCatalogue)('is returned unchanged by $name and the bin', async (catalogue) => {
    const path = `/api/${catalogue.name}`
    for (const text of payloads) {
      const fields = textFields(catalogue).filter((name) => [...text].length <= maxLengthOf(catalogue, name))
      const values = valuesOf(catalogue, Object.fromEntries(fields.map((name) => [name, text])))
      const id = await make(path, values)
      const listed = (await read(`${path}?${query(text)}`)).data as Row[]
      expect(listed.find((row) => row.id === id)).toMatchObject(values)
      heard.push(await admin.delete(`${path}/${id}`))
    }
    const bin: Row[] = (await read(`/api/papelera?porPagina=${payloads.length}`)).data
    const names = bin.map(({ nombre }) => String(nombre)).reverse()
    for (const [i, text] of payloads.entries()) expect(names[i]).toContain(text)
  })

  test('is returned unchanged by a maintenance', async () => {
    const camion_id = await make(
      '/api/camiones',
      valuesOf(everyCatalogue.find(({ name }) => name === 'camiones')!),
    )
    for (const text of payloads) {
      const values = aMantenimiento(camion_id, { descripcion: text, taller: text })
      const id = await make('/api/mantenimientos', values)
      expect(byId(await read(`/api/mantenimientos?${query(text)}`)).get(id)).toMatchObject(values)
    }
  })

  // Few, because each costs two hashes.
  const names = payloads.filter((text, i) => isLatin(text) && i % 7 === 0)
  test.each(names)('is a username that can log in: %j', async (username) => {
    const { id } = await makeUsuario(admin, { username })
    const login = await server.anonymous.post('/api/auth/login', { username, password: defaultPassword })
    expect([login.status, login.body.data?.user]).toMatchObject([200, { id, username }])
  })
})

describe('an export of injection texts', () => {
  test('has them as text cells, not formulas', async () => {
    const { status, headers, file } = await fetchReporteExport(server, admin, 'filtro=dia')
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="reporte_dia_\d{4}-\d\d-\d\d\.xlsx"$/,
    )
    const { rows } = await readSheets(file)
    const cells = rows.flat(2)
    for (const text of payloads)
      expect(cells.filter((cell) => cell === text).length).toBeGreaterThanOrEqual(4)
    const parts = unzip(file)
    expect(Object.values(parts).join('')).not.toMatch(/<f[ >]|<hyperlink/)
    // The cell's type is text, so that a spreadsheet does not evaluate it.
    const sheet = Object.entries(parts).find(([name]) => name.endsWith('sheet2.xml'))?.[1] ?? ''
    const guessed = [...sheet.matchAll(/<c ([^>]*)><v>([^<]*)<\/v>/g)].filter(
      ([, attributes = '', value]) => {
        return !attributes.includes('t=') && Number.isNaN(Number(value))
      },
    )
    expect(guessed).toEqual([])
  })

  test('renders them in a PDF', async () => {
    const { status, file } = await fetchReporteExport(server, admin, 'formato=pdf&filtro=dia')
    expect([status, file.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(file.toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch|URI)\b/)
  })
})

test('injection texts: add no header and never return HTML', () => {
  expect(heard.length).toBeGreaterThan(500)
  for (const { headers } of heard) {
    expect(Object.keys(headers)).not.toContain(injectedHeader.toLowerCase())
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('request log: has one line per request and none of the texts', () => {
  const all = log.all()
  expect(all.filter(({ level }) => Number(level) > 30)).toEqual([])
  expect(new Set(all.map(({ msg }) => msg))).toEqual(new Set(['request']))
  expect(log.text()).not.toContain(reflectedMarker)
  expect(log.text()).not.toContain('malo.example')
})
