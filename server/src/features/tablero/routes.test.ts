import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aCamion, aChofer, aRuta, someReferences } from '../../test/factories.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// GET /api/tablero (docs/contract/trips.md).

type Changes = Record<string, unknown>
type References = Awaited<ReturnType<typeof someReferences>>
interface Camion {
  id: number
  placa: string
  estado: string
  rutas: { id: number; avisos: string[] }[]
}

let moment: Date
let server: TestApp
let admin: Client
let refs: References
beforeEach(async () => {
  moment = new Date('2027-05-24T12:00:00-06:00')
  server = await testApp({ now: () => moment })
  admin = await server.as()
  refs = await someReferences(admin)
})
afterEach(() => server.close())

const day = '2027-05-24'
const create = async (changes: Changes = {}, references = refs) => {
  const { status, body } = await admin.post(
    '/api/rutas',
    aRuta(references, { fecha: day, hora: '06:00', ...changes }),
  )
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
/** Returns new references, apart from `changes`. */
const others = async (changes: Partial<References>) => ({ ...(await someReferences(admin)), ...changes })
const board = async (fecha = '', client = admin) => {
  const { status, body } = await client.get(`/api/tablero?fecha=${fecha}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}
const truck = async (fecha = '', id = refs.camion_id): Promise<Camion | undefined> =>
  (await board(fecha)).camiones.find((camion: Camion) => camion.id === id)
const ids = async (fecha?: string) => (await truck(fecha))?.rutas.map(({ id }) => id)
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('board', () => {
  test('board: returns a day of one truck', async () => {
    const ruta = await create()
    const [cliente, piloto] = [ruta.cliente_nombre, ruta.piloto_nombre].map(String)
    expect(await board()).toEqual({
      fecha: day,
      camiones: [
        {
          id: refs.camion_id,
          placa: ruta.camion_placa,
          estado: 'libre',
          rutas: [
            {
              id: ruta.id,
              no_ruta: ruta.no_ruta,
              desde: '2027-05-24T12:00:00.000Z',
              hasta: '2027-05-24T20:00:00.000Z',
              cliente: `${cliente} ${ruta.cliente_apellido}`,
              destino: 'Quetzaltenango',
              chofer_id: refs.chofer_id,
              piloto: `${piloto} ${ruta.piloto_apellido}`,
              ayudante_id: refs.ayudante_id,
              estado: 'Pendiente',
              version: 1,
              avisos: [],
            },
          ],
        },
      ],
      pilotos_libres: [],
      sin_cerrar: [],
    })
    expect(invalidCamposOf(await admin.get('/api/tablero?fecha=2027-02-30'))).toEqual(['fecha'])
  })

  test('board: trucks by plate with their state: workshop, trip, free', async () => {
    const placas = ['Z-1', 'b-2', 'A-3']
    const [z, b] = await Promise.all(
      placas.map(async (placa) => (await admin.post('/api/camiones', aCamion({ placa }))).body.data.id),
    )
    await admin.delete(`/api/camiones/${refs.camion_id}`)
    await create(
      { estado: 'En curso', fecha: '2027-06-01' },
      await others({ camion_id: b, ayudante_id: refs.ayudante_id }),
    )
    await create({ estado: 'En curso' }, await others({ camion_id: z }))
    await admin.post('/api/mantenimientos', aMantenimiento(z, { estado: 'En proceso' }))
    const rows: Camion[] = (await board()).camiones
    expect(
      rows.filter(({ placa }) => placas.includes(placa)).map(({ placa, estado }) => [placa, estado]),
    ).toEqual([
      ['A-3', 'libre'],
      ['b-2', 'en_viaje'],
      ['Z-1', 'en_taller'],
    ])
  })

  test('board: open trips on all their days, closed ones only on their date', async () => {
    const night = await create({ hora: '22:00' })
    const closed = await create({ hora: '21:00', estado: 'Entregado' })
    const until = await create({ hora: '16:00', fecha: '2027-05-23' })
    expect(await ids('2027-05-23')).toEqual([until.id])
    expect(await ids(day)).toEqual([closed.id, night.id])
    expect(await ids('2027-05-25')).toEqual([night.id])
    expect(await ids('2027-05-26')).toEqual([])
    await admin.delete(`/api/rutas/${night.id}`)
    expect(await ids(day)).toEqual([closed.id])
  })

  test('trip under way: stays until its end, and its truck is away until it is closed', async () => {
    moment = new Date('2027-05-25T03:00:00-06:00')
    const late = await create({ hora: '10:00', estado: 'En curso' })
    expect((await truck(day))?.rutas).toMatchObject([{ id: late.id, hasta: '2027-05-25T00:00:00.000Z' }])
    const next = await board('2027-05-25')
    expect([await ids('2027-05-25'), idsOf(next.pilotos_libres), next.sin_cerrar]).toEqual([
      [],
      [refs.chofer_id],
      [],
    ])
    moment = new Date('2027-05-25T06:00:01-06:00')
    expect((await board('2027-05-25')).sin_cerrar).toMatchObject([{ id: late.id }])
    expect(await truck('2027-05-25')).toMatchObject({ estado: 'en_viaje' })
  })

  test('conflicts: both trips have the code, except for silenced codes', async () => {
    await create()
    await create({ hora: '13:00' })
    await create({ hora: '21:00' }, await others({ camion_id: refs.camion_id }))
    await create({ hora: '23:00', duracion_min: 60 }, await others({ chofer_id: refs.chofer_id }))
    await create({ hora: '14:00', estado: 'Entregado' })
    const all = ['CAMION_OCUPADO', 'PILOTO_OCUPADO', 'AYUDANTE_OCUPADO']
    const warnings = async () => (await truck(day))?.rutas.map(({ avisos }) => avisos)
    expect(await warnings()).toEqual([all, all, [], []])
    // The other trip passes midnight and belongs to the next day.
    await create({ hora: '04:00', fecha: '2027-05-25' }, await others({ camion_id: refs.camion_id }))
    expect(await warnings()).toEqual([all, all, [], ['CAMION_OCUPADO']])
    await admin.put('/api/ajustes', { modos: { PILOTO_OCUPADO: 'callar' } })
    expect((await warnings())?.[0]).toEqual(['CAMION_OCUPADO', 'AYUDANTE_OCUPADO'])
  })

  test('conflicts: a late trip still occupies its truck', async () => {
    moment = new Date()
    const ago = (hours: number) => {
      const local = new Date(moment.getTime() - hours * 3_600_000)
      const [fecha, hora] = local.toLocaleString('sv-SE', { timeZone: 'America/Guatemala' }).split(' ')
      return { fecha, hora }
    }
    await create({ ...ago(6), duracion_min: 60, estado: 'En curso' })
    const next = await create({ ...ago(1), duracion_min: 30 }, await others({ camion_id: refs.camion_id }))
    const row = (await truck(ago(1).fecha))?.rutas.find(({ id }) => id === next.id)
    expect(row?.avisos).toEqual(['CAMION_OCUPADO'])
  })

  test('truck in the bin: listed only on days with its trips', async () => {
    const ruta = await create({ estado: 'Entregado' })
    await admin.delete(`/api/camiones/${refs.camion_id}`)
    expect(await truck()).toMatchObject({ placa: ruta.camion_placa, rutas: [{ id: ruta.id }] })
    expect(await truck('2027-05-25')).toBeUndefined()
  })

  test('free pilots: those without an open trip that day, by name', async () => {
    const add = async (nombre: string) =>
      (await admin.post('/api/choferes', aChofer({ nombre, apellido: 'Paz' }))).body.data.id
    const [luis, ana, night] = [await add('Luis'), await add('ana'), await add('Nora')]
    const deletedId = await add('Olga')
    await admin.delete(`/api/choferes/${deletedId}`)
    await create({ hora: '22:00', fecha: '2027-05-23' }, await others({ chofer_id: night }))
    await create({ hora: '06:00', estado: 'Entregado' }, await others({ chofer_id: luis }))
    const free: { id: number; nombre: string; apellido: string }[] = (await board()).pilotos_libres
    expect(free.filter(({ apellido }) => apellido === 'Paz')).toEqual([
      { id: ana, nombre: 'ana', apellido: 'Paz' },
      { id: luis, nombre: 'Luis', apellido: 'Paz' },
    ])
    expect(idsOf(free)).not.toContain(night)
  })

  test('sin_cerrar: pending trips of past dates and trips 12 h past their end, oldest first', async () => {
    const pending = await create({ fecha: '2027-05-23', hora: '23:00' })
    await create({ hora: '00:30' })
    const running = await create({ fecha: '2027-05-20', hora: '08:00', estado: 'En curso' })
    await create({ fecha: '2027-05-01', estado: 'Entregado' })
    await create({ fecha: '2027-05-23', hora: '16:00', estado: 'En curso' })
    const { sin_cerrar } = await board('2027-09-01')
    expect(idsOf(sin_cerrar)).toEqual([running.id, pending.id])
    expect(Object.keys(sin_cerrar[0]).join(' ')).toBe(
      'id no_ruta desde hasta cliente destino chofer_id piloto ayudante_id estado version avisos',
    )
    const more = await Promise.all(
      Array.from(
        { length: 101 },
        async (_, n) => (await create({ fecha: '2027-04-01', hora: `0${n % 9}:00` })).id,
      ),
    )
    const most = (await board()).sin_cerrar
    expect([most.length, idsOf(most).includes(running.id)]).toEqual([100, false])
    expect(idsOf(most).every((id) => more.includes(id))).toBe(true)
    const { data, count } = (await admin.get('/api/avisos?clase=sin_cerrar')).body
    expect([count, data.length]).toEqual([103, 103])
    expect((await admin.get('/api/avisos/resumen')).body.data).toMatchObject({ sin_cerrar: 103 })
  })

  test('board: works on the last possible date', async () => {
    const { id } = await create({ fecha: '2100-12-31', hora: '23:00' })
    expect(await ids('2100-12-31')).toEqual([id])
  })
})

test('board and PATCH /api/rutas/estado: return 403 for a pilot', async () => {
  const { id } = await create()
  const piloto = await server.as({ rol: 'piloto', piloto_id: refs.chofer_id })
  expect((await piloto.get('/api/tablero')).status).toBe(403)
  expect((await piloto.patch('/api/rutas/estado', { rutas: [{ id }], estado: 'Entregado' })).status).toBe(403)
})
