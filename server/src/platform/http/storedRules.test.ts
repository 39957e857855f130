import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion, aPersona } from '../../test/factories.ts'
import { csv, listErrors, previewImport } from '../../test/importar.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { run, sql } from '../db/sql.ts'

// Rules for new values: a stored value that breaks one stays readable and may be kept.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const letters = 'Usa solo letras y números.'
const unstorable = 'El texto tiene un carácter que no se puede guardar.'

test.each([
  ['placa', 'С-123BCD'],
  ['placa', 'C-123ΒCD'],
  ['placa', 'c-123вcd'],
])('POST and PUT /api/camiones: refuse the look-alikes of %s %j', async (campo, placa) => {
  const made = await office.admin.post('/api/camiones', aCamion({ placa }))
  expect([made.status, made.body.error.campos]).toEqual([400, { [campo]: letters }])
  const { id } = (await office.admin.post('/api/camiones', aCamion())).body.data
  const changed = await office.admin.put(`/api/camiones/${id}`, { ...aCamion({ placa }), marca: '' })
  expect([changed.status, changed.body.error.campos]).toEqual([
    400,
    { placa: letters, marca: 'Este campo es obligatorio.' },
  ])
})

test('PUT /api/camiones/:id: keeps a stored plate with look-alikes when the rest changes', async () => {
  const { id } = (await office.admin.post('/api/camiones', aCamion())).body.data
  await run(office.server.db, sql`update camiones set placa = 'С-900BCD' where id = ${id}`)
  const put = (placa: string) => office.admin.put(`/api/camiones/${id}`, aCamion({ placa, marca: 'Otra' }))
  const kept = await put('С-900BCD')
  expect([kept.status, kept.body.data.placa, kept.body.data.marca]).toEqual([200, 'С-900BCD', 'Otra'])
  expect((await put('С-901BCD')).body.error.campos).toEqual({ placa: letters })
  expect((await put('C-901BCD')).status).toBe(200)
})

test('POST /api/rutas: refuses look-alikes in the number and private-use characters in a name', async () => {
  for (const [changes, campos] of [
    [{ no_ruta: 'RUТA-1' }, { no_ruta: letters }],
    [{ cliente_id: null, cliente: 'Ana \ue000' }, { cliente: unstorable }],
  ]) {
    const { status, body } = await office.post(changes)
    expect([status, body.error.campos]).toEqual([400, campos])
  }
})

test('PUT /api/rutas/:id: keeps a stored number with look-alikes when the rest changes', async () => {
  const { id } = await office.create()
  await run(office.server.db, sql`update rutas set no_ruta = 'RUТA-1' where id = ${id}`)
  const stored = (await office.admin.get(`/api/rutas/${id}`)).body.data
  const put = (changes: object) => office.admin.put(`/api/rutas/${id}`, { ...stored, ...changes })
  const kept = await put({ servicio: 'Otro' })
  expect([kept.status, kept.body.data.servicio, kept.body.data.no_ruta]).toEqual([200, 'Otro', 'RUТA-1'])
  const changed = await put({ version: kept.body.data.version, no_ruta: 'RUТA-2' })
  expect([changed.status, changed.body.error.campos]).toEqual([400, { no_ruta: letters }])
})

const outOfYears = 'La fecha debe estar entre 2000 y 2100.'

test.each(['0001-01-01', '1999-12-31', '2101-01-01', '9999-12-31'])(
  'trip on %s: is refused by POST, PUT, repetir and imports',
  async (fecha) => {
    const made = await office.post({ fecha, servicio: '' })
    const campos = { fecha: outOfYears, servicio: 'Este campo es obligatorio.' }
    expect([made.status, made.body.error.campos]).toEqual([400, campos])
    const ruta = await office.create()
    const changed = await office.put(ruta.id, { no_ruta: ruta.no_ruta, fecha, servicio: '' })
    expect([changed.status, changed.body.error.campos]).toEqual([400, campos])
    const repeated = await office.admin.post(`/api/rutas/${ruta.id}/repetir`, {
      fechas: ['2026-11-20', fecha],
    })
    expect([repeated.status, repeated.body.error.campos]).toEqual([400, { fechas: outOfYears }])
    const titles = ['Fecha', 'Cliente', 'Servicio', 'Carga', 'Placa', 'Piloto', 'Origen', 'Destino', 'Precio']
    const day = fecha.split('-').toReversed().join('/')
    const { detalle } = await previewImport(office.admin, 'rutas', csv(titles, [day, ...titles.slice(1)]))
    expect(listErrors(detalle)).toContainEqual([2, 'A', 'fecha', outOfYears])
  },
)

test.each(['2000-01-01', '2100-12-31'])('trip on %s: is accepted', async (fecha) => {
  const { id } = await office.create({ fecha })
  const repeated = await office.admin.post(`/api/rutas/${id}/repetir`, { fechas: [fecha] })
  expect([repeated.status, repeated.body.data.rutas[0].fecha]).toEqual([201, fecha])
})

test('PUT /api/rutas/:id: keeps a stored date of another year when the rest changes', async () => {
  const { id } = await office.create()
  await run(office.server.db, sql`update rutas set fecha = '1931-05-06' where id = ${id}`)
  const stored = (await office.admin.get(`/api/rutas/${id}`)).body.data
  const put = (changes: object) => office.admin.put(`/api/rutas/${id}`, { ...stored, ...changes })
  const kept = await put({ servicio: 'Otro' })
  expect([kept.status, kept.body.data.servicio, kept.body.data.fecha]).toEqual([200, 'Otro', '1931-05-06'])
  const { version } = kept.body.data
  expect((await put({ version, fecha: '1931-05-07' })).body.error.campos).toEqual({ fecha: outOfYears })
  expect((await put({ version, fecha: '2026-05-07' })).status).toBe(200)
})

test.each(['choferes', 'ayudantes', 'clientes'])(
  'POST and PUT /api/%s: refuse private-use characters in new names',
  async (tipo) => {
    const person = {
      ...aPersona(),
      ...(tipo === 'choferes' && { tipo_licencia: 'A', vencimiento: '2030-01-01' }),
    }
    const made = await office.admin.post(`/api/${tipo}`, { ...person, nombre: 'Ana\ue000' })
    expect([made.status, made.body.error.campos]).toEqual([400, { nombre: unstorable }])
    const { id } = (await office.admin.post(`/api/${tipo}`, person)).body.data
    const changed = await office.admin.put(`/api/${tipo}/${id}`, { ...person, apellido: 'Paz\u{f0000}' })
    expect([changed.status, changed.body.error.campos]).toEqual([400, { apellido: unstorable }])
  },
)
