import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAliasEndpoints } from '../../test/alias.ts'
import { aFile, pngDataUrl } from '../../test/archivos.ts'
import { callFactorEndpoints } from '../../test/callFactor.ts'
import { callFlotaEndpoints } from '../../test/callFlota.ts'
import { callMoneyEndpoints } from '../../test/callMoney.ts'
import { callOwnAccountEndpoints } from '../../test/callOwnAccount.ts'
import { everyCatalogue, valuesOf } from '../../test/catalogueValues.ts'
import { endpointRequests, exportEndpoints, missingId } from '../../test/endpointRequests.ts'
import { aCamion, aRuta } from '../../test/factories.ts'
import { csv } from '../../test/importar.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { type Json, openapiDocument } from '../../test/openapiDocument.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { aUser, userPassword } from '../../test/users.ts'
import { aUsuario } from '../../test/usuarios.ts'

// Validates each response against the schema in the document, not against zod's.
let office: RutaOffice
let document: ReturnType<typeof openapiDocument>
const exercised = new Set<string>()
beforeAll(async () => {
  office = await openOffice()
  document = openapiDocument((await office.server.anonymous.get('/api/docs')).body)
})
afterAll(() => office.close())

/** Sends a call by its line, with the ids of its path, and checks the response. @returns its data */
async function call(client: Client, line: string, ids: (string | number)[] = [], body?: Json | Buffer) {
  const [method = '', path = ''] = line.split(' ')
  const rest = [...ids]
  const url = path.replace(/:\w+/g, () => String(rest.shift()))
  const response = await client.send({ method, url, ...(body && { payload: body }) })
  const operation = document.operationOf(method, path.split('?', 1)[0] ?? '')
  expect([line, response.status < 300, response.body.error]).toEqual([line, true, undefined])
  document.expectDeclared(operation, response)
  exercised.add(operation.operationId)
  return response.body.data
}

/** Creates, lists, reads, updates and deletes a record. @returns its id */
async function crud(path: string, values: Json, changes: Json): Promise<number> {
  const { admin } = office
  const { id } = await call(admin, `POST ${path}`, [], values)
  await call(admin, `GET ${path}`)
  await call(admin, `GET ${path}/:id`, [id])
  await call(admin, `PUT ${path}/:id`, [id], changes)
  await call(admin, `DELETE ${path}/:id`, [id])
  return id
}

