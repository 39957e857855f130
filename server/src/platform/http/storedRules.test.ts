import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion, aPersona } from '../../test/factories.ts'
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
