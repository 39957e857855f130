import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../test/factories.ts'
import { aMantenimiento } from '../test/mantenimientos.ts'
import { camposOf, type Office, openOffice } from '../test/rutaForm.ts'

// Dates far ahead: what is under way lasts until now at least.

type Changes = Record<string, unknown>
type References = Awaited<ReturnType<typeof someReferences>>

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

let camion: { id: number; placa: string }
let refs: References
beforeEach(async () => {
  camion = (await office.admin.post('/api/camiones', aCamion())).body.data
  refs = { ...(await someReferences(office.admin)), camion_id: camion.id }
})

const day = '2027-05-24'
/** The same truck with other people. */
const others = async (): Promise<References> => ({
  ...(await someReferences(office.admin)),
  camion_id: camion.id,
})
const create = async (changes: Changes = {}, given = refs) => {
  const { status, body } = await office.admin.post(
    '/api/rutas',
    aRuta(given, { fecha: day, hora: '06:00', ...changes }),
  )
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const review = async (changes: Changes = {}, given?: References) => {
  const asked = { ...(given ?? (await others())), fecha: day, ...changes }
  const { status, body } = await office.admin.post('/api/rutas/revision', asked)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.avisos
}
const textos = (avisos: { texto: string }[] | undefined) => avisos?.map(({ texto }) => texto)

describe('a truck that is taken', () => {
  test('is told with the trip and its hours; where it ends, nothing is', async () => {
    const { data: ruta } = await create()
    expect(await review({ hora: '13:00' })).toEqual([
      {
        codigo: 'CAMION_OCUPADO',
        gravedad: 'aviso',
        texto: `El camión ${camion.placa} ya está en ${ruta.no_ruta} de 06:00 a 14:00.`,
        entidad: 'camiones',
        entidad_id: camion.id,
        ruta: {
          id: ruta.id,
          no_ruta: ruta.no_ruta,
          desde: '2027-05-24T12:00:00.000Z',
          hasta: '2027-05-24T20:00:00.000Z',
        },
      },
    ])
    expect(await review({ hora: '14:00' })).toEqual([])
    expect(await review({ hora: '05:00', duracion_min: 60 })).toEqual([])
    expect(await review({ hora: '05:00', duracion_min: 61 })).toHaveLength(1)
  })

  test('over midnight, the other day is written out', async () => {
    const { data: ruta } = await create({ hora: '22:00' })
    expect(textos(await review({ fecha: '2027-05-25', hora: '05:00' }))).toEqual([
      `El camión ${camion.placa} ya está en ${ruta.no_ruta} de 24/05/2027 22:00 a 06:00.`,
    ])
    expect(textos(await review({ hora: '23:00' }))).toEqual([
      `El camión ${camion.placa} ya está en ${ruta.no_ruta} de 22:00 a 25/05/2027 06:00.`,
    ])
  })

  test('so are pilot and helper, by name; of several trips the earliest', async () => {
    const { nombre, apellido } = (await office.admin.get(`/api/choferes/${refs.chofer_id}`)).body.data
    const helper = (await office.admin.get(`/api/ayudantes/${refs.ayudante_id}`)).body.data
    await create({ hora: '09:00' })
    const { data: first } = await create()
    expect(textos(await review({ hora: '10:00' }, refs))).toEqual([
      `El camión ${camion.placa} ya está en ${first.no_ruta} de 06:00 a 14:00.`,
      `El piloto ${nombre} ${apellido} ya está en ${first.no_ruta} de 06:00 a 14:00.`,
      `El ayudante ${helper.nombre} ${helper.apellido} ya está en ${first.no_ruta} de 06:00 a 14:00.`,
    ])
  })

  test('a trip does not meet itself, a closed or deleted one nobody', async () => {
    const { data: ruta } = await create()
    expect(await review({ hora: '07:00', ruta_id: ruta.id })).toEqual([])
    expect(await review({ hora: '07:00', ruta_id: 2_000_000_000 })).toHaveLength(1)
    await office.admin.put(`/api/rutas/${ruta.id}`, { ...ruta, estado: 'Entregado' })
    expect(await review({ hora: '07:00' })).toEqual([])
    await office.admin.put(`/api/rutas/${ruta.id}`, { ...ruta, estado: 'Pendiente', version: null })
    expect(await review({ hora: '07:00' })).toHaveLength(1)
    await office.admin.delete(`/api/rutas/${ruta.id}`)
    expect(await review({ hora: '07:00' })).toEqual([])
  })

  test('an edited trip keeps its own duration where none is said, as in its writing', async () => {
    const { data: ruta } = await create({ duracion_min: 60 })
    await create({ hora: '08:00', ayudante_id: null }, await others())
    const asked = { hora: '06:00', ruta_id: ruta.id }
    expect(await review(asked)).toEqual([])
    expect(await review({ ...asked, duracion_min: null })).toHaveLength(1)
  })

  test('one under way is taken until now at least', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const local = (moment: Date) => {
      const [fecha, hora] = moment.toLocaleString('sv-SE', { timeZone: 'America/Guatemala' }).split(' ')
      return { fecha, hora }
    }
    const body = { ...local(ago(30)), duracion_min: 60 }
    const { data: ruta } = await create({ ...body, estado: 'Pendiente' })
    expect(await review({ ...local(ago(2)), duracion_min: 30 })).toEqual([])
    await office.admin.put(`/api/rutas/${ruta.id}`, { ...ruta, estado: 'En curso' })
    const before = Date.now()
    const [late] = await review({ ...local(ago(2)), duracion_min: 30 })
    expect(late.ruta.id).toBe(ruta.id)
    expect(Date.parse(late.ruta.hasta)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(late.ruta.hasta)).toBeLessThanOrEqual(Date.now())
    expect(await review({ ...local(ago(-1)), duracion_min: 30 })).toEqual([])
  })
})

