import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCatalogue, valuesOf } from '../../test/catalogueValues.ts'
import { aCamion, aChofer, aPersona } from '../../test/factories.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { aUser, userPassword } from '../../test/users.ts'
import { aUsuario } from '../../test/usuarios.ts'

// With default settings every call returns exactly the documented keys.

let office: RutaOffice
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
  camiones: ['placa', 'marca', 'modelo', 'color', 'tipo', 'tarjeta_circulacion', 'numero_unidad', ...meta],
}
const words = (text: string) => text.trim().split(/\s+/)
/** Keys that only a single route has. */
const alone = ['duracion_min', 'inicio', 'fin', 'modificado_por']
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

/** Creates, reads and updates a record. @returns the keys of each response */
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

test.each(everyCatalogue)('$name: returns the documented keys', async (catalogue) => {
  const expected = records[catalogue.name]?.toSorted()
  const path = `/api/${catalogue.name}`
  for (const keys of await walked(path, () => valuesOf(catalogue))) expect(keys).toEqual(expected)
  expect(await firstOf(path)).toEqual(expected)
})

test('rutas: a list has the documented keys, a single one also those of its form', async () => {
  const { estado: _none, ...form } = (await office.create({ estado: 'Pendiente' })) as Record<string, unknown>
  const numbered = () => ({ ...form, no_ruta: crypto.randomUUID().slice(0, 30), fecha: '2027-03-01' })
  const answers = await walked('/api/rutas', numbered, {
    ...numbered(),
    fecha: '2027-03-09',
    estado: 'Pendiente',
    version: null,
  })
  for (const keys of answers) expect(keys).toEqual([...ruta, ...alone].toSorted())
  expect(await firstOf('/api/rutas')).toEqual(ruta.toSorted())
  const { body } = await office.admin.get('/api/rutas/recientes')
  expect(keys(body.data)).toEqual(['hoy', 'rutasPorFecha'])
})

test('mantenimientos and usuarios: return the documented keys', async () => {
  const form = () => aMantenimiento(office.references.camion_id)
  for (const keys of await walked('/api/mantenimientos', form))
    expect(keys).toEqual([...mantenimiento, 'plan_id', 'lineas'].toSorted())
  const list = (await office.admin.get('/api/mantenimientos')).body
  expect([Array.isArray(list), keys(list[0])]).toEqual([true, mantenimiento.toSorted()])
  for (const keys of await walked('/api/usuarios', aUsuario, { estado: 'inactivo' }))
    expect(keys).toEqual([...usuario, 'permisos_dinero', 'segundo_factor'].toSorted())
  expect(await firstOf('/api/usuarios')).toEqual(usuario.toSorted())
})

/** Returns all keys by path, such as `data[].id`. Looks only at a list's first row. */
function paths(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [`${at}[]`] : paths(value[0], `${at}[]`)
  if (value === null || typeof value !== 'object') return [at]
  return Object.entries(value).flatMap(([key, each]) => paths(each, at ? `${at}.${key}` : key))
}
const under = (at: string, names: string[]) => names.map((name) => `${at}.${name}`)
const envelope = ['success', 'message']
const done = [...envelope, 'data']
const record = (names: string[]) => [...envelope, ...under('data', names)]
const rows = (names: string[]) => [...envelope, ...under('data[]', names)]
const paginacion = under('paginacion', words('pagina porPagina total paginas'))
const pageOf = (names: string[]) => [...rows(names), 'count', ...paginacion]
const routesOf = (names: string[]) => [...pageOf(names), 'paginacion.exacto']
const usuarioKeys = usuario.flatMap((key) => (key === 'permisos' ? ['permisos[]'] : [key]))
const sesion = words(
  'user.id user.username user.rol_id user.rol_nombre user.estado user.piloto_id permissions[] permissions_dinero[]',
)
const periodo = words(`periodo total_rutas rutas_pendientes rutas_en_curso rutas_entregadas rutas_incidentes
  ingresos_totales`)
const dia = (resumen: string[], names: string[]) => [
  ...envelope,
  'data.hoy',
  'data.rutasPorFecha[].fecha',
  ...under('data.rutasPorFecha[].resumen', resumen),
  ...under('data.rutasPorFecha[].rutas[]', names),
]
const estados = words('total pendientes en_curso entregadas incidentes')
const historial = words(
  'id ruta_id estado_anterior estado_nuevo comentario usuario fecha hora_dispositivo hecho_en dudosa',
)
const ofPilot = ruta.filter((key) => key !== 'precio')
const hits = words('rutas clientes choferes ayudantes camiones').flatMap((key) =>
  under(`${key}[]`, words('id texto detalle')),
)