test('GET /api/docs: declares the successful response of every call', async () => {
  const { admin, references, server } = office
  for (const line of ['vivo', 'salud', 'config', 'docs']) await call(server.anonymous, `GET /api/${line}`)
  const lists =
    'importaciones movimientos movimientos/rutas movimientos/exportar saldos liquidaciones facturas buscar respaldo bitacora reportes reportes/demoras/viajes?por=causa&clave=Clima documentos ajustes'
  for (const list of lists.split(' ')) await call(admin, `GET /api/${list}`)
  await callAliasEndpoints(call, office)
  for (const each of everyCatalogue) await crud(`/api/${each.name}`, valuesOf(each), valuesOf(each))
  const { camion_id, chofer_id: piloto_id } = references
  await crud('/api/mantenimientos', aMantenimiento(camion_id), aMantenimiento(camion_id, { costo: null }))
  await callFlotaEndpoints((...args) => call(admin, ...args), camion_id)
  await crud('/api/rutas', aRuta(references), aRuta(references, { estado: 'Entregado', ayudante_id: null }))
  const tipo = { nombre: 'Carné', aplica: 'camiones', obligatorio: true }
  await crud('/api/documento-tipos', tipo, { ...tipo, activo: false })
  const { id: tipo_id } = await call(admin, 'POST /api/documento-tipos', [], tipo)
  await call(admin, 'POST /api/avisos/:id/posponer', [`camiones-${camion_id}-${tipo_id}`], {
    hasta: addDays(todayIn('America/Guatemala', Date.now()), 1),
    motivo: 'Ya viene',
  })
  const papel = { tipo_id, entidad: 'camiones', entidad_id: camion_id }
  await crud('/api/documentos', papel, { vence: '2027-01-01' })
  const { id: old } = await call(admin, 'POST /api/documentos', [], papel)
  await call(admin, 'POST /api/documentos/:id/renovar', [old], { vence: '2027-01-01' })
  const deleted = await crud('/api/usuarios', aUsuario(), { rol_id: 1 })
  const { id: program } = await call(admin, 'POST /api/usuarios', [], aUsuario())
  const { id: tid } = await call(admin, 'POST /api/usuarios/:id/tokens', [program], { nombre: 'GPS' })
  await call(admin, 'GET /api/usuarios/:id/tokens', [program])
  await call(admin, 'DELETE /api/usuarios/:id/tokens/:tid', [program, tid])
  const feriado = { nombre: 'Feriado', desde: '2026-12-24', hasta: '2026-12-25', palabras_exentas: ['Leche'] }
  await crud('/api/restricciones', feriado, feriado)
  const tarifa = { origen: 'Guatemala', destino: 'Cobán', precio: 900, vigente_desde: '2026-01-01' }
  await crud('/api/tarifas', tarifa, {
    ...tarifa,
    cliente_id: references.cliente_id,
    duracion_min: 300,
  })
  const { fecha, hora } = aRuta(references)
  await call(admin, 'POST /api/rutas/revision', [], { ...references, fecha, hora })
  await call(admin, `GET /api/disponibles?fecha=${fecha}&hora=${encodeURIComponent(hora)}`)
  const { logo } = await call(admin, 'PUT /api/ajustes', [], { nit: '1234567-8', logo: pngDataUrl })
  await call(server.anonymous, 'GET /api/logo/:version', [logo.slice(-16)])
  for (const line of ['papelera', 'avisos', 'avisos/resumen']) await call(admin, `GET /api/${line}`)
  await call(admin, 'POST /api/papelera/:tipo/:id/restaurar', ['usuarios', deleted])
  for (const line of exportEndpoints) await call(admin, line)
  await call(admin, 'PATCH /api/usuarios/:id/status', [deleted], { estado: 'activo' })
  await call(admin, 'GET /api/usuarios/permissions/available')
  const { id } = await office.create()
  for (const line of ['recientes', 'next-number']) await call(admin, `GET /api/rutas/${line}`)
  await call(admin, 'GET /api/rutas/:id/historial', [id])
  for (const line of ['tablero', 'tablero/semana']) await call(admin, `GET /api/${line}?fecha=2026-11-20`)
  const causa = { causa: 'Bloqueo', desde: '2026-11-20T08:30:00-06:00' }
  const { id: iid } = await call(admin, 'POST /api/rutas/:id/incidentes', [id], causa)
  await call(admin, 'PUT /api/rutas/:id/incidentes/:iid', [id, iid], { ...causa, hasta: causa.desde })
  await call(admin, 'DELETE /api/rutas/:id/incidentes/:iid', [id, iid])
  await call(admin, 'PUT /api/rutas/:id/entrega', [id], { recibio: 'Ana López' })
  await call(admin, 'PUT /api/rutas/:id/tiempos', [id], { llegada_carga: causa.desde })
  await call(admin, 'GET /api/clientes/:id/reglas', [references.cliente_id])
  await call(admin, 'GET /api/rutas/:id/expediente', [id])
  await call(admin, 'GET /api/rutas/:id/entrega/hoja', [id])
  const reglas = { exige_foto: true, horas_libres: 2, tarifa_demora: '150.00' }
  await call(admin, 'PUT /api/clientes/:id/reglas', [references.cliente_id], reglas)
  await call(admin, 'PATCH /api/rutas/estado', [], { rutas: [{ id }, { id: id + 1 }], estado: 'Incidente' })
  await call(admin, 'GET /api/rutas/sugerencias?campo=destino')
  await call(admin, 'POST /api/rutas/:id/repetir', [id], { fechas: ['2026-11-27', '2026-11-28'] })
  await call(admin, 'PATCH /api/rutas/plan', [], { rutas: [{ id }, { id: 99 }], cambios: { hora: '05:00' } })
  for (const prueba of [true, false])
    await call(admin, 'POST /api/rutas/copiar', [], { rutas: [id], fecha: '2026-11-28', prueba })
  await call(admin, 'POST /api/tarifas', [], tarifa)
  await call(admin, 'GET /api/tarifas/sugerencia?cliente_id=1&origen=guatemala&destino=coban')
  await call(admin, 'GET /api/rutas/:id/hoja?precio=si', [id])
  await call(admin, `GET /api/rutas/hojas?ids=${id}`)
  await call(admin, 'GET /api/importar/:tipo/plantilla', ['rutas'])
  const sheet = csv(Object.keys(aCamion()), Object.values(aCamion()), ['C-901BBB'])
  await call(admin, 'POST /api/importar/:tipo', ['camiones'], sheet)
  const leaving = 'POST /api/importar/:tipo?prueba=no&omitir_errores=si'
  const { id: importacion } = await call(admin, leaving, ['camiones'], sheet)
  await call(admin, 'GET /api/importaciones/:id/omitidas', [importacion])
  await call(admin, 'POST /api/importaciones/:id/deshacer', [importacion], {})
  for (const por of ['cliente', 'lugar', 'causa']) await call(admin, `GET /api/reportes/demoras?por=${por}`)
  await call(admin, 'POST /api/reportes/periodo', [], { periodo: '2026-11-20', tipo: 'dia' })
  for (const formato of ['excel', 'pdf']) await call(admin, `GET /api/reportes/exportar?formato=${formato}`)

  const movimiento = await callMoneyEndpoints((...args) => call(admin, ...args), references, id, server.db)

  await call(admin, 'GET /api/piloto')
  const piloto = await server.as({ rol: 'piloto', piloto_id })
  await call(piloto, 'GET /api/piloto/mis-rutas')
  await call(piloto, 'PUT /api/piloto/ruta/:id/estado', [id], { nuevoEstado: 'En curso' })
  await call(piloto, 'GET /api/piloto/ruta/:id/historial', [id])
  await call(piloto, 'GET /api/piloto/expedientes')
  await call(piloto, 'POST /api/piloto/ruta/:id/gastos', [id], { concepto: 'Peaje', monto: 75 })
  await call(piloto, 'POST /api/piloto/gastos/:id/archivos', [movimiento], aFile())
  await call(piloto, 'GET /api/piloto/mi-dinero')
  await call(piloto, 'PUT /api/piloto/ruta/:id/entrega', [id], { sin_evidencia_motivo: 'Sin batería' })
  await call(piloto, 'PUT /api/piloto/ruta/:id/tiempos', [id], {})
  const files = `/api/archivos?entidad=rutas&entidad_id=${id}`
  const { id: archivo } = await call(admin, `POST ${files}`, [], aFile())
  await call(admin, `GET ${files}`)
  for (const line of ['GET /api/archivos/:id', 'GET /api/archivos/:id/contenido', 'DELETE /api/archivos/:id'])
    await call(admin, line, [archivo])
  await call(piloto, 'POST /api/piloto/ruta/:id/archivos', [id], aFile('pdf'))
  await call(piloto, 'GET /api/piloto/ruta/:id/archivos', [id])

  const { username, client } = await aUser(server)
  await call(server.anonymous, 'POST /api/auth/login', [], { username, password: userPassword })
  await call(client, 'GET /api/auth/verify')
  await callOwnAccountEndpoints((line, ids, body, by = client) => call(by, line, ids, body), office, client)
  await call(client, 'POST /api/auth/password', [], { actual: userPassword, nueva: `${userPassword}1` })
  await callFactorEndpoints(call, client, admin, `${userPassword}1`)
  await call(client, 'POST /api/auth/logout')

  expect([...exercised].toSorted()).toEqual(
    document.operations.map(({ operationId }) => operationId).toSorted(),
  )
})

