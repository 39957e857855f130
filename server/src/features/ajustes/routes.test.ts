import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { expectConflict, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

const codigos = [
  'CAMION_OCUPADO',
  'PILOTO_OCUPADO',
  'AYUDANTE_OCUPADO',
  'LICENCIA_VENCIDA',
  'DOCUMENTO_VENCIDO',
  'CAMION_EN_TALLER',
  'MANTENIMIENTO_VENCIDO',
  'RESTRICCION',
]
const defaults = {
  nombre: 'Transportes',
  logo: null,
  nit: null,
  direccion: null,
  telefono: null,
  duracion_viaje_min: 480,
  hora_es: 'salida',
  subida_diaria_mb: 500,
  cambios_diarios_piloto: 2000,
  cambios_diarios: 20_000,
  segundo_factor: 'nadie',
  facturar_desde: null,
  regimen_isr: 'utilidades',
  papel: 'a4',
  precios_incluyen_iva: true,
  programa: '0.0.0-prueba',
  modos: Object.fromEntries(codigos.map((codigo) => [codigo, 'avisar'])),
}

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as({ username: 'ana' })
})
afterAll(() => server.close())

const resetBody = {
  nombre: null,
  logo: null,
  papel: null,
  precios_incluyen_iva: null,
  nit: null,
  direccion: null,
  telefono: null,
  duracion_viaje_min: null,
  hora_es: null,
  subida_diaria_mb: null,
  cambios_diarios_piloto: null,
  cambios_diarios: null,
  segundo_factor: null,
  facturar_desde: null,
  regimen_isr: null,
  modos: null,
}
beforeEach(async () => {
  await admin.put('/api/ajustes', resetBody)
})

const read = async () => (await admin.get('/api/ajustes')).body.data
const put = (body: unknown) => admin.put('/api/ajustes', body)

test('GET /api/ajustes: returns the defaults', async () => {
  const fresh = await testApp()
  const { status, body } = await (await fresh.as()).get('/api/ajustes')
  await fresh.close()
  expect([status, body.data]).toEqual([200, { ...defaults, version: 1 }])
})

test('PUT /api/ajustes: changes the sent fields, a modo by its code, and returns all', async () => {
  const { version } = await read()
  const first = await put({ nit: ' 1234567-8 ', duracion_viaje_min: 600, modos: { RESTRICCION: 'bloquear' } })
  expect([first.status, first.body.message]).toEqual([200, 'Ajustes guardados exitosamente'])
  const second = await put({
    hora_es: 'llegada',
    programa: '9.9.9',
    modos: { CAMION_OCUPADO: 'callar', OTRO: 'bloquear' },
  })
  expect(second.body.data).toEqual({
    ...defaults,
    nit: '1234567-8',
    duracion_viaje_min: 600,
    hora_es: 'llegada',
    modos: { ...defaults.modos, RESTRICCION: 'bloquear', CAMION_OCUPADO: 'callar' },
    version: version + 2,
  })
  expect(await read()).toEqual(second.body.data)
})

test('PUT /api/ajustes: null and "" restore the default, of one modo and of all', async () => {
  await put({
    nombre: 'Otra',
    papel: 'carta',
    precios_incluyen_iva: false,
    nit: '1',
    telefono: '2',
    hora_es: 'llegada',
    subida_diaria_mb: 40,
    facturar_desde: '2026-11-01',
    regimen_isr: 'simplificado',
    modos: { RESTRICCION: 'callar' },
  })
  const { body } = await put({
    nombre: '',
    papel: '',
    precios_incluyen_iva: null,
    nit: '',
    telefono: null,
    hora_es: '',
    duracion_viaje_min: '',
    subida_diaria_mb: '',
    facturar_desde: '',
    regimen_isr: '',
    modos: { RESTRICCION: null },
  })
  expect(body.data).toMatchObject(defaults)
  await put({ modos: { CAMION_OCUPADO: 'bloquear', RESTRICCION: 'callar' } })
  expect((await put({ modos: '' })).body.data).toMatchObject(defaults)
})

test.each([
  { nombre: 'x'.repeat(101) },
  { nombre: '\u200b' },
  { papel: 'oficio' },
  { precios_incluyen_iva: 'si' },
  { nit: 'x'.repeat(21) },
  { direccion: 'x'.repeat(201) },
  { telefono: 'x'.repeat(31) },
  { duracion_viaje_min: 0 },
  { duracion_viaje_min: 20_161 },
  { duracion_viaje_min: 90.5 },
  { duracion_viaje_min: '480' },
  { subida_diaria_mb: 9 },
  { subida_diaria_mb: 100_001 },
  { subida_diaria_mb: 50.5 },
  { subida_diaria_mb: '500' },
  { cambios_diarios_piloto: 99 },
  { cambios_diarios: 1_000_001 },
  { facturar_desde: '2026-02-30' },
  { facturar_desde: 20_261_101 },
  { regimen_isr: 'Simplificado' },
  { hora_es: 'Salida' },
  { modos: { RESTRICCION: 'nunca' } },
  { modos: [] },
  { modos: 'avisar' },
])('PUT /api/ajustes: returns 400 for %j', async (body) => {
  const before = await read()
  expect(invalidCamposOf(await put(body))).toEqual(Object.keys(body))
  expect(await read()).toEqual(before)
})

test('PUT /api/ajustes: accepts the limits', async () => {
  for (const body of [
    { nombre: 'Ñ'.repeat(100), papel: 'carta', precios_incluyen_iva: false },
    { duracion_viaje_min: 1 },
    { duracion_viaje_min: 20_160 },
    { facturar_desde: '2026-11-01', regimen_isr: 'simplificado' },
    { subida_diaria_mb: 10 },
    { subida_diaria_mb: 100_000 },
    { nit: 'Ñ'.repeat(20), direccion: 'x'.repeat(200), telefono: 'x'.repeat(30) },
  ])
    expect((await put(body)).body.data).toMatchObject(body)
})

test('PUT /api/ajustes: returns 409 for a stale version and writes nothing', async () => {
  const { version } = await read()
  expect((await put({ nit: '1', version })).status).toBe(200)
  const { body: before } = await admin.get('/api/ajustes')
  expectConflict(await put({ nit: '2', version }), staleMessage)
  expect(await read()).toEqual(before.data)
})

test('audit log: has one row with the changed settings', async () => {
  const rows = () =>
    many<{ cambios: unknown }>(
      server.db,
      sql`select accion, registro_id, nombre, usuario, cambios, motivo from bitacora where tipo = 'ajustes' order by id`,
    )
  const before = (await rows()).length
  await put({
    nombre: "Fletes O'Brien",
    papel: 'carta',
    precios_incluyen_iva: false,
    nit: '1',
    facturar_desde: '2026-11-01',
    regimen_isr: 'simplificado',
    modos: { RESTRICCION: 'callar', CAMION_OCUPADO: 'avisar' },
  })
  await put({ nit: '1' })
  await put({})
  expect((await rows()).slice(before)).toEqual([
    {
      accion: 'editar',
      registro_id: null,
      nombre: null,
      usuario: 'ana',
      cambios: {
        nombre: [null, "Fletes O'Brien"],
        papel: ['a4', 'carta'],
        precios_incluyen_iva: [true, false],
        nit: [null, '1'],
        facturar_desde: [null, '2026-11-01'],
        regimen_isr: ['utilidades', 'simplificado'],
        'modos.RESTRICCION': ['avisar', 'callar'],
      },
      motivo: null,
    },
  ])
})
