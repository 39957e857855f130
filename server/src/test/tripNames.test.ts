import { afterEach, beforeEach, expect, test } from 'vitest'
import { aChofer, aPersona, aRuta, someReferences } from './factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from './openPapeles.ts'

// Client, places and day beside a trip's number, in notices, warnings, lists of free records, log and search. The date is 20/11/2026, noon.

let office: DocumentosOffice
beforeEach(async () => {
  office = await openDocumentosOffice()
})
afterEach(() => office.close())

const create = async (no_ruta: string, changes: object) => {
  const { admin } = office
  const references = await someReferences(admin)
  const cliente_id = (await admin.post('/api/clientes', aPersona({ nombre: 'Maya', apellido: no_ruta }))).body
    .data.id
  const values = aRuta({ ...references, cliente_id }, { no_ruta, origen: 'Cobán', ...changes })
  const { status, body } = await admin.post('/api/rutas', values)
  expect([status, body.error]).toEqual([201, undefined])
  return { values, id: body.data.id as number }
}
const nameOf = (no_ruta: string, fecha: string) => ({
  cliente: `Maya ${no_ruta}`,
  origen: 'Cobán',
  destino: 'Quetzaltenango',
  fecha,
})
const list = async (url: string) => (await office.admin.get(url)).body.data

test('GET /api/avisos: names the trips with viaje=si, of an overlap both by beginning', async () => {
  const late = await create('RUTA-2', { fecha: '2026-11-22', hora: '05:00' })
  const { camion_id } = late.values
  await create('RUTA-1', { fecha: '2026-11-21', hora: '22:00', camion_id })
  const open = await create('RUTA-3', { fecha: '2026-11-01' })
  await office.createRecord('choferes', { vencimiento: '2026-11-01' })
  const [first, second] = [nameOf('RUTA-1', '2026-11-21'), nameOf('RUTA-2', '2026-11-22')]
  const incidente = { causa: 'Bloqueo', desde: '2026-11-19T12:00:00-06:00' }
  expect((await office.admin.post(`/api/rutas/${open.id}/incidentes`, incidente)).status).toBe(201)

  const all = (await list('/api/avisos?viaje=si')) as { clase: string; viajes?: object[] }[]
  const viajesOf = (clase: string) => all.filter((each) => each.clase === clase).map(({ viajes }) => viajes)
  const third = [{ no_ruta: 'RUTA-3', ...nameOf('RUTA-3', '2026-11-01') }]
  expect(viajesOf('choque')).toEqual([
    [
      { no_ruta: 'RUTA-1', ...first },
      { no_ruta: 'RUTA-2', ...second },
    ],
  ])
  expect([viajesOf('sin_cerrar'), viajesOf('incidente_abierto')]).toEqual([[third], [third]])
  expect(viajesOf('licencia')).toEqual([undefined])
  expect(await list('/api/avisos?viaje=si&clase=sin_cerrar')).toMatchObject([{ viajes: third }])
  for (const aviso of (await list('/api/avisos')) as object[]) expect(aviso).not.toHaveProperty('viajes')
  expect((await office.admin.get('/api/avisos?viaje=no')).status).toBe(400)
})

test('GET /api/bitacora: names the trip of its rows with viaje=si, as it is today', async () => {
  const { id, values } = await create('RUTA-7', { fecha: '2026-11-01' })
  const { admin } = office
  const ok = async (answer: ReturnType<typeof admin.post>) => expect((await answer).status).toBeLessThan(300)
  await ok(admin.post(`/api/rutas/${id}/incidentes`, { causa: 'Clima', desde: null }))
  const gasto = { tipo: 'gasto', concepto: 'Peaje', paga: 'piloto', monto: 25, fecha: '2026-11-02' }
  const paid = admin.post('/api/movimientos', { ...gasto, ruta_id: id, chofer_id: values.chofer_id })
  await ok(paid)
  await ok(admin.post(`/api/avisos/rutas-${id}/posponer`, { hasta: '2026-11-25', motivo: 'Ya se habló' }))
  await ok(admin.put(`/api/rutas/${id}`, { ...values, estado: 'Pendiente', destino: 'Flores' }))
  const { id: movimiento } = (await paid).body.data
  await ok(admin.put(`/api/movimientos/${movimiento}/estado`, { estado: 'anulado', motivo: 'Repetido' }))
  await ok(admin.delete(`/api/rutas/${id}`))

  const rows = (await list('/api/bitacora?viaje=si')) as { tipo: string; accion: string; viaje?: object }[]
  const viaje = { ...nameOf('RUTA-7', '2026-11-01'), destino: 'Flores' }
  const about = new Set(['rutas', 'incidentes', 'movimientos', 'avisos'])
  expect(rows.filter((row) => row.viaje).map(({ tipo, accion }) => `${tipo} ${accion}`)).toEqual([
    'rutas eliminar',
    'movimientos estado',
    'rutas editar',
    'avisos posponer',
    'movimientos crear',
    'incidentes crear',
    'rutas crear',
  ])
  for (const row of rows)
    expect([row.tipo, row.viaje]).toEqual([row.tipo, about.has(row.tipo) ? viaje : undefined])
  for (const row of (await list('/api/bitacora')) as object[]) expect(row).not.toHaveProperty('viaje')
})

