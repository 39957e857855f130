import { endpoints } from '@flota/contract/endpoints.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/testApp.ts'

type Json = Record<string, unknown>
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
}
interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Json[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string; description: string; license: Json }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { required?: string[]; properties: Record<string, Json> }>
    parameters: Record<string, Parameter>
    securitySchemes: Json
  }
}

let server: TestApp
let document: Document
beforeAll(async () => {
  server = await testApp()
  document = (await server.anonymous.get('/api/docs')).body
})
afterAll(() => server.close())

const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

/** Resolves references to shared parameters. */
const parametersOf = (operation?: Operation) =>
  (operation?.parameters ?? []).map((each) => {
    if (!('$ref' in each)) return each
    const found = document.components.parameters[each.$ref.split('/').at(-1) ?? '']
    if (!found) throw new Error(each.$ref)
    return found
  })

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

/** Returns every `$ref` within a value. */
function refs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, below]) =>
    key === '$ref' && typeof below === 'string' ? [below] : refs(below),
  )
}

const aFile = { schema: { type: 'string', format: 'binary' } }

describe('GET /api/docs', () => {
  test('returns the bare document without a token', () => {
    expect(Object.keys(document)).toContain('openapi')
    expect(Object.keys(document)).not.toContain('success')
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info.title).not.toBe('')
    expect(document.info.version).not.toBe('')
    expect(document.info.license).toHaveProperty('name')
  })

  test('documents the addresses of users and pilots without /api', () => {
    expect(document.info.description).toContain('`/usuarios`')
    expect(document.info.description).toContain('`/piloto/mis-rutas`')
  })

  test.each(endpoints)('$line: has its parameters, access and response', (endpoint) => {
    const operation = operationOf(endpoint)
    expect(operation).toBeDefined()
    if (!operation) return
    const inPath = parametersOf(operation).filter((each) => each.in === 'path')
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(operation.security.length === 0).toBe(endpoint.access === 'public')
    const success = operation.responses[endpoint.creates ? '201' : '200']
    expect(success?.description).not.toBe('')
    expect(Object.keys(success?.content ?? {})).not.toEqual([])
  })

  test('lists the file types of an export', () => {
    const operation = operationOf({ path: '/api/reportes/exportar', method: 'GET' })
    expect(operation?.responses['200']?.content).toEqual({
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': aFile,
      'application/pdf': aFile,
    })
    expect(parametersOf(operation).map(({ name, schema }) => [name, schema.enum])).toContainEqual([
      'formato',
      ['excel', 'pdf'],
    ])
  })

  test('lists each endpoint of the contract once, and no others', () => {
    expect(operations()).toHaveLength(endpoints.length)
    const ids = operations().map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each([
    ['GET /api/rutas', 'listRutas'],
    ['GET /api/rutas/:id', 'getRuta'],
    ['GET /api/rutas/:id/historial', 'rutasHistorial'],
    ['POST /api/rutas', 'createRuta'],
    ['PUT /api/camiones/:id', 'updateCamion'],
    ['DELETE /api/choferes/:id', 'removeChofer'],
    ['POST /api/auth/login', 'sesionLogin'],
  ])('%s: has the operation id %s', (line, id) => {
    const [method = '', path = ''] = line.split(' ')
    expect(operationOf({ path, method })?.operationId).toBe(id)
  })

  test('gives each operation a unique Spanish summary and one tag', () => {
    for (const { operationId, summary, tags } of operations()) {
      expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-ZÁÉÍÓÚ].{4,70}[^.]$/)])
      expect([operationId, tags]).toEqual([operationId, [expect.stringMatching(/^[a-z-]+$/)]])
    }
    expect(new Set(operations().map(({ summary }) => summary)).size).toBe(operations().length)
  })

  test('names the schemas of records', () => {
    const records = 'Ruta Camion Chofer Ayudante Cliente Usuario Mantenimiento Historial'.split(' ')
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([...records, 'RutaValues', 'RutaChanges', 'Paginacion', 'Error']),
    )
    const ref = { $ref: '#/components/schemas/Ruta' }
    const show = operationOf({ path: '/api/rutas/:id', method: 'GET' })
    expect(show?.responses['200']?.content?.['application/json']?.schema).toMatchObject({
      properties: { data: ref },
    })
    const list = operationOf({ path: '/api/rutas', method: 'GET' })
    expect(list?.responses['200']?.content?.['application/json']?.schema).toMatchObject({
      properties: {
        data: { type: 'array', items: { $ref: '#/components/schemas/RutaEnLista' } },
        paginacion: { $ref: '#/components/schemas/Paginacion' },
      },
    })
  })

  test('resolves each reference', () => {
    for (const ref of refs(document)) {
      const found = ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document)
      expect([ref, found === undefined]).toEqual([ref, false])
    }
  })

  test('declares length limits and optional parameters', () => {
    const login = operationOf({ path: '/api/auth/login', method: 'POST' })
    expect(login?.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      properties: {
        username: { type: 'string', maxLength: 60 },
        password: { type: 'string', maxLength: 128 },
      },
      required: ['username', 'password'],
    })
    expect(document.components.schemas['AvisoPospuesto']?.properties).toMatchObject({
      motivo: { type: 'string', minLength: 5, maxLength: 200 },
    })
    const list = operationOf({ path: '/api/camiones', method: 'GET' })
    expect(
      parametersOf(list)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['actualizado_desde', 'buscar', 'nombre', 'orden', 'pagina', 'porPagina'])
    expect(parametersOf(list).every(({ required }) => !required)).toBe(true)
  })

  // The required fields of the form.
  const rutaNeeds = 'no_ruta servicio mercaderia camion_id origen destino chofer_id fecha hora precio'.split(
    ' ',
  )
  test.each([
    ['RutaValues', rutaNeeds],
    ['RutaChanges', [...rutaNeeds, 'estado']],
    ['CamionValues', 'placa marca modelo color tipo tarjeta_circulacion'.split(' ')],
    ['ChoferChanges', 'nombre apellido telefono tipo_licencia vencimiento'.split(' ')],
    ['MantenimientoValues', 'camion_id tipo descripcion fecha_programada estado'.split(' ')],
    ['UsuarioChanges', []],
  ])('%s: requires only its mandatory fields', (name, required) => {
    const schema = document.components.schemas[name]
    expect(schema?.required ?? []).toEqual(required)
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(required))
  })

  test.each([
    ['GET /api/config', '200 400 500 503'],
    ['POST /api/auth/login', '200 400 401 408 413 415 429 500 503'],
    ['POST /api/auth/password', '200 400 401 403 408 413 415 429 500 503'],
    ['GET /api/auth/verify', '200 401 429 500 503'],
    ['GET /api/rutas', '200 400 401 403 429 500 503'],
    ['GET /api/rutas/next-number', '200 401 403 429 500 503'],
    ['GET /api/rutas/:id', '200 400 401 403 404 429 500 503'],
    ['POST /api/rutas', '201 400 401 403 408 409 413 415 429 500 503'],
    ['PUT /api/rutas/:id', '200 400 401 403 404 408 409 413 415 429 500 503'],
    ['DELETE /api/rutas/:id', '200 400 401 403 404 409 429 500 503'],
    ['POST /api/reportes/periodo', '200 400 401 403 408 413 415 429 500 503'],
    ['POST /api/papelera/:tipo/:id/restaurar', '200 400 401 403 404 409 429 500 503'],
  ])('%s: declares the statuses %s', (line, statuses) => {
    const [method = '', path = ''] = line.split(' ')
    expect(Object.keys(operationOf({ path, method })?.responses ?? {}).join(' ')).toBe(statuses)
  })

  test('accepts an Idempotency-Key for creating calls and for those of pilots', () => {
    const idempotent = operations().filter((operation) =>
      parametersOf(operation).some(({ name }) => name === 'Idempotency-Key'),
    )
    expect(idempotent.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['createRuta', 'createUsuario', 'createCliente', 'pilotoEstado']),
    )
    expect(idempotent).toHaveLength(40)
    expect(idempotent.filter(({ responses }) => !('409' in responses))).toEqual([])
    const operation = operationOf({ path: '/api/piloto/ruta/:id/estado', method: 'PUT' })
    expect(parametersOf(operation)).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
    )
  })
})

test('GET /api/docs: passes the recommended OpenAPI 3.1 rules without a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`),
  ).toEqual([])
})
