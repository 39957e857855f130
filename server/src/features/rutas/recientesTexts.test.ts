import { rutas } from '@flota/contract/trips/rutas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, raw, run, sql } from '../../platform/db/sql.ts'
import { insertReferences, insertRutaRow } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
let piloto: Client
beforeAll(async () => {
  server = await testApp({ now: () => new Date('2026-11-20T18:00:00Z') })
  admin = await server.as()
  const references = await insertReferences(server.db)
  piloto = await server.as({ rol: 'piloto', piloto_id: references.chofer_id })
  const insert = async (fecha: string, changes: Record<string, string | null>) => {
    const id = await insertRutaRow(server.db, references, { fecha, precio: changes.precio ?? '1.00' })
    const set = Object.entries(changes).map(([column, value]) => sql`${raw(column)} = ${value}`)
    await run(server.db, sql`update rutas set ${join(set)} where id = ${id}`)
  }
  const hostile = '"rutas":[] \b\f\n\r\t\u0001\u007f\u2028 é 🚚 </script>'
  await insert('2026-11-20', { servicio: '"},{\\u0041\\', comentario: hostile, combustible: '12.50' })
  await insert('2026-11-20', { precio: '0.10', combustible: '0.00', hora: '23:59:59', comentario: '' })
  await insert('2026-11-20', { precio: '99999999.99', hora: '00:00', ayudante_id: null })
  await insert('2026-11-19', { precio: '1250', combustible: null })
  await insert('2026-11-18', { creado_en: '2026-11-20 08:30:00+00' })
  await insert('2026-11-18', { creado_en: '2026-11-20 08:30:00.5+00' })
  await insert('2026-11-18', { creado_en: '0001-01-01 00:00:00.000001+00' })
  await insert('0001-01-01', { creado_en: '9999-12-31 23:59:59.999999+00' })
})
afterAll(() => server.close())

/** Returns the response body as text. */
async function textOf({ token = '' }: Client, url: string): Promise<string> {
  const { payload } = await server
    .startAnotherApp()
    .inject({ url, headers: { authorization: `Bearer ${token}` } })
  return payload
}
/** Returns the rows of a list's body. */
const rowsIn = (text: string) => text.slice(text.indexOf('"data":[') + 8, text.lastIndexOf('],"count"'))
/** Returns the trips of all days. */
const tripsIn = (text: string) =>
  [...text.matchAll(/"rutas":\[(\{.*?\})\]\}(?=,\{"fecha"|\]\}\}$)/gs)].map(([, rows]) => rows).join(',')

test.each(['?dias=7', '?dias=7&horas=si'])(
  'recientes%s: body equals the JSON of its schema',
  async (query) => {
    const text = await textOf(admin, `/api/rutas/recientes${query}`)
    const { data, ...envelope } = JSON.parse(text)
    expect(data.rutasPorFecha).toHaveLength(4)
    expect(text).toBe(JSON.stringify({ ...envelope, data: rutas.recientes.data.parse(data) }))
    expect(tripsIn(text)).toBe(
      rowsIn(await textOf(admin, `/api/rutas${query.replace('dias=7', 'porPagina=100')}`)),
    )
  },
)

test('recientes of a pilot: body equals the JSON of its schema, without prices', async () => {
  const text = await textOf(piloto, '/api/rutas/recientes')
  const { data, ...envelope } = JSON.parse(text)
  expect(text).toBe(JSON.stringify({ ...envelope, data: rutas.recientes.data.parse(data) }))
  expect(text).not.toMatch(/precio|ingresos/)
  expect(data.rutasPorFecha).toHaveLength(4)
})
