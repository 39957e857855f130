import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'

// GET /api/disponibles. Dates are far ahead, because a trip under way lasts at least until now.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const day = '2027-05-24'
const free = async (query: string) => (await office.admin.get(`/api/disponibles?${query}`)).body.data
const of = (rows: { id: number }[], id: number) => rows.find((row) => row.id === id)

test('GET /api/disponibles: returns free records first, by name, and busy ones with end and trip', async () => {
  const camion = (await office.admin.post('/api/camiones', aCamion())).body.data
  const refs = { ...(await someReferences(office.admin)), camion_id: camion.id }
  const create = async (hora: string) =>
    (await office.admin.post('/api/rutas', aRuta(refs, { fecha: day, hora }))).body.data
  await create('06:00')
  const last = await create('09:00')
  const found = await free(`fecha=${day}&hora=10:00`)
  const taken = { libre: false, hasta: '2027-05-24T23:00:00.000Z', no_ruta: last.no_ruta }
  expect(of(found.camiones, camion.id)).toEqual({ id: camion.id, nombre: camion.placa, ...taken })
  expect(of(found.choferes, refs.chofer_id)).toMatchObject(taken)
  expect(of(found.ayudantes, refs.ayudante_id)).toMatchObject(taken)
  const rosa = (await office.admin.post('/api/ayudantes', aPersona())).body.data
  const { ayudantes } = await free(`fecha=${day}&hora=10:00`)
  expect(of(ayudantes, rosa.id)).toEqual({
    id: rosa.id,
    nombre: `${rosa.nombre} ${rosa.apellido}`,
    libre: true,
  })
  const frees = ayudantes.map(({ libre }: { libre: boolean }) => libre)
  expect(frees).toEqual(frees.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)))
  expect(of((await free(`fecha=${day}&hora=10:00&ruta_id=${last.id}`)).camiones, camion.id)).toMatchObject({
    hasta: '2027-05-24T20:00:00.000Z',
  })
  expect(of((await free(`fecha=${day}&hora=05:00&duracion_min=60`)).camiones, camion.id)).toMatchObject({
    libre: true,
  })
})

test('GET /api/disponibles: with buscar or porPagina returns the first records, free ones first', async () => {
  const word = 'Xocomil'
  const people = await Promise.all(
    Array.from({ length: 22 }, async (_, i) => {
      const person = aPersona({ nombre: `Ana${String.fromCharCode(97 + i)}`, apellido: word })
      return (await office.admin.post('/api/ayudantes', person)).body.data
    }),
  )
  const refs = { ...(await someReferences(office.admin)), ayudante_id: people[0].id }
  await office.admin.post('/api/rutas', aRuta(refs, { fecha: day, hora: '14:00' }))
  const when = `fecha=${day}&hora=14:30`
  const found = await free(`${when}&buscar=xócomil`)
  expect(found.ayudantes.map(({ id }: { id: number }) => id)).toEqual(people.slice(1, 21).map(({ id }) => id))
  expect([found.camiones, found.choferes]).toEqual([[], []])
  const all = await free(`${when}&buscar=${word}&porPagina=100`)
  expect(all.ayudantes).toHaveLength(22)
  expect(all.ayudantes.at(-1)).toMatchObject({ id: people[0].id, libre: false })
  const first = await free(`${when}&porPagina=2`)
  expect(first.ayudantes).toHaveLength(2)
  expect(first.ayudantes).toEqual((await free(when)).ayudantes.slice(0, 2))
})

test('GET /api/disponibles: an overdue trip under way occupies until now, also beside one that ended', async () => {
  const refs = await someReferences(office.admin)
  const create = async (hora: string, estado: string) =>
    (
      await office.admin.post(
        '/api/rutas',
        aRuta(refs, { fecha: '2026-03-02', hora, duracion_min: 120, estado }),
      )
    ).body.data
  const overdue = await create('06:00', 'En curso')
  const ended = await create('10:00', 'Pendiente')
  const { placa, id } = (await office.admin.get(`/api/camiones/${refs.camion_id}`)).body.data
  const truckAt = async (when: string) => (await free(`buscar=${placa}&duracion_min=60&${when}`)).camiones
  const before = Date.now()
  const [row] = await truckAt('fecha=2026-03-02&hora=10:30')
  expect(row).toMatchObject({ id, libre: false, no_ruta: overdue.no_ruta })
  expect(Date.parse(row.hasta)).toBeGreaterThanOrEqual(before - 60_000)
  expect(await truckAt('fecha=2026-03-02&hora=15:00')).toMatchObject([{ id, no_ruta: overdue.no_ruta }])
  expect(await truckAt(`fecha=2026-03-02&hora=10:30&ruta_id=${overdue.id}`)).toMatchObject([
    { id, no_ruta: ended.no_ruta, hasta: '2026-03-02T18:00:00.000Z' },
  ])
  expect(await truckAt(`fecha=2026-03-02&hora=15:00&ruta_id=${overdue.id}`)).toEqual([
    { id, nombre: placa, libre: true },
  ])
  expect(await truckAt(`fecha=${day}&hora=15:00`)).toEqual([{ id, nombre: placa, libre: true }])
})

test('GET /api/disponibles: requires fecha and hora', async () => {
  expect(invalidCamposOf(await office.admin.get('/api/disponibles'))).toEqual(['fecha', 'hora'])
})