describe('papers and workshop', () => {
  test('a licence that ends on the day passes, the day before it is told', async () => {
    const pilot = async (vencimiento: string) => {
      const chofer = (await office.admin.post('/api/choferes', aChofer({ vencimiento }))).body.data
      return [chofer, await review({ hora: '06:00' }, { ...refs, chofer_id: chofer.id })]
    }
    expect((await pilot(day))[1]).toEqual([])
    const [{ id, nombre, apellido }, avisos] = await pilot('2027-05-23')
    expect(avisos).toEqual([
      {
        codigo: 'LICENCIA_VENCIDA',
        gravedad: 'aviso',
        texto: `La licencia de ${nombre} ${apellido} vence el 23/05/2027, antes del viaje.`,
        entidad: 'choferes',
        entidad_id: id,
      },
    ])
  })

  test('a paper that ends before the day is told, but for a renewed one and an inactive type', async () => {
    const { admin } = office
    const tipos = (await admin.get('/api/documento-tipos')).body.data
    const seguro = tipos.find(({ nombre }: { nombre: string }) => nombre === 'Seguro')
    const paper = { tipo_id: seguro.id, entidad: 'camiones', entidad_id: camion.id }
    const { data } = (await admin.post('/api/documentos', { ...paper, vence: '2027-05-23' })).body
    expect(await review({ hora: '06:00' })).toEqual([
      {
        codigo: 'DOCUMENTO_VENCIDO',
        gravedad: 'aviso',
        texto: `Seguro de ${camion.placa} vence el 23/05/2027, antes del viaje.`,
        entidad: 'documentos',
        entidad_id: data.id,
      },
    ])
    const setActive = (activo: boolean) =>
      admin.put(`/api/documento-tipos/${seguro.id}`, { ...seguro, version: null, activo })
    await setActive(false)
    expect(await review({ hora: '06:00' })).toEqual([])
    await setActive(true)
    await admin.post(`/api/documentos/${data.id}/renovar`, { vence: day })
    expect(await review({ hora: '06:00' })).toEqual([])
  })

  test('a truck in the workshop is told whatever the day', async () => {
    const form = aMantenimiento(camion.id, { estado: 'En proceso', fecha_programada: '2026-01-01' })
    const { body } = await office.admin.post('/api/mantenimientos', form)
    expect(await review({ hora: '06:00' })).toEqual([
      {
        codigo: 'CAMION_EN_TALLER',
        gravedad: 'aviso',
        texto: `El camión ${camion.placa} está en el taller.`,
        entidad: 'camiones',
        entidad_id: camion.id,
      },
    ])
    await office.admin.put(`/api/mantenimientos/${body.data.id}`, { ...body.data, estado: 'Completado' })
    expect(await review({ hora: '06:00' })).toEqual([])
  })
})

describe('POST /api/rutas/revision', () => {
  const ask = (body: unknown) => office.admin.post('/api/rutas/revision', body)

  test('who is unknown or in the bin is refused, but for what the route has already', async () => {
    const asked = { ...refs, fecha: day, hora: '06:00' }
    expect(camposOf(await ask({ ...asked, camion_id: 2_000_000_000, cliente_id: 2_000_000_001 }))).toEqual([
      'camion_id',
      'cliente_id',
    ])
    const { data: ruta } = await create({ estado: 'Entregado' })
    await office.admin.delete(`/api/camiones/${refs.camion_id}`)
    const { status, body } = await ask(asked)
    expect([status, body.message]).toEqual([
      400,
      'Camión no encontrado. Verifica que el camión seleccionado sea válido.',
    ])
    expect((await ask({ ...asked, ruta_id: ruta.id })).status).toBe(200)
  })

  test('truck, pilot, date and hour are needed', async () => {
    expect(camposOf(await ask({}))).toEqual(['camion_id', 'chofer_id', 'fecha', 'hora'])
    expect(
      (await ask({ camion_id: refs.camion_id, chofer_id: refs.chofer_id, fecha: day, hora: '06:00' })).body,
    ).toEqual({
      success: true,
      message: 'Datos obtenidos correctamente',
      data: { avisos: [] },
    })
  })

  test('another method there is none of the route’s', async () => {
    const { status, headers } = await office.admin.get('/api/rutas/revision')
    expect([status, headers.allow]).toEqual([405, 'POST'])
  })
})

describe('GET /api/disponibles', () => {
  const free = async (query: string) => (await office.admin.get(`/api/disponibles?${query}`)).body.data
  const of = (rows: { id: number }[], id: number) => rows.find((row) => row.id === id)

  test('the free first, then by name; of the taken until when and in what', async () => {
    await create()
    const { data: last } = await create({ hora: '09:00' })
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

  test('date and hour are needed', async () => {
    expect(camposOf(await office.admin.get('/api/disponibles'))).toEqual(['fecha', 'hora'])
  })
})
