import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { one, sql } from '../../platform/db/sql.ts'
import { aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'

// Warnings of copies.

type Changes = Record<string, unknown>

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const setModes = (modos: Changes | null) => office.admin.put('/api/ajustes', { modos })
afterEach(() => setModes(null))

let refs: Awaited<ReturnType<typeof someReferences>>
let id: number
beforeEach(async () => {
  refs = await someReferences(office.admin)
  id = (await office.create({ ...refs, fecha: '2026-05-01', estado: 'Entregado', duracion_min: 60 })).id
})
const repeat = (fechas: string[], changes: Changes = {}) =>
  office.admin.post(`/api/rutas/${id}/repetir`, { fechas, ...changes })
const countOf = async () =>
  (await one<{ n: number }>(office.server.db, sql`select count(*) as n from rutas`))?.n
const occupied = { CAMION_OCUPADO: 'bloquear', PILOTO_OCUPADO: 'callar', AYUDANTE_OCUPADO: 'callar' }

test('copy warnings: returned with their date, by date', async () => {
  await office.admin.post(
    '/api/rutas',
    aRuta(refs, { fecha: '2026-07-02', hora: '09:00', no_ruta: 'OTRA-1' }),
  )
  const { status, body } = await repeat(['2026-07-03', '2026-07-02'])
  expect(status).toBe(201)
  expect(body.avisos.map(({ codigo, fecha }: Changes) => [codigo, fecha])).toEqual([
    ['CAMION_OCUPADO', '2026-07-02'],
    ['PILOTO_OCUPADO', '2026-07-02'],
    ['AYUDANTE_OCUPADO', '2026-07-02'],
  ])
  expect(body.avisos[0]).toMatchObject({
    gravedad: 'aviso',
    texto: expect.stringMatching(/^El camión .* ya está en OTRA-1 de 09:00 a 17:00\.$/),
    ruta: { no_ruta: 'OTRA-1' },
  })
})

test('copy warnings: one blocking warning rejects all copies, and the message is that of the first', async () => {
  const { id: chofer_id } = (await office.admin.post('/api/choferes', aChofer({ vencimiento: '2026-01-01' })))
    .body.data
  await office.admin.post('/api/rutas', aRuta(refs, { fecha: '2026-07-12', hora: '09:00' }))
  await setModes(occupied)
  const before = await countOf()
  const refused = await repeat(['2026-07-12', '2026-07-11'], { chofer_id })
  expect(refused.status).toBe(409)
  const { message, error } = refused.body
  expect(error.code).toBe('CONFLICTO')
  expect(error.avisos.map(({ codigo, gravedad, fecha }: Changes) => [codigo, gravedad, fecha])).toEqual([
    ['LICENCIA_VENCIDA', 'aviso', '2026-07-11'],
    ['CAMION_OCUPADO', 'bloqueo', '2026-07-12'],
    ['LICENCIA_VENCIDA', 'aviso', '2026-07-12'],
  ])
  expect(message).toBe(error.avisos[1].texto)
  expect(await countOf()).toBe(before)
  const motivo = { chofer_id, motivo_excepcion: 'El dueño lo pidió' }
  expect((await repeat(['2026-07-12'], motivo)).status).toBe(409)
  expect((await repeat(['2026-07-11'], { chofer_id })).status).toBe(201)
})

test('copy warnings: include another copy', async () => {
  const { id: cliente_id } = (await office.admin.post('/api/clientes', aPersona())).body.data
  const long = await office.create({
    ...refs,
    cliente_id,
    fecha: '2026-08-01',
    duracion_min: 1500,
    estado: 'Entregado',
  })
  const send = (fechas: string[]) => office.admin.post(`/api/rutas/${long.id}/repetir`, { fechas })
  await setModes({ PILOTO_OCUPADO: 'callar', AYUDANTE_OCUPADO: 'callar' })
  const { body } = await send(['2026-08-10', '2026-08-11', '2026-08-14'])
  const [first, second] = body.data.rutas
  expect(body.avisos.map(({ fecha, ruta: other }: Changes & { ruta: Changes }) => [fecha, other.id])).toEqual(
    [
      ['2026-08-10', second.id],
      ['2026-08-11', first.id],
    ],
  )
  await setModes(occupied)
  expect((await send(['2026-09-10', '2026-09-11'])).status).toBe(409)
  expect((await send(['2026-09-10', '2026-09-12'])).status).toBe(201)
})

test('copy warnings: with bloquear one of twenty simultaneous copies for one day is created', async () => {
  await setModes(occupied)
  const all = await Promise.all(Array.from({ length: 20 }, () => repeat(['2027-10-10', '2027-10-11'])))
  expect(all.map(({ status }) => String(status)).toSorted()).toEqual(['201', ...Array(19).fill('409')])
})
