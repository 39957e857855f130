import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion, aChofer, aPersona, aRuta } from '../../test/factories.ts'
import { csv, listErrors, previewImport, runImport } from '../../test/importar.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'

// Facts that a file lacks, companies, and the unit numbers of trucks.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const sin = (...campos: string[]) => ({ sin: JSON.stringify(campos) })
const everyFact = sin('telefono', 'tipo_licencia', 'vencimiento')

async function findOne(tipo: string, buscar: string) {
  const { body } = await office.admin.get(`/api/${tipo}?buscar=${encodeURIComponent(buscar)}`)
  expect(body.data).toHaveLength(1)
  return body.data[0]
}
async function missingLines(entidad: string, id: number) {
  const { body } = await office.admin.get(`/api/documentos?entidad=${entidad}&entidad_id=${id}&estado=falta`)
  return body.data.filter(({ tipo_id }: { tipo_id: unknown }) => tipo_id === null)
}

test('POST /api/importar/choferes: sin stores null, which is Falta until the form demands it', async () => {
  const { admin } = office
  const sheet = csv(['Piloto', 'Licencia'], ["Ana O'Hara", ''], ['Luis Tzoc', 'B'])
  expect((await previewImport(admin, 'choferes', sheet)).faltan).toEqual(['telefono', 'vencimiento'])
  expect(await previewImport(admin, 'choferes', sheet, everyFact)).toMatchObject({ faltan: [], nuevas: 2 })
  expect(
    listErrors((await previewImport(admin, 'choferes', sheet, sin('telefono', 'vencimiento'))).detalle),
  ).toEqual([[2, 'B', 'tipo_licencia', expect.any(String)]])
  const { status } = await runImport(admin, 'choferes', sheet, everyFact)
  expect(status).toBe(201)
  const ana = await findOne('choferes', "Ana O'Hara")
  expect(ana).toMatchObject({ telefono: null, tipo_licencia: null, vencimiento: null })
  const lines = await missingLines('choferes', ana.id)
  expect(lines.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
    'Licencia',
    'Teléfono',
    'Tipo de Licencia',
  ])
  expect(lines[0]).toMatchObject({ id: null, vence: null, estado: 'falta', nombre: "Ana O'Hara" })
  const all = await admin.get('/api/documentos?estado=falta&porPagina=100')
  expect(all.body.data).toHaveLength(all.body.paginacion.total)
  const { telefono: _, ...withoutTelefono } = aChofer({ nombre: 'Ana', apellido: "O'Hara" })
  const edited = await admin.put(`/api/choferes/${ana.id}`, { ...withoutTelefono, version: ana.version })
  expect([edited.status, Object.keys(edited.body.error.campos)]).toEqual([400, ['telefono']])
  const whole = aChofer({ nombre: 'Ana', apellido: "O'Hara" })
  expect((await admin.put(`/api/choferes/${ana.id}`, { ...whole, version: ana.version })).status).toBe(200)
  expect(await missingLines('choferes', ana.id)).toEqual([])
})

test('POST /api/importar/choferes: sin with actualizar keeps what is stored, and judges a value', async () => {
  const { admin } = office
  await admin.post('/api/choferes', aChofer({ nombre: 'Rosa', apellido: 'Cux', telefono: '5555-0001' }))
  const sheet = csv(['Piloto', 'Teléfono', 'Licencia', 'Vence'], ['Rosa Cux', '', 'C', '31/12/2030'])
  const update = { duplicados: 'actualizar', ...everyFact }
  expect(await previewImport(admin, 'choferes', sheet, update)).toMatchObject({ cambiadas: 1 })
  await runImport(admin, 'choferes', sheet, update)
  expect(await findOne('choferes', 'Rosa Cux')).toMatchObject({ telefono: '5555-0001', tipo_licencia: 'C' })
  const wrong = csv(['Piloto', 'Vence'], ['Rosa Cux', '31/02/2030'])
  expect(listErrors((await previewImport(admin, 'choferes', wrong, update)).detalle)).toEqual([
    [2, 'B', 'vencimiento', expect.any(String)],
  ])
})

