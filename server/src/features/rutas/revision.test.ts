import { describe, expect, test } from 'vitest'
import { aChofer } from '../../test/factories.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { planningDay, planningOffice } from '../../test/planningOffice.ts'

const plan = planningOffice()
const { others, create, checkTrip } = plan
const textos = (avisos: { texto: string }[] | undefined) => avisos?.map(({ texto }) => texto)

describe('busy truck', () => {
  test('busy truck: the warning has trip and hours; none if the trips only touch', async () => {
    const { data: ruta } = await create()
    expect(await checkTrip({ hora: '13:00' })).toEqual([
      {
        codigo: 'CAMION_OCUPADO',
        gravedad: 'aviso',
        texto: `El camión ${plan.camion.placa} ya está en ${ruta.no_ruta} de 06:00 a 14:00.`,
        entidad: 'camiones',
        entidad_id: plan.camion.id,
        ruta: {
          id: ruta.id,
          no_ruta: ruta.no_ruta,
          desde: '2027-05-24T12:00:00.000Z',
          hasta: '2027-05-24T20:00:00.000Z',
        },
      },
    ])
    expect(await checkTrip({ hora: '14:00' })).toEqual([])
    expect(await checkTrip({ hora: '05:00', duracion_min: 60 })).toEqual([])
    expect(await checkTrip({ hora: '05:00', duracion_min: 61 })).toHaveLength(1)
  })

  test('busy truck: a trip past midnight shows the other date', async () => {
    const { data: ruta } = await create({ hora: '22:00' })
    expect(textos(await checkTrip({ fecha: '2027-05-25', hora: '05:00' }))).toEqual([
      `El camión ${plan.camion.placa} ya está en ${ruta.no_ruta} de 24/05/2027 22:00 a 06:00.`,
    ])
    expect(textos(await checkTrip({ hora: '23:00' }))).toEqual([
      `El camión ${plan.camion.placa} ya está en ${ruta.no_ruta} de 22:00 a 25/05/2027 06:00.`,
    ])
  })

  test('busy pilot and helper: reported by name, with the earliest of several trips', async () => {
    const { nombre, apellido } = (await plan.office.admin.get(`/api/choferes/${plan.refs.chofer_id}`)).body
      .data
    const helper = (await plan.office.admin.get(`/api/ayudantes/${plan.refs.ayudante_id}`)).body.data
    await create({ hora: '09:00' })
    const { data: first } = await create()
    expect(textos(await checkTrip({ hora: '10:00' }, plan.refs))).toEqual([
      `El camión ${plan.camion.placa} ya está en ${first.no_ruta} de 06:00 a 14:00.`,
      `El piloto ${nombre} ${apellido} ya está en ${first.no_ruta} de 06:00 a 14:00.`,
      `El ayudante ${helper.nombre} ${helper.apellido} ya está en ${first.no_ruta} de 06:00 a 14:00.`,
    ])
  })

  test('busy truck: a trip does not conflict with itself, nor with closed or deleted trips', async () => {
    const { data: ruta } = await create()
    expect(await checkTrip({ hora: '07:00', ruta_id: ruta.id })).toEqual([])
    expect(await checkTrip({ hora: '07:00', ruta_id: 2_000_000_000 })).toHaveLength(1)
    await plan.office.admin.put(`/api/rutas/${ruta.id}`, { ...ruta, estado: 'Entregado' })
    expect(await checkTrip({ hora: '07:00' })).toEqual([])
    await plan.office.admin.put(`/api/rutas/${ruta.id}`, { ...ruta, estado: 'Pendiente', version: null })
    expect(await checkTrip({ hora: '07:00' })).toHaveLength(1)
    await plan.office.admin.delete(`/api/rutas/${ruta.id}`)
    expect(await checkTrip({ hora: '07:00' })).toEqual([])
  })

  test('check of an edited trip: keeps the stored duration if the request omits it', async () => {
    const { data: ruta } = await create({ duracion_min: 60 })
    await create({ hora: '08:00', ayudante_id: null }, await others())
    const form = { hora: '06:00', ruta_id: ruta.id }
    expect(await checkTrip(form)).toEqual([])
    expect(await checkTrip({ ...form, duracion_min: null })).toHaveLength(1)
  })

  test('trip under way: occupies its truck at least until now', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const local = (moment: Date) => {
      const [fecha, hora] = moment.toLocaleString('sv-SE', { timeZone: 'America/Guatemala' }).split(' ')
      return { fecha, hora }
    }
    const body = { ...local(ago(30)), duracion_min: 60 }
    const { data: ruta } = await create({ ...body, estado: 'Pendiente' })
    expect(await checkTrip({ ...local(ago(2)), duracion_min: 30 })).toEqual([])
    await plan.office.admin.put(`/api/rutas/${ruta.id}`, { ...ruta, estado: 'En curso' })
    const before = Date.now()
    const [late] = await checkTrip({ ...local(ago(2)), duracion_min: 30 })
    expect(late.ruta.id).toBe(ruta.id)
    expect(Date.parse(late.ruta.hasta)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(late.ruta.hasta)).toBeLessThanOrEqual(Date.now())
    expect(await checkTrip({ ...local(ago(-1)), duracion_min: 30 })).toEqual([])
  })
})

