import { addDays } from '@flota/contract/core/dates.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { aRuta, someReferences } from '../../test/factories.ts'
import { planningOffice } from '../../test/planningOffice.ts'
import {
  changeIncidente,
  companyToday,
  findIncidente,
  momentAt,
  setEstado,
  stopTrip,
} from '../../test/stoppedTrips.ts'

// Stopped trips (docs/contract/planning.md): of yesterday 08:00 for 8 h, with an incident since 08:05.

type Changes = Record<string, unknown>
type Kind = 'camiones' | 'choferes' | 'ayudantes'

const plan = planningOffice()
const { create, checkTrip } = plan
const yesterday = () => addDays(companyToday(), -1)

const stopped = async (changes: Changes = {}) => {
  const ruta = (await create({ fecha: yesterday(), hora: '08:00', ...changes })).data
  await stopTrip(plan.office.admin, ruta.id, momentAt(-1, '08:05'))
  return ruta
}
const disponible = async (kind: Kind, id: number | null, fecha: string, hora: string) => {
  const { data } = (await plan.office.admin.get(`/api/disponibles?fecha=${fecha}&hora=${hora}`)).body
  return data[kind].find((row: { id: number }) => row.id === id)
}
const isTruckFree = async () =>
  (await disponible('camiones', plan.camion.id, companyToday(), '12:00')).libre as boolean
const codes = (avisos: { codigo: string }[] = []) => avisos.map(({ codigo }) => codigo)
const threeCodes = ['CAMION_OCUPADO', 'PILOTO_OCUPADO', 'AYUDANTE_OCUPADO']