test('POST /api/importar/clientes: a company has no apellido, and nothing prints one for it', async () => {
  const { admin, references } = office
  const { status } = await runImport(admin, 'clientes', csv(['Cliente', 'Tel'], ['Cemex', '2222-3333']))
  expect(status).toBe(201)
  const cemex = await findOne('clientes', 'cemex')
  expect(cemex).toMatchObject({ nombre: 'Cemex', apellido: null })
  const parts = csv(['Nombre', 'Apellido', 'Tel'], ['Grupo Sur', '', '2222-3333'])
  expect(await previewImport(admin, 'clientes', parts)).toMatchObject({ errores: 1 })
  expect(await previewImport(admin, 'clientes', parts, sin('apellido'))).toMatchObject({ nuevas: 1 })
  expect((await previewImport(admin, 'clientes', csv(['Cliente', 'Tel'], ['CEMEX', '1']))).errores).toBe(1)
  const { body } = await admin.post('/api/rutas', aRuta({ ...references, cliente_id: cemex.id }))
  expect(body.data).toMatchObject({ cliente_nombre: 'Cemex', cliente_apellido: null })
  const board = await admin.get(`/api/tablero?fecha=${body.data.fecha}`)
  expect(JSON.stringify(board.body.data)).toContain('"cliente":"Cemex"')
  const edited = await admin.put(`/api/clientes/${cemex.id}`, { nombre: 'Cemex', telefono: '1', version: 1 })
  expect(edited.status).toBe(400)
})

const truckTitles = ['Unidad', 'Placa', 'Marca', 'Tipo']
const everyTruckFact = sin('modelo', 'color', 'tarjeta_circulacion')

test('POST /api/importar/camiones: unit numbers are unique, and name the truck of a trip', async () => {
  const { admin, references } = office
  const sheet = csv(
    truckTitles,
    ['T-01', 'C-201BBB', 'Kenworth', 'Cabezal'],
    ['t 01', 'C-202BBB', 'Mack', 'Cabezal'],
  )
  expect(listErrors((await previewImport(admin, 'camiones', sheet, everyTruckFact)).detalle)).toEqual([
    [3, null, null, 'El número de unidad ya existe'],
  ])
  expect(
    (await runImport(admin, 'camiones', sheet, { ...everyTruckFact, omitir_errores: 'si' })).status,
  ).toBe(201)
  const truck = await findOne('camiones', 't-01')
  expect(truck).toMatchObject({ placa: 'C-201BBB', numero_unidad: 'T-01', modelo: null, color: null })
  expect((await missingLines('camiones', truck.id)).map(({ tipo }: { tipo: string }) => tipo)).toEqual([
    'Color',
    'Modelo',
    'Tarjeta de circulación',
  ])
  const board = await admin.get('/api/tablero')
  expect(board.body.data.camiones).toContainEqual(
    expect.objectContaining({ id: truck.id, numero_unidad: 'T-01' }),
  )
  const twin = await admin.post('/api/camiones', aCamion({ placa: 'C-203BBB', numero_unidad: 'T01' }))
  expect([twin.status, twin.body.message]).toEqual([409, 'El número de unidad ya existe'])
  const long = await admin.post(
    '/api/camiones',
    aCamion({ placa: 'C-203BBB', numero_unidad: 'x'.repeat(21) }),
  )
  expect(Object.keys(long.body.error.campos)).toEqual(['numero_unidad'])

  await admin.post('/api/clientes', aPersona({ nombre: 'Unidad', apellido: 'Cliente Uno' }))
  const { body: chofer } = await admin.get(`/api/choferes/${references.chofer_id}`)
  const trip = csv(
    ['Fecha', 'Cliente', 'Servicio', 'Carga', 'Placa', 'Piloto', 'Origen', 'Destino', 'Precio'],
    [
      '03/04/2026',
      'Unidad Cliente Uno',
      'Flete',
      'Café',
      't01',
      `${chofer.data.nombre} ${chofer.data.apellido}`,
      'Guatemala',
      'Cobán',
      '100',
    ],
  )
  const preview = await previewImport(admin, 'rutas', trip)
  expect(preview).toMatchObject({ nuevas: 1, desconocidos: [] })
  expect(preview.vista[0].valores.placa).toBe('C-201BBB')
  expect((await runImport(admin, 'rutas', trip)).status).toBe(201)
  const exported = await runImport(
    admin,
    'camiones',
    csv(truckTitles, ['T-02', 'C-201BBB', 'Kenworth', 'Cabezal']),
    { ...everyTruckFact, duplicados: 'actualizar' },
  )
  expect(exported.body.data).toMatchObject({ cambiadas: 1 })
  expect(await findOne('camiones', 'T-02')).toMatchObject({ placa: 'C-201BBB' })
})