test('GET /api/bitacora: names no trip in the row of a postponed notice about another record', async () => {
  const { id } = await create('RUTA-7', {})
  const chofer = await office.createRecord('choferes', { vencimiento: '2026-11-21' })
  const body = { hasta: '2026-11-25', motivo: 'Está en trámite' }
  expect((await office.admin.post(`/api/avisos/choferes-${chofer.id}/posponer`, body)).status).toBe(200)
  // Some trip has the pilot's id.
  for (let last = id; last < chofer.id; ) last = (await create(`RUTA-8${last}`, {})).id
  expect(await list('/api/bitacora?viaje=si&tipo=avisos')).toEqual([
    expect.not.objectContaining({ viaje: expect.anything() }),
  ])
})

test('GET /api/buscar: shows day, client and places of a trip', async () => {
  const { id } = await create('RUTA-7', {})
  expect((await list('/api/buscar?buscar=ruta-7')).rutas).toEqual([
    { id, texto: 'RUTA-7', detalle: '20/11/2026 · Maya RUTA-7 · Cobán → Quetzaltenango' },
  ])
})

const setTruckMode = (mode: 'avisar' | 'bloquear') =>
  office.admin.put('/api/ajustes', {
    modos: { CAMION_OCUPADO: mode, PILOTO_OCUPADO: 'callar', AYUDANTE_OCUPADO: 'callar' },
  })
/** Creates a trip of 8 hours, and the form of one that needs its truck an hour later. */
async function anOverlap() {
  expect((await setTruckMode('avisar')).status).toBe(200)
  const { id, values } = await create('RUTA-1', { fecha: '2026-11-27', hora: '06:00' })
  return { id, values, other: { ...values, no_ruta: 'RUTA-2', destino: 'Flores', hora: '07:00' } }
}
const overlap = { codigo: 'CAMION_OCUPADO', viaje: nameOf('RUTA-1', '2026-11-27') }
const named = [overlap]
const unnamed = [{ codigo: overlap.codigo }]
/** Returns code and name of each warning. */
const namesIn = (avisos: { codigo: string; viaje?: object }[]) =>
  avisos.map(({ codigo, viaje }) => ({ codigo, ...(viaje && { viaje }) }))

test('warnings of a saved trip: name the overlapping one with viaje=si, also of a rejected save', async () => {
  const { admin } = office
  const { id, values, other } = await anOverlap()
  const checked = async (query: string) =>
    namesIn((await admin.post(`/api/rutas/revision${query}`, other)).body.data.avisos)
  expect([await checked(''), await checked('?viaje=si')]).toEqual([unnamed, named])

  const created = await admin.post('/api/rutas?viaje=si', other)
  expect([created.status, namesIn(created.body.avisos)]).toEqual([201, named])
  const { id: second, version } = created.body.data
  const changes = { ...other, estado: 'Pendiente', hora: '08:00' }
  const put = (query: string, body: object) => admin.put(`/api/rutas/${second}${query}`, body)
  expect(namesIn((await put('?viaje=si', { ...changes, version })).body.avisos)).toEqual(named)
  expect(namesIn((await put('', changes)).body.avisos)).toEqual(unnamed)
  expect((await put('?viaje=no', changes)).status).toBe(400)

  await setTruckMode('bloquear')
  const refused = [
    await admin.post('/api/rutas?viaje=si', { ...other, no_ruta: 'RUTA-3' }),
    await put('?viaje=si', { ...changes, hora: '09:00' }),
  ]
  expect(refused.map(({ status, body }) => [status, namesIn(body.error.avisos)])).toEqual([
    [409, named],
    [409, named],
  ])
  // A trip without an overlap, and a warning that names no trip.
  await admin.delete(`/api/rutas/${second}`)
  const alone = await admin.put(`/api/rutas/${id}?viaje=si`, { ...values, estado: 'Pendiente' })
  expect([alone.status, alone.body.avisos]).toEqual([200, undefined])
  await admin.put(`/api/choferes/${values.chofer_id}`, { ...aChofer(), vencimiento: '2026-11-01' })
  const expired = await admin.put(`/api/rutas/${id}?viaje=si`, { ...values, estado: 'Pendiente' })
  expect(expired.body.avisos).toEqual([
    {
      codigo: 'LICENCIA_VENCIDA',
      gravedad: 'aviso',
      texto: expect.any(String),
      entidad: 'choferes',
      entidad_id: values.chofer_id,
    },
  ])
})