describe('stopped trip', () => {
  test('disponibles: truck, pilot and helper are busy for the next 24 hours, with detenido', async () => {
    const { no_ruta } = await stopped()
    const { camion_id, chofer_id, ayudante_id } = plan.refs
    const ids = [
      ['camiones', camion_id],
      ['choferes', chofer_id],
      ['ayudantes', ayudante_id],
    ] as const
    for (const [kind, id] of ids)
      for (const [fecha, hora] of [
        [yesterday(), '18:30'],
        [yesterday(), '20:00'],
        [companyToday(), '06:00'],
      ] as const) {
        const { hasta, ...rest } = await disponible(kind, id, fecha, hora)
        expect(rest).toEqual({ id, nombre: expect.any(String), libre: false, no_ruta, detenido: true })
        const inHours = (Date.parse(hasta) - Date.now()) / 3_600_000
        expect(inHours).toBeGreaterThan(23.9)
        expect(inHours).toBeLessThan(24.1)
      }
    for (const [kind, id] of ids) {
      expect(await disponible(kind, id, addDays(companyToday(), 2), '00:00')).toMatchObject({ libre: true })
      expect(await disponible(kind, id, addDays(companyToday(), -2), '23:59')).toMatchObject({ libre: true })
      expect(await disponible(kind, id, yesterday(), '00:01')).toMatchObject({ libre: false })
    }
  })

  test('disponibles: detenido is missing where a later trip is named', async () => {
    await stopped()
    const { no_ruta } = (await create({ fecha: companyToday(), hora: '23:00', duracion_min: 2880 })).data
    const row = await disponible('camiones', plan.camion.id, companyToday(), '23:30')
    expect(row).toMatchObject({ libre: false, no_ruta })
    expect(row).not.toHaveProperty('detenido')
  })

  test('check: says since when truck, pilot and helper stand, with the day if it is another one', async () => {
    const { id, no_ruta, piloto_nombre, piloto_apellido, ayudante_nombre, ayudante_apellido } =
      await stopped()
    const subjects = [
      `El camión ${plan.camion.placa}`,
      `El piloto ${piloto_nombre} ${piloto_apellido}`,
      `El ayudante ${ayudante_nombre} ${ayudante_apellido}`,
    ]
    for (const [fecha, since] of [
      [yesterday(), 'desde las 08:05.'],
      [companyToday(), `desde el ${formatFecha(yesterday())} 08:05.`],
    ] as const) {
      const avisos = await checkTrip({ fecha, hora: '00:30' }, plan.refs)
      expect(codes(avisos)).toEqual(threeCodes)
      expect(avisos.map(({ texto }: { texto: string }) => texto)).toEqual(
        subjects.map((subject) => `${subject} está detenido por un incidente en ${no_ruta} ${since}`),
      )
      for (const { ruta, gravedad, ...rest } of avisos) {
        expect([gravedad, Object.keys(rest)]).toEqual(['aviso', ['codigo', 'texto', 'entidad', 'entidad_id']])
        expect(ruta).toEqual({ id, no_ruta, desde: momentAt(-1, '08:00'), hasta: expect.any(String) })
        expect(Math.abs(Date.parse(ruta.hasta) - Date.now() - 86_400_000)).toBeLessThan(60_000)
      }
    }
    expect(await checkTrip({ fecha: addDays(companyToday(), 2), hora: '00:00' }, plan.refs)).toEqual([])
  })

  test('check: names the earliest of several open incidents', async () => {
    const { id, no_ruta } = await stopped()
    const add = (body: object) => plan.office.admin.post(`/api/rutas/${id}/incidentes`, body)
    await add({ causa: 'Robo', desde: momentAt(-1, '08:03'), hasta: momentAt(-1, '08:04') })
    await add({ causa: 'Clima', desde: momentAt(-1, '08:04') })
    const [aviso] = await checkTrip({ fecha: yesterday(), hora: '10:00' })
    expect(aviso.texto).toBe(
      `El camión ${plan.camion.placa} está detenido por un incidente en ${no_ruta} desde las 08:04.`,
    )
  })

  test('occupies until its end, if that is more than 24 hours away', async () => {
    const { no_ruta } = await stopped({ duracion_min: 5 * 1440 })
    expect(await disponible('camiones', plan.camion.id, companyToday(), '06:00')).toEqual({
      id: plan.camion.id,
      nombre: plan.camion.placa,
      libre: false,
      hasta: momentAt(4, '08:00'),
      no_ruta,
      detenido: true,
    })
  })

  test('frees at once when its incident ends, also in the future; occupies again without it', async () => {
    const { admin } = plan.office
    const { id } = await stopped()
    expect(await isTruckFree()).toBe(false)
    await changeIncidente(admin, id, { hasta: momentAt(3, '08:00') })
    expect([await isTruckFree(), await checkTrip({ fecha: companyToday(), hora: '12:00' })]).toEqual([
      true,
      [],
    ])
    await changeIncidente(admin, id, { hasta: null })
    expect(await isTruckFree()).toBe(false)
    const incidente = await findIncidente(admin, id)
    await admin.delete(`/api/rutas/${id}/incidentes/${incidente.id}`)
    expect(await isTruckFree()).toBe(true)
    await admin.post(`/api/papelera/incidentes/${incidente.id}/restaurar`)
    expect(await isTruckFree()).toBe(false)
    await admin.post(`/api/rutas/${id}/incidentes`, { causa: 'Robo' })
    await admin.delete(`/api/rutas/${id}/incidentes/${incidente.id}`)
    expect(await isTruckFree()).toBe(false)
  })

  test('frees when it is delivered or deleted, occupies when it is restored or under way', async () => {
    const { admin } = plan.office
    const { id } = await stopped()
    await admin.delete(`/api/rutas/${id}`)
    expect(await isTruckFree()).toBe(true)
    expect((await admin.post(`/api/papelera/rutas/${id}/restaurar`)).status).toBe(200)
    expect(await isTruckFree()).toBe(false)
    await setEstado(admin, id, 'Entregado')
    expect(await isTruckFree()).toBe(true)
    // 'Seguir viaje': occupied as by any trip under way.
    const piloto = await plan.office.server.as({ rol: 'piloto', piloto_id: plan.refs.chofer_id })
    await piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado: 'Incidente', causa: 'Mecánico' })
    expect(await isTruckFree()).toBe(false)
    await piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado: 'En curso' })
    const [aviso] = await checkTrip({ fecha: yesterday(), hora: '10:00' })
    expect(aviso.texto).toMatch(/ ya está en .* de 08:00 a /)
    // An open incident of a trip under way changes nothing.
    await admin.post(`/api/rutas/${id}/incidentes`, { causa: 'Robo' })
    const tomorrow = await checkTrip({ fecha: addDays(companyToday(), 1), hora: '00:00', duracion_min: 1 })
    expect(tomorrow).toEqual([])
  })

  test('Incidente without an open incident, or older than 30 days: occupies nothing', async () => {
    const { admin } = plan.office
    const old = await stopped({ fecha: addDays(companyToday(), -31) })
    expect(await isTruckFree()).toBe(true)
    const edge = await stopped({ fecha: addDays(companyToday(), -30) })
    expect(await isTruckFree()).toBe(false)
    await changeIncidente(admin, edge.id, { hasta: momentAt(0, '23:59') })
    expect(await isTruckFree()).toBe(true)
    expect((await findIncidente(admin, old.id)).hasta).toBeNull()
  })

  test('deleting its truck or people: counts Pendiente and En curso alone', async () => {
    await stopped()
    expect((await plan.office.admin.delete(`/api/camiones/${plan.camion.id}`)).status).toBe(200)
  })
})