describe('documents and workshop', () => {
  test('licence: warns if it expires the day before the trip, not on the day', async () => {
    const pilot = async (vencimiento: string) => {
      const chofer = (await plan.office.admin.post('/api/choferes', aChofer({ vencimiento }))).body.data
      return [chofer, await checkTrip({ hora: '06:00' }, { ...plan.refs, chofer_id: chofer.id })]
    }
    expect((await pilot(planningDay))[1]).toEqual([])
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

  test('document: warns if it expires before the trip, unless renewed or of an inactive type', async () => {
    const { admin } = plan.office
    const tipos = (await admin.get('/api/documento-tipos')).body.data
    const seguro = tipos.find(({ nombre }: { nombre: string }) => nombre === 'Seguro')
    const paper = { tipo_id: seguro.id, entidad: 'camiones', entidad_id: plan.camion.id }
    const { data } = (await admin.post('/api/documentos', { ...paper, vence: '2027-05-23' })).body
    expect(await checkTrip({ hora: '06:00' })).toEqual([
      {
        codigo: 'DOCUMENTO_VENCIDO',
        gravedad: 'aviso',
        texto: `Seguro de ${plan.camion.placa} vence el 23/05/2027, antes del viaje.`,
        entidad: 'documentos',
        entidad_id: data.id,
      },
    ])
    const setActive = (activo: boolean) =>
      admin.put(`/api/documento-tipos/${seguro.id}`, { ...seguro, version: null, activo })
    await setActive(false)
    expect(await checkTrip({ hora: '06:00' })).toEqual([])
    await setActive(true)
    await admin.post(`/api/documentos/${data.id}/renovar`, { vence: planningDay })
    expect(await checkTrip({ hora: '06:00' })).toEqual([])
  })

  test('truck in the workshop: warns for every date', async () => {
    const form = aMantenimiento(plan.camion.id, { estado: 'En proceso', fecha_programada: '2026-01-01' })
    const { body } = await plan.office.admin.post('/api/mantenimientos', form)
    expect(await checkTrip({ hora: '06:00' })).toEqual([
      {
        codigo: 'CAMION_EN_TALLER',
        gravedad: 'aviso',
        texto: `El camión ${plan.camion.placa} está en el taller.`,
        entidad: 'camiones',
        entidad_id: plan.camion.id,
      },
    ])
    await plan.office.admin.put(`/api/mantenimientos/${body.data.id}`, { ...body.data, estado: 'Completado' })
    expect(await checkTrip({ hora: '06:00' })).toEqual([])
  })
})

test('plan: warns once a plan if it is due before the trip or its kilometres are over', async () => {
  const { admin } = plan.office
  const { id: camion_id, placa } = plan.camion
  const create = async (nombre: string, changes: object) =>
    (await admin.post('/api/planes', { camiones: [camion_id], nombre, ...changes })).body.data.planes[0]
  const dueOn = (days: number) => ({ cada_dias: days, desde_fecha: '2026-05-24' })
  const byKm = { cada_km: 1000, desde_fecha: '2026-05-24' }
  const lectura = { camion_id, fecha: '2026-11-01', km: 100_000 }
  const reading = (await admin.post('/api/lecturas', lectura)).body.data
  await create('El mismo día', dueOn(365))
  const late = await create('Frenos', dueOn(364))
  await create('Inactivo', { ...dueOn(1), activo: false })
  await create('Sin km', byKm)
  await create('Justo', { ...byKm, desde_km: 99_000 })
  const over = await create("Cambio d'aceite", { ...byKm, desde_km: 98_999 })
  const warning = ({ id, nombre }: { id: number; nombre: string }) => ({
    codigo: 'MANTENIMIENTO_VENCIDO',
    gravedad: 'aviso',
    texto: `El camión ${placa} tiene vencido «${nombre}».`,
    entidad: 'planes',
    entidad_id: id,
  })
  expect(await checkTrip({ hora: '06:00' })).toEqual([warning(late), warning(over)])
  await admin.put('/api/ajustes', { modos: { MANTENIMIENTO_VENCIDO: 'bloquear' } })
  expect(await checkTrip({ hora: '06:00' })).toMatchObject([{ gravedad: 'bloqueo' }, { gravedad: 'bloqueo' }])
  await admin.put('/api/ajustes', { modos: { MANTENIMIENTO_VENCIDO: 'callar' } })
  expect(await checkTrip({ hora: '06:00' })).toEqual([])
  await admin.put('/api/ajustes', { modos: { MANTENIMIENTO_VENCIDO: null } })
  await admin.delete(`/api/planes/${late.id}`)
  await admin.delete(`/api/lecturas/${reading.id}`)
  expect(await checkTrip({ hora: '06:00' })).toEqual([])
})

describe('POST /api/rutas/revision', () => {
  const ask = (body: unknown) => plan.office.admin.post('/api/rutas/revision', body)

  test('POST /api/rutas/revision: returns 400 for unknown or deleted records that the route did not have', async () => {
    const form = { ...plan.refs, fecha: planningDay, hora: '06:00' }
    expect(
      invalidCamposOf(await ask({ ...form, camion_id: 2_000_000_000, cliente_id: 2_000_000_001 })),
    ).toEqual(['camion_id', 'cliente_id'])
    const { data: ruta } = await create({ estado: 'Entregado' })
    await plan.office.admin.delete(`/api/camiones/${plan.refs.camion_id}`)
    const { status, body } = await ask(form)
    expect([status, body.message]).toEqual([
      400,
      'Camión no encontrado. Verifica que el camión seleccionado sea válido.',
    ])
    expect((await ask({ ...form, ruta_id: ruta.id })).status).toBe(200)
  })

  test('POST /api/rutas/revision: requires truck, pilot, date and hour', async () => {
    expect(invalidCamposOf(await ask({}))).toEqual(['camion_id', 'chofer_id', 'fecha', 'hora'])
    expect(
      (
        await ask({
          camion_id: plan.refs.camion_id,
          chofer_id: plan.refs.chofer_id,
          fecha: planningDay,
          hora: '06:00',
        })
      ).body,
    ).toEqual({
      success: true,
      message: 'Datos obtenidos correctamente',
      data: { avisos: [] },
    })
  })

  test('GET /api/rutas/revision: returns 405', async () => {
    const { status, headers } = await plan.office.admin.get('/api/rutas/revision')
    expect([status, headers.allow]).toEqual([405, 'POST'])
  })
})