/** Creates one record of each kind. @returns the requests to send */
async function everyCall() {
  const { admin, server, references } = office
  const tag = `Únicas${crypto.randomUUID().slice(0, 6)}`
  for (const path of ['/api/clientes', '/api/ayudantes']) await admin.post(path, aPersona({ nombre: tag }))
  await admin.post('/api/choferes', aChofer({ nombre: tag }))
  await admin.post('/api/camiones', aCamion({ placa: tag }))
  const viaje = await office.create({ servicio: tag, fecha: '2026-01-05' })
  const { username, client } = await aUser(server, { rol: 'administrador' })
  const piloto = await server.as({ rol: 'piloto', piloto_id: references.chofer_id })
  const gone = await office.create()
  await admin.delete(`/api/rutas/${gone.id}`)
  const otro = (await admin.post('/api/usuarios', aUsuario())).body.data.id
  const get = (url: string) => admin.get(url)
  const credentials = { username, password: userPassword }
  const estado = { nuevoEstado: 'En curso', comentario: 'Salgo' }
  return [
    ['login', () => server.anonymous.post('/api/auth/login', credentials), record(['token', ...sesion])],
    ['verify', () => get('/api/auth/verify'), record(sesion)],
    [
      'password',
      () => client.post('/api/auth/password', { actual: userPassword, nueva: `${userPassword} bis` }),
      done,
    ],
    ['config', () => server.anonymous.get('/api/config'), record(words('empresa zona hoy version'))],
    ['salud', () => server.anonymous.get('/api/salud'), record(words('estado version'))],
    ['respaldo', () => get('/api/respaldo'), done],
    ['rutas', () => get('/api/rutas'), routesOf(ruta)],
    ['rutas, narrowed', () => get(`/api/rutas?buscar=${tag}&estado=Pendiente`), routesOf(ruta)],
    ["a pilot's rutas", () => piloto.get('/api/rutas'), routesOf(ofPilot)],
    ["a pilot's ruta", () => piloto.get(`/api/rutas/${viaje.id}`), record(ofPilot)],
    ['recientes', () => get('/api/rutas/recientes'), dia([...estados, 'ingresos'], ruta)],
    ["a pilot's recientes", () => piloto.get('/api/rutas/recientes'), dia(estados, ofPilot)],
    ['next-number', () => get('/api/rutas/next-number'), record(['nextRutaNumber'])],
    ['historial', () => get(`/api/rutas/${viaje.id}/historial`), pageOf(historial)],
    ['mis-rutas', () => piloto.get('/piloto/mis-rutas'), routesOf(ofPilot)],
    ['estado', () => piloto.put(`/piloto/ruta/${viaje.id}/estado`, estado), record(ofPilot)],
    ["a pilot's historial", () => piloto.get(`/piloto/ruta/${viaje.id}/historial`), pageOf(historial)],
    ['piloto', () => get('/piloto'), [...rows(words('id nombre apellido')), 'count']],
    ['reportes', () => get('/api/reportes'), [...rows(periodo), 'count']],
    [
      'periodo',
      () => admin.post('/api/reportes/periodo', { periodo: '2026-01-05', tipo: 'dia' }),
      [...record(periodo), ...under('data.rutas[]', ruta)],
    ],
    ['buscar', () => get(`/api/buscar?buscar=${tag}`), record(hits)],
    [
      'papelera',
      () => get('/api/papelera'),
      pageOf(words('tipo id nombre detalle eliminado_en eliminado_por')),
    ],
    ['restaurar', () => admin.post(`/api/papelera/rutas/${gone.id}/restaurar`), record([...ruta, ...alone])],
    ['usuarios', () => get('/usuarios'), pageOf(usuarioKeys)],
    [
      'status',
      () => admin.patch(`/usuarios/${otro}/status`, { estado: 'inactivo' }),
      record([...usuarioKeys, 'permisos_dinero[]', 'segundo_factor']),
    ],
    [
      'available',
      () => get('/api/usuarios/permissions/available'),
      [...rows(words('id nombre_permiso descripcion')), 'count'],
    ],
    ['removed', () => admin.delete(`/usuarios/${otro}`), done],
    ['ruta removed', () => admin.delete(`/api/rutas/${viaje.id}`), done],
    ['logout', () => client.post('/api/auth/logout'), done],
  ] as const
}

test('all other calls: return exactly the keys of the contract', async () => {
  for (const [name, send, expected] of await everyCall()) {
    const { status, body } = await send()
    expect([name, status, paths(body).toSorted()]).toEqual([name, status, [...expected].toSorted()])
    expect([name, status < 300]).toEqual([name, true])
  }
})