describe('checking a stopped trip', () => {
  const put = (ruta: Changes & { id: number }, changes: Changes) =>
    plan.office.admin.put(`/api/rutas/${ruta.id}`, {
      ...aRuta(plan.refs, { ...ruta, estado: 'Incidente', version: null }),
      ...changes,
    })
  /** A trip of today with the same truck and other people. */
  const createToday = async (changes: Changes = {}) =>
    (await create({ fecha: companyToday(), hora: '12:00', ...changes }, await plan.others())).data
  afterEach(() => plan.office.admin.put('/api/ajustes', { modos: null }))

  test('PUT that leaves it in Incidente: checked until 24 hours from now', async () => {
    const ruta = await stopped()
    const other = await createToday()
    expect(codes((await put(ruta, {})).body.avisos)).toEqual(['CAMION_OCUPADO'])
    await plan.office.admin.put('/api/ajustes', { modos: { CAMION_OCUPADO: 'bloquear' } })
    // It blocks only a change of what is checked.
    expect((await put(ruta, { precio: 3 })).status).toBe(200)
    const refused = await put(ruta, { hora: '09:00' })
    const day = formatFecha(companyToday())
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `El camión ${plan.camion.placa} ya está en ${other.no_ruta} de ${day} 12:00 a ${day} 20:00.`,
    ])
    const others = await someReferences(plan.office.admin)
    expect((await put(ruta, { camion_id: others.camion_id })).body).not.toHaveProperty('avisos')
    const back = await put(ruta, { camion_id: plan.camion.id })
    expect([back.status, codes(back.body.error.avisos)]).toEqual([409, ['CAMION_OCUPADO']])
    expect((await put(ruta, { camion_id: plan.camion.id, estado: 'Entregado' })).status).toBe(200)
  })

  test('PUT and POST into Incidente, PUT of one that is not stopped: not checked', async () => {
    const ruta = await stopped()
    const second = await createToday()
    const into = await put(second, {})
    expect([into.status, into.body.data.estado]).toEqual([200, 'Incidente'])
    expect(into.body).not.toHaveProperty('avisos')
    expect((await create({ fecha: companyToday(), estado: 'Incidente' })).avisos).toBeUndefined()
    await changeIncidente(plan.office.admin, ruta.id, { hasta: momentAt(-1, '09:00') })
    expect((await put(ruta, { hora: '10:00' })).body).not.toHaveProperty('avisos')
  })

  test('POST and repetir: warn of it, and are refused in bloquear', async () => {
    const { id, no_ruta } = await stopped()
    const texto = `El camión ${plan.camion.placa} está detenido por un incidente en ${no_ruta} desde el ${formatFecha(yesterday())} 08:05.`
    const form = async () => aRuta(await plan.others(), { fecha: companyToday(), hora: '12:00' })
    const warned = await plan.office.admin.post('/api/rutas', await form())
    expect([warned.status, warned.body.avisos[0].texto]).toEqual([201, texto])
    await plan.office.admin.delete(`/api/rutas/${warned.body.data.id}`)
    await plan.office.admin.put('/api/ajustes', { modos: { CAMION_OCUPADO: 'bloquear' } })
    const refused = await plan.office.admin.post('/api/rutas', await form())
    expect([refused.status, refused.body.message]).toEqual([409, texto])
    const copied = await plan.office.admin.post(`/api/rutas/${id}/repetir`, { fechas: [companyToday()] })
    expect([copied.status, copied.body.message]).toEqual([409, texto])
    await changeIncidente(plan.office.admin, id, { hasta: momentAt(-1, '09:00') })
    expect((await plan.office.admin.post('/api/rutas', await form())).status).toBe(201)
  })

  test('revision with its ruta_id: checked as stopped; a closed one as pending', async () => {
    const ruta = await stopped()
    await createToday()
    const ask = () =>
      checkTrip({ fecha: yesterday(), hora: '08:00', ruta_id: ruta.id, camion_id: plan.camion.id })
    expect(codes(await ask())).toEqual(['CAMION_OCUPADO'])
    await changeIncidente(plan.office.admin, ruta.id, { hasta: momentAt(-1, '09:00') })
    expect(await ask()).toEqual([])
  })
})
