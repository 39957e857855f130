import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCatalogue, valuesOf } from '../test/catalogueValues.ts'
import { aMantenimiento } from '../test/mantenimientos.ts'
import { type Office, openOffice } from '../test/rutaForm.ts'
import { aUsuario } from '../test/usuarios.ts'

// While nobody has touched a setting, the calls of the specification answer what they answered before there were
// papers, checks and a log (contract.md section 9); a route alone has a key more.

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const meta = ['id', 'version', 'creado_en', 'actualizado_en']
const persona = ['nombre', 'apellido', 'telefono', ...meta]
const records: Record<string, string[]> = {
  choferes: [...persona, 'tipo_licencia', 'vencimiento', 'username', 'rol_nombre'],
  ayudantes: persona,
  clientes: [...persona, 'rutas_asignadas'],
  camiones: ['placa', 'marca', 'modelo', 'color', 'tipo', 'tarjeta_circulacion', ...meta],
}
const words = (text: string) => text.trim().split(/\s+/)
const ruta = [
  ...meta,
  ...words(`no_ruta cliente_id servicio mercaderia camion_id combustible origen destino chofer_id ayudante_id fecha hora
    precio comentario estado cliente_nombre cliente_apellido camion_placa camion_marca camion_modelo piloto_nombre
    piloto_apellido ayudante_nombre ayudante_apellido`),
]
const mantenimiento = [
  ...meta,
  ...words(
    `camion_id camion tipo descripcion fecha_programada fecha_realizada kilometraje costo taller estado`,
  ),
]
const usuario = ['username', 'rol_id', 'rol_nombre', 'estado', 'piloto_id', 'permisos', ...meta]

const keys = (value: object) => Object.keys(value).toSorted()
const one = ['success', 'message', 'data'].toSorted()
const page = ['success', 'message', 'data', 'count', 'paginacion'].toSorted()

/** Makes, reads and replaces a record. @returns its keys in each answer */
async function walked(path: string, form: () => object, change = form()) {
  const made = await office.admin.post(path, form())
  expect([made.status, keys(made.body)]).toEqual([201, one])
  const { id } = made.body.data
  const read = await office.admin.get(`${path}/${id}`)
  const replaced = await office.admin.put(`${path}/${id}`, change)
  for (const { status, body } of [read, replaced]) expect([status, keys(body)]).toEqual([200, one])
  return [made, read, replaced].map(({ body }) => keys(body.data))
}

const firstOf = async (path: string) => {
  const { body } = await office.admin.get(`${path}?porPagina=1`)
  expect(keys(body)).toEqual(page)
  return keys(body.data[0])
}

test.each(everyCatalogue)('$name', async (catalogue) => {
  const expected = records[catalogue.name]?.toSorted()
  const path = `/api/${catalogue.name}`
  for (const told of await walked(path, () => valuesOf(catalogue))) expect(told).toEqual(expected)
  expect(await firstOf(path)).toEqual(expected)
})

test('a route: a list as before, alone with what a form has more', async () => {
  const { estado: _none, ...form } = (await office.create({ estado: 'Pendiente' })) as Record<string, unknown>
  const numbered = () => ({ ...form, no_ruta: crypto.randomUUID().slice(0, 30), fecha: '2027-03-01' })
  const answers = await walked('/api/rutas', numbered, {
    ...numbered(),
    fecha: '2027-03-09',
    estado: 'Pendiente',
    version: null,
  })
  for (const told of answers) expect(told).toEqual([...ruta, 'duracion_min'].toSorted())
  expect(await firstOf('/api/rutas')).toEqual(ruta.toSorted())
  const { body } = await office.admin.get('/api/rutas/recientes')
  expect(keys(body.data)).toEqual(['hoy', 'rutasPorFecha'])
})

test('a maintenance, which is a bare array, and a user', async () => {
  const form = () => aMantenimiento(office.references.camion_id)
  for (const told of await walked('/api/mantenimientos', form)) expect(told).toEqual(mantenimiento.toSorted())
  const list = (await office.admin.get('/api/mantenimientos')).body
  expect([Array.isArray(list), keys(list[0])]).toEqual([true, mantenimiento.toSorted()])
  for (const told of await walked('/api/usuarios', aUsuario, { estado: 'inactivo' }))
    expect(told).toEqual(usuario.toSorted())
  expect(await firstOf('/api/usuarios')).toEqual(usuario.toSorted())
})