test('GET /api/docs: declares the error responses of every call', async () => {
  const unprivileged = await office.server.as({ rol: 'usuario', permisos: [] })
  const json = { 'content-type': 'application/json' }
  const bodies = [
    { payload: '[]', headers: json },
    { payload: '{', headers: json },
    { payload: 'hola', headers: { 'content-type': 'text/plain' } },
    { payload: JSON.stringify('x'.repeat(1024 * 1024)), headers: json },
  ]
  const seen = new Set<number>()
  for (const { endpoint, method, url } of endpointRequests) {
    const operation = document.operationOf(method, endpoint.path)
    const send = async (client: Client, options: object = {}) => {
      const response = await client.send({ method, url, ...options })
      if (response.status < 300) return
      document.expectDeclared(operation, response)
      seen.add(response.status)
    }
    await send(office.server.anonymous)
    // A logout would end the session of the following requests.
    if (operation.operationId === 'sesionLogout') continue
    await send(unprivileged)
    await send(office.admin)
    if (operation.requestBody) for (const body of bodies) await send(office.admin, body)
    if (url.includes(missingId)) await send(office.admin, { url: url.replace(missingId, 'x') })
  }
  expect([...seen].toSorted((a, b) => a - b)).toEqual([400, 401, 403, 404, 409, 413, 415])
})

test('GET /api/docs: declares the errors of a taken route number and of a failed login', async () => {
  const { no_ruta } = await office.create()
  document.expectDeclared(document.operationOf('POST', '/api/rutas'), await office.post({ no_ruta }))
  const login = document.operationOf('POST', '/api/auth/login')
  const attempt = { username: 'nadie', password: 'ninguna-4471' }
  for (const status of [401, 401, 401, 401, 401, 429]) {
    const response = await office.server.anonymous.post('/api/auth/login', attempt)
    expect(response.status).toBe(status)
    document.expectDeclared(login, response)
  }
})