test('warnings of several changed or copied trips: name the overlapping one with viaje=si', async () => {
  const { admin } = office
  const { other } = await anOverlap()
  const { id: second } = (await admin.post('/api/rutas', { ...other, hora: '20:00' })).body.data
  const change = { rutas: [{ id: second }], cambios: { hora: '08:00' } }
  const planned = async (query: string, prueba: boolean) =>
    namesIn((await admin.patch(`/api/rutas/plan${query}`, { ...change, prueba })).body.data[0].avisos)
  expect([await planned('', true), await planned('?viaje=si', true)]).toEqual([unnamed, named])
  const { id: third } = (await admin.post('/api/rutas', { ...other, no_ruta: 'RUTA-3', fecha: '2026-11-25' }))
    .body.data
  const copied = (query: string, prueba: boolean) =>
    admin.post(`/api/rutas/copiar${query}`, { rutas: [third], fecha: '2026-11-27', prueba })
  expect(namesIn((await copied('', true)).body.data.rutas[0].avisos)).toEqual(unnamed)
  expect(namesIn((await copied('?viaje=si', true)).body.data.rutas[0].avisos)).toEqual(named)
  const repeated = (query: string) =>
    admin.post(`/api/rutas/${third}/repetir${query}`, { fechas: ['2026-11-27'] })

  await setTruckMode('bloquear')
  const plan = (await admin.patch('/api/rutas/plan?viaje=si', change)).body.data[0]
  expect([plan.ok, namesIn(plan.avisos)]).toEqual([false, named])
  for (const rejected of [await copied('?viaje=si', false), await repeated('?viaje=si')])
    expect([rejected.status, namesIn(rejected.body.error.avisos)]).toEqual([409, named])

  await setTruckMode('avisar')
  expect(namesIn((await repeated('')).body.avisos)).toEqual(unnamed)
  expect(namesIn((await repeated('?viaje=si')).body.avisos)).toEqual(named)
  expect(await planned('?viaje=si', false)).toEqual(named)
  expect(namesIn((await copied('?viaje=si', false)).body.avisos)).toEqual(named)
})

test('GET /api/disponibles: names the trip of a busy record with viaje=si', async () => {
  const { values } = await anOverlap()
  const free = await office.createRecord('choferes', {})
  const busy = { libre: false, no_ruta: 'RUTA-1', hasta: '2026-11-27T20:00:00.000Z' }
  for (const query of ['', '&buscar=a', '&porPagina=5']) {
    const plain = await list(`/api/disponibles?fecha=2026-11-27&hora=08:00${query}`)
    const found = await list(`/api/disponibles?fecha=2026-11-27&hora=08:00${query}&viaje=si`)
    const of = (rows: { id: number }[], id: number) => rows.find((row) => row.id === id)
    for (const [kind, id] of [
      ['camiones', values.camion_id],
      ['choferes', values.chofer_id],
      ['ayudantes', values.ayudante_id],
    ] as const) {
      if (query === '&buscar=a' && !of(plain[kind], id)) continue
      expect(of(plain[kind], id)).toEqual({ id, nombre: expect.any(String), ...busy })
      expect(of(found[kind], id)).toEqual({ ...of(plain[kind], id), viaje: nameOf('RUTA-1', '2026-11-27') })
    }
    expect(of(found.choferes, free.id)).not.toHaveProperty('viaje')
  }
})
