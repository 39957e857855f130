import { endpoints } from '@flota/contract/endpoints.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../test/testApp.ts'

type Json = Record<string, unknown>
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
}
interface Operation {
  operationId: string
  security: Json[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json; securitySchemes: Json }
}

let server: TestApp
let document: Document
beforeAll(async () => {
  server = await testApp()
  document = (await server.stranger.get('/api/docs')).body
})
afterAll(() => server.close())

const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

/** Every `$ref` below a value. */
function refs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, below]) =>
    key === '$ref' && typeof below === 'string' ? [below] : refs(below),
  )
}

describe('GET /api/docs', () => {
  test('needs no token and is the bare document', () => {
    expect(Object.keys(document)).toContain('openapi')
    expect(Object.keys(document)).not.toContain('success')
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info.title).not.toBe('')
    expect(document.info.version).not.toBe('')
  })

  test.each(endpoints)('$line is there, with its parameters, body and answer', (endpoint) => {
    const operation = operationOf(endpoint)
    expect(operation).toBeDefined()
    if (!operation) return
    const inPath = operation.parameters.filter((each) => each.in === 'path')
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(operation.security.length === 0).toBe(endpoint.access === 'public')
    const success = operation.responses[endpoint.creates ? '201' : '200']
    expect(success?.description).not.toBe('')
    expect(Object.keys(success?.content ?? {})).not.toEqual([])
  })

  test('tells what kinds of file an export can be', () => {
    const operation = operationOf({ path: '/api/reportes/exportar', method: 'GET' })
    expect(operation?.responses['200']?.content).toEqual({
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {},
      'application/pdf': {},
    })
    expect(operation?.parameters.map(({ name, schema }) => [name, schema.enum])).toContainEqual([
      'formato',
      ['excel', 'pdf'],
    ])
  })

  test('says nothing of a call that is not in the contract', () => {
    expect(operations()).toHaveLength(endpoints.length)
    const ids = operations().map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('each reference leads somewhere', () => {
    for (const ref of refs(document)) {
      const found = ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document)
      expect([ref, found === undefined]).toEqual([ref, false])
    }
  })

  test('tells the limits that the server keeps', () => {
    const login = operationOf({ path: '/api/auth/login', method: 'POST' })
    expect(login?.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      properties: {
        username: { type: 'string', maxLength: 60 },
        password: { type: 'string', maxLength: 128 },
      },
      required: ['username', 'password'],
    })
    const list = operationOf({ path: '/api/camiones', method: 'GET' })
    expect(list?.parameters.map(({ name }) => name).toSorted()).toEqual([
      'buscar',
      'orden',
      'pagina',
      'porPagina',
    ])
    expect(list?.parameters.every(({ required }) => !required)).toBe(true)
  })
})

test('is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
  expect([errors, valid]).toEqual([undefined, true])
})