test.each(['unidad', 'No. de unidad', 'Número económico', 'economico', 'Eco'])(
  'POST /api/importar/camiones: reads %s as numero_unidad',
  async (title) => {
    const { columnas } = await previewImport(office.admin, 'camiones', csv(['Placa', title], ['C-1', '12']))
    expect(columnas[1].campo).toBe('numero_unidad')
  },
)

test('POST /api/importar/camiones: actualizar needs only the plate, and absent columns stay', async () => {
  const { admin } = office
  await admin.post('/api/camiones', aCamion({ placa: 'C-301BBB', color: 'Rojo', marca: 'Mack' }))
  const update = { duplicados: 'actualizar' }
  const sheet = csv(['Placa', 'Color'], ['C-301BBB', 'Azul'], ['C-399BBB', 'Azul'])
  const preview = await previewImport(admin, 'camiones', sheet, update)
  expect(preview).toMatchObject({ faltan: [], cambiadas: 1, errores: 1 })
  expect(preview.vista[0]).toMatchObject({
    accion: 'cambiada',
    valores: { color: 'Azul' },
    antes: { color: 'Rojo' },
  })
  expect(listErrors(preview.detalle)[0]).toEqual([3, null, 'marca', expect.any(String)])
  await runImport(admin, 'camiones', csv(['Placa', 'Color'], ['C-301BBB', 'Azul']), update)
  expect(await findOne('camiones', 'C-301BBB')).toMatchObject({ color: 'Azul', marca: 'Mack' })
  expect((await previewImport(admin, 'camiones', csv(['Color'], ['Azul']), update)).faltan).toEqual(['placa'])
})

test('POST /api/importar/clientes: marks a row when its record changed after the file', async () => {
  const { admin } = office
  await admin.post('/api/clientes', aPersona({ nombre: 'Tela', apellido: 'Fina', telefono: '2222-0001' }))
  await admin.post('/api/clientes', aPersona({ nombre: 'Tela', apellido: 'Gruesa', telefono: '2222-0002' }))
  const sheet = csv(['Cliente', 'Tel'], ['Tela Fina', '2222-9999'], ['Tela Gruesa', '2222-0002'])
  const previewOf = async (fecha: string) =>
    (await previewImport(admin, 'clientes', sheet, { duplicados: 'actualizar', fecha_archivo: fecha })).vista
  const [changed, same] = await previewOf('2020-01-01T00:00:00Z')
  expect(changed).toMatchObject({ accion: 'cambiada', antes: { telefono: '2222-0001' } })
  expect(Object.keys(changed.cambio)).toEqual(['usuario', 'en'])
  expect(Date.parse(changed.cambio.en)).toBeGreaterThan(0)
  expect([same.accion, 'antes' in same, 'cambio' in same]).toEqual(['igual', false, false])
  const [later] = await previewOf('2099-01-01T00:00:00Z')
  expect('cambio' in later).toBe(false)
  const without = await previewImport(admin, 'clientes', sheet, { duplicados: 'actualizar' })
  expect('cambio' in without.vista[0]).toBe(false)
})

test('POST /api/importar/tarifas: actualizar without a price keeps it, and needs it for a new one', async () => {
  const { admin } = office
  const tarifa = { origen: 'Guatemala', destino: 'Cobán', servicio: 'Flete', vigente_desde: '2026-01-01' }
  const { status } = await admin.post('/api/tarifas', { ...tarifa, precio: '900.55' })
  expect(status).toBe(201)
  const row = ['Guatemala', 'Cobán', 'Flete', '01/01/2026', '30/06/2026']
  const titles = ['Origen', 'Destino', 'Servicio', 'Vigente desde', 'Vigente hasta']
  const sheet = csv(titles, row, ['Guatemala', 'Jalapa', ...row.slice(2)])
  const preview = await previewImport(admin, 'tarifas', sheet, { duplicados: 'actualizar' })
  expect(preview.vista[0]).toMatchObject({ accion: 'cambiada', antes: { vigente_hasta: null } })
  expect(listErrors(preview.detalle)).toEqual([[3, null, 'precio', 'Este campo es obligatorio.']])
  expect((await runImport(admin, 'tarifas', csv(titles, row), { duplicados: 'actualizar' })).status).toBe(201)
  const { body } = await admin.get('/api/tarifas')
  expect(body.data[0]).toMatchObject({ precio: 900.55, vigente_hasta: '2026-06-30' })
})
