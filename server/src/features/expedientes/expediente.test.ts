import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFile, aFile, sendFile } from '../../test/archivos.ts'
import { aPersona } from '../../test/factories.ts'
import { openOfficeWithPilot, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { setRutasAge, toUtc, yesterdayAt } from '../../test/tripEvents.ts'

// The office's view of a trip (docs/contract/road.md).

let office: RutaOffice
let piloto: Client
beforeAll(async () => {
  ;({ office, piloto } = await openOfficeWithPilot())
})
afterAll(() => office.close())

const read = async (id: number) => (await office.admin.get(`/api/rutas/${id}/expediente`)).body.data
const aClient = async (reglas: object): Promise<number> => {
  const { id } = (await office.admin.post('/api/clientes', aPersona())).body.data
  await office.admin.put(`/api/clientes/${id}/reglas`, reglas)
  return id
}

test('expediente: has only the creation before anything else is written', async () => {
  const { id } = await office.create({ cliente_id: await aClient({}) })
  const { entrega, tiempos, reglas, linea, ...rest } = await read(id)
  expect([entrega.version, tiempos.version, reglas.version]).toEqual([0, 0, 1])
  expect(rest).toEqual({
    espera: { carga: null, descarga: null },
    incidentes: [],
    falta: [],
    total: { incidentes: 0, linea: 1 },
  })
  const momento = expect.stringMatching(/Z$/)
  expect(linea).toEqual([
    {
      clase: 'estado',
      momento,
      recibido: momento,
      dudosa: false,
      texto: 'Creada: Pendiente',
      detalle: null,
      usuario: expect.stringMatching(/^administrador-/),
    },
  ])
})

test('expediente: returns 404 for a route in the bin or unknown, and 403 for a pilot', async () => {
  const { id } = await office.create()
  expect((await piloto.get(`/api/rutas/${id}/expediente`)).status).toBe(403)
  await office.admin.delete(`/api/rutas/${id}`)
  for (const gone of [id, 2_000_000])
    expect(await office.admin.get(`/api/rutas/${gone}/expediente`)).toMatchObject({
      status: 404,
      body: { message: 'Ruta no encontrada' },
    })
})

describe('waiting time', () => {
  const wait = async (reglas: object, llegada: string, salida: string) => {
    const { id } = await office.create({ cliente_id: await aClient(reglas) })
    await office.admin.put(`/api/rutas/${id}/tiempos`, { llegada_carga: llegada, salida_carga: salida })
    const { carga, descarga } = (await read(id)).espera
    expect(descarga).toBeNull()
    return carga
  }
  const on = (day: number, hour: string) => `2026-11-${day}T${hour}-06:00`
  const twoFree = { horas_libres: 2, tarifa_demora: 150 }
  const threeDays = { horas_libres: '72', tarifa_demora: '1000.50', unidad: 'dia' }
  const charged = (minutos: number, cobrable: number | null, monto: number | null, unidad = 'hora') => ({
    minutos,
    cobrable,
    unidad,
    monto,
  })

  test.each([
    ['beyond two hours, by quarters begun', twoFree, on(10, '16:30:00'), charged(390, 4.5, 675)],
    ['a minute more is a quarter more', twoFree, on(10, '16:31:00'), charged(391, 4.75, 712.5)],
    ['seconds are cut off', twoFree, on(10, '12:00:59'), charged(120, 0, 0)],
    ['less than is free', twoFree, on(10, '10:30:00'), charged(30, 0, 0)],
    [
      'half a cent is one',
      { horas_libres: 0, tarifa_demora: 0.1 },
      on(10, '10:01:00'),
      charged(1, 0.25, 0.03),
    ],
    [
      'a third of an hour free',
      { ...twoFree, horas_libres: 0.33 },
      on(10, '10:20:00'),
      charged(20, 0.25, 37.5),
    ],
    ['a day begun', threeDays, on(13, '11:00:00'), charged(73 * 60, 1, 1000.5, 'dia')],
    ['just a day', threeDays, on(14, '10:00:00'), charged(96 * 60, 1, 1000.5, 'dia')],
    ['a minute more is another', threeDays, on(14, '10:01:00'), charged(96 * 60 + 1, 2, 2001, 'dia')],
    ['without free hours', { tarifa_demora: 150 }, on(10, '16:30:00'), charged(390, null, null)],
    ['without a rate', { horas_libres: 2 }, on(10, '16:30:00'), charged(390, 4.5, null)],
    ['a departure in the same minute', twoFree, on(10, '10:00:59'), charged(0, 0, 0)],
    ['a departure before the arrival', twoFree, on(10, '09:59:59'), null],
  ])('waiting time: %s', async (_name, reglas, salida, espera) => {
    expect(await wait(reglas, on(10, '10:00:00'), salida)).toEqual(espera)
  })

  test('waiting time: both ends are cut to minutes first, and extreme dates work', async () => {
    expect(await wait(twoFree, on(10, '10:00:30'), on(10, '10:00:10'))).toBeNull()
    expect(await wait(twoFree, on(10, '10:00:59'), on(10, '12:01:00'))).toMatchObject({ minutos: 121 })
    const ages = await wait(twoFree, '0001-01-02T00:00:00Z', yesterdayAt('10:00'))
    expect(ages.minutos).toBeGreaterThan(1_000_000_000)
  })

  test("waiting time: computed per place by the client's current rules", async () => {
    const cliente_id = await aClient(twoFree)
    const { id } = await office.create({ cliente_id })
    await office.admin.put(`/api/rutas/${id}/tiempos`, {
      llegada_carga: on(10, '06:00:00'),
      salida_carga: on(10, '09:00:00'),
      llegada_descarga: on(10, '12:00:00'),
    })
    expect((await read(id)).espera).toEqual({ carga: charged(180, 1, 150), descarga: null })
    await office.admin.put(`/api/rutas/${id}/tiempos`, { salida_descarga: on(10, '15:00:00') })
    await office.admin.put(`/api/clientes/${cliente_id}/reglas`, { ...twoFree, tarifa_demora: 200 })
    expect((await read(id)).espera).toEqual({ carga: charged(180, 1, 200), descarga: charged(180, 1, 200) })
  })
})

test('linea: lists all events by moment, with the text of each kind', async () => {
  const cliente_id = await aClient({ exige_foto: true, exige_firma: true })
  const { id } = await office.create({ cliente_id })
  await setRutasAge(office.server.db, 2)
  const drive = (nuevoEstado: string, hour: string, more: object = {}) =>
    piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado, hora_dispositivo: yesterdayAt(hour), ...more })
  await drive('En curso', '06:00', { comentario: 'Saliendo', desfase_s: 180 })
  await drive('En curso', '06:30', { comentario: 'Voy bien' })
  await drive('Incidente', '08:00', { causa: 'Bloqueo', lugar: 'Km 22', comentario: 'No hay paso' })
  await drive('Entregado', '11:20')
  await piloto.put(`/piloto/ruta/${id}/tiempos`, {
    llegada_carga: yesterdayAt('05:00'),
    salida_carga: yesterdayAt('06:00'),
  })
  await piloto.put(`/piloto/ruta/${id}/entrega`, {
    recibio: 'Óscar Ñ',
    nota: 'Bodega 3',
    hora_dispositivo: yesterdayAt('11:20'),
  })
  const files = `/piloto/ruta/${id}/archivos`
  const taken = encodeURIComponent(yesterdayAt('11:21'))
  await addFile(piloto, `${files}?nombre=bodega.jpg&tomado_en=${taken}`)
  const future = encodeURIComponent(new Date(Date.now() + 86_400_000).toISOString())
  await sendFile(
    office.admin,
    `/api/archivos?entidad=rutas&entidad_id=${id}&tomado_en=${future}`,
    aFile('pdf'),
  )

  const { linea, falta, incidentes } = await read(id)
  expect(falta).toEqual(['firma'])
  expect(incidentes).toMatchObject([
    { causa: 'Bloqueo', desde: toUtc(yesterdayAt('08:00')), hasta: toUtc(yesterdayAt('11:20')) },
  ])
  const line = (each: Record<string, unknown>) => [each.momento, each.texto, each.detalle, each.usuario]
  const by = 'julio.piloto'
  const office_ = expect.stringMatching(/^administrador-/)
  const now = expect.stringMatching(/Z$/)
  expect(linea.map(line)).toEqual([
    [toUtc(yesterdayAt('05:00')), 'Llegó a cargar', null, null],
    [toUtc(yesterdayAt('05:57')), 'Pendiente → En curso', 'Saliendo', by],
    [toUtc(yesterdayAt('06:00')), 'Salió cargado', null, null],
    [toUtc(yesterdayAt('06:30')), 'En curso', 'Voy bien', by],
    [toUtc(yesterdayAt('08:00')), 'En curso → Incidente', 'No hay paso', by],
    [toUtc(yesterdayAt('08:00')), 'Incidente: Bloqueo', 'Km 22 · No hay paso', by],
    [toUtc(yesterdayAt('11:20')), 'Incidente → Entregado', null, by],
    [toUtc(yesterdayAt('11:20')), 'Fin del incidente: Bloqueo', null, by],
    [toUtc(yesterdayAt('11:20')), 'Recibió: Óscar Ñ', 'Bodega 3', by],
    [toUtc(yesterdayAt('11:21')), 'Foto', 'bodega.jpg', by],
    [now, 'Creada: Pendiente', null, office_],
    [now, 'Documento', 'documento.pdf', office_],
  ])
  const entriesOf = (clase: string) =>
    linea
      .filter((each: { clase: string }) => each.clase === clase)
      .map(({ recibido, dudosa }: Record<string, unknown>) => [recibido !== null, dudosa])
  expect(entriesOf('estado')).toEqual([true, false, false, false, false].map((dudosa) => [true, dudosa]))
  expect([entriesOf('tiempo'), entriesOf('incidente')]).toEqual([
    [
      [false, false],
      [false, false],
    ],
    [
      [false, false],
      [false, false],
    ],
  ])
  expect([entriesOf('entrega'), entriesOf('archivo')]).toEqual([
    [[true, false]],
    [
      [true, false],
      [true, false],
    ],
  ])
})

test.each([
  [{ recibio: 'Ana', sin_evidencia_motivo: 'Sin batería' }, 'Recibió: Ana'],
  [{ sin_evidencia_motivo: 'Sin batería' }, 'Sin evidencia: Sin batería'],
  [{}, 'Entrega'],
])('delivery %j: is %s in the timeline', async (body, texto) => {
  const { id } = await office.create()
  await office.admin.put(`/api/rutas/${id}/entrega`, body)
  const { linea } = await read(id)
  expect(linea.at(-1)).toMatchObject({ clase: 'entrega', texto, detalle: null, dudosa: false })
})
