import { nowIn } from '@flota/contract/core/dates.ts'
import { rutaEstados } from '@flota/contract/records/estados.ts'
import { lapseInWords, lateMinutesOf } from '@flota/contract/trips/retraso.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import { readSheets } from '../../test/readXlsx.ts'
import { insertReferences, insertRutaRow } from '../../test/rutas.ts'

// Late trips: SQL and lateMinutesOf agree over a table of cases.

const noon = Date.parse('2026-11-20T18:00:00Z')
const minute = 60_000
/** Begin and end in minutes from noon. */
const spans = [
  [-1, 60],
  [0, 60],
  [1, 60],
  [-120, -61],
  [-120, -60],
  [-120, -1],
  [-120, 0],
  [-120, 1],
  [-2880, -720],
  [-2880, -721],
  [-60_000, -59_000],
  [-20_160, 0],
  [-20_159, 1],
  [-1, 20_159],
] as const
const seconds = [0, 1, 59]

let office: DocumentosOffice
let piloto_id: number
const trips: { id: number; estado: string; inicio: string; fin: string }[] = []
beforeAll(async () => {
  office = await openDocumentosOffice()
  const references = await insertReferences(office.server.db)
  piloto_id = references.chofer_id
  for (const estado of rutaEstados)
    for (const [from, until] of spans)
      for (const second of seconds) {
        const at = (offset: number) => new Date(noon + offset * minute + second * 1000)
        const [inicio, fin] = [at(from), at(until)]
        const [fecha = '', hora = ''] = nowIn('America/Guatemala', inicio).split(' ')
        const id = await insertRutaRow(office.server.db, references, { estado, fecha, hora })
        await run(office.server.db, sql`update rutas set inicio = ${inicio}, fin = ${fin} where id = ${id}`)
        trips.push({ id, estado, inicio: inicio.toISOString(), fin: fin.toISOString() })
      }
})
afterAll(() => office.close())

const isPast = (estado: string, inicio: string, hoy: string) =>
  estado === 'Pendiente' && nowIn('America/Guatemala', new Date(inicio)).slice(0, 10) < hoy

test.each([
  '2026-11-20T17:59:59Z',
  '2026-11-20T18:00:00Z',
  '2026-11-20T18:00:59Z',
  '2026-11-20T18:01:00Z',
  '2026-11-20T18:02:01Z',
  '2026-11-21T05:59:59Z',
  '2026-11-21T06:00:00Z',
])('retraso=si and con_retraso: agree with lateMinutesOf at %s', async (moment) => {
  office.setClock(moment)
  const ms = Date.parse(moment)
  const local = nowIn('America/Guatemala', ms)
  const late = trips
    .map((trip) => ({ ...trip, minutes: lateMinutesOf(trip, { ms, local }) }))
    .filter(({ minutes }) => minutes > 0)
  const ids = async (query: string) => {
    const { body } = await office.admin.get(`/api/rutas?retraso=si${query}`)
    expect(body.paginacion.total).toBe(body.data.length)
    return body.data.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)
  }
  const idsOf = (those: { id: number }[]) => those.map(({ id }) => id)
  expect(await ids('')).toEqual(idsOf(late))
  expect(await ids('&orden=ascendente&buscar=p')).toEqual(idsOf(late))
  expect(await ids('&estado=Pendiente')).toEqual(idsOf(late.filter(({ estado }) => estado === 'Pendiente')))

  const isUnclosed = ({ estado, inicio, fin }: (typeof late)[number]) =>
    isPast(estado, inicio, local.slice(0, 10)) ||
    (estado === 'En curso' && ms - Date.parse(fin) > 720 * minute)
  const { data } = (await office.admin.get('/api/avisos?clase=con_retraso')).body
  const delays = new Map<number, string>(
    data.map(({ entidad_id, texto }: { entidad_id: number; texto: string }) => [
      entidad_id,
      texto.match(/: (.*) de retraso/)?.[1],
    ]),
  )
  expect(delays).toEqual(
    new Map(late.filter((trip) => !isUnclosed(trip)).map(({ id, minutes }) => [id, lapseInWords(minutes)])),
  )
})

test('retraso: filters the export too, means nothing when empty, and rejects another word', async () => {
  office.setClock('2026-11-20T18:00:00Z')
  const total = async (query: string) => (await office.admin.get(`/api/rutas?${query}`)).body.paginacion.total
  const late = await total('retraso=si')
  const { statusCode, rawPayload } = await office.server.app.inject({
    url: '/api/rutas/exportar?retraso=si',
    headers: { authorization: `Bearer ${office.admin.token}` },
  })
  expect(statusCode).toBe(200)
  expect((await readSheets(rawPayload)).rows[0]).toHaveLength(late + 1)
  expect(await total('retraso=')).toBe(trips.length)
  for (const word of ['no', 'Si', 'sí', '1'])
    for (const path of ['/api/rutas', '/api/rutas/exportar'])
      expect(invalidCamposOf(await office.admin.get(`${path}?retraso=${word}`))).toEqual(['retraso'])
})

test('GET /piloto/mis-rutas?retraso=si: returns the same trips to their pilot', async () => {
  office.setClock('2026-11-20T18:02:01Z')
  const piloto = await office.server.as({ rol: 'piloto', piloto_id })
  const idsAt = async (path: string) => {
    const { body } = await piloto.get(`${path}?retraso=si`)
    return body.data.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)
  }
  const ids = await idsAt('/piloto/mis-rutas')
  expect(ids.length).toBeGreaterThan(0)
  expect(ids).toEqual(await idsAt('/api/rutas'))
  expect(ids.length).toBeLessThan(trips.length)
  expect(invalidCamposOf(await piloto.get('/piloto/mis-rutas?retraso=no'))).toEqual(['retraso'])
})
