import type { Endpoint } from '@flota/contract/endpoint.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 description of these endpoints, from the very schemas that validate. */
export function openApi(endpoints: readonly Endpoint[], info: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const body = inputSchema(endpoint.body)
  const hasBody = Object.keys(objectOf(body.properties)).length > 0
  return {
    operationId: endpoint.line.replace(/\W+/g, '_'),
    tags: [endpoint.path.split('/')[2]],
    security: endpoint.access === 'public' ? [] : [{ token: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(hasBody && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [endpoint.creates ? 201 : 200]: {
        description: endpoint.message,
        content: Object.fromEntries(endpoint.media.map((type) => [type, answerOf(endpoint, type)])),
      },
      default: { description: 'Error', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

const json = (schema: Json) => ({ 'application/json': { schema } })

/** A file is bytes, of which a schema says nothing. */
const answerOf = (endpoint: Endpoint, type: string) =>
  type === 'application/json' ? { schema: answerSchema(endpoint) } : {}

/** `$schema` stands once in the document's own dialect. */
const withoutDialect = ({ $schema: _dialect, ...schema }: Json): Json => schema
const inputSchema = (schema: z.ZodType) =>
  withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
const outputSchema = (schema: z.ZodType) => withoutDialect(z.toJSONSchema(schema, { io: 'output' }))

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {})

function parameters(schema: z.ZodType, where: 'path' | 'query') {
  const { properties, required } = inputSchema(schema)
  return Object.entries(objectOf(properties)).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (Array.isArray(required) && required.includes(name)),
    schema: property,
  }))
}

function answerSchema({ data, wrapping }: Endpoint): Json {
  if (wrapping === 'bare') return outputSchema(data)
  const properties: Json = { success: { const: true }, message: { type: 'string' }, data: outputSchema(data) }
  if (wrapping !== 'data') properties.count = { type: 'integer' }
  if (wrapping === 'page') properties.paginacion = paginacionSchema
  return { type: 'object', properties, required: Object.keys(properties) }
}

const integer = { type: 'integer' }
const paginacionSchema = {
  type: 'object',
  properties: {
    pagina: integer,
    porPagina: integer,
    total: integer,
    paginas: integer,
    exacto: { type: 'boolean' },
  },
  required: ['pagina', 'porPagina', 'total', 'paginas'],
}

const errorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string' },
    data: {},
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        campos: { type: 'object', additionalProperties: { type: 'string' } },
        id: { type: 'string' },
      },
      required: ['code'],
    },
  },
  required: ['success', 'message', 'error'],
}
