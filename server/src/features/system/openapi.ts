import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { z } from 'zod'
import { type Direction, type Json, jsonSchema, takesNothing } from '../../platform/http/jsonSchema.ts'
import { descriptionOf } from './openapiAccess.ts'
import { withDescriptions } from './openapiDescribe.ts'
import { endpointErrors, errorSchema, errorStatusesOf } from './openapiErrors.ts'
import texts from './openapiTexts.json' with { type: 'json' }

export type Groups = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

type Describe = (schema: z.ZodType, io: Direction) => Json

/** Returns the OpenAPI 3.1 document of the endpoints, from the schemas that also validate requests. */
export function openApi(groups: Groups, info: { title: string; version: string }): Json {
  const schemas: Json = { Error: errorSchema, Paginacion: paginacionSchema }
  const describe: Describe = (zodSchema, io) => {
    const { schema, named } = jsonSchema(zodSchema, io)
    Object.assign(schemas, named)
    return schema
  }
  // First, because it also fills `schemas`.
  const paths = pathsOf(groups, describe)
  const tags = new Set(
    Object.entries(groups).flatMap(([name, each]) =>
      Object.values(each).map((endpoint) => tagOf(name, endpoint)),
    ),
  )
  return withComponentRefs({
    openapi: '3.1.0',
    info: { ...info, description, license },
    servers: [{ url: '/' }],
    tags: [...tags].map((name) => ({ name, description: tagDescriptions.get(name) })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: tokenDescription } },
      parameters: { [idempotencyKey.name]: idempotencyKey },
      responses: Object.fromEntries(
        Object.values(endpointErrors).map((each) => [each.codes[0], errorResponseOf(each)]),
      ),
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, withDescriptions(schema, name)]),
      ),
    },
  })
}

const tagDescriptions = new Map([
  ...Object.entries(registros).map(([tipo, { label }]) => [tipo, `${label}.`] as const),
  ...Object.entries(texts.tags),
])

/** By name, or by `operationId.name` for another meaning in that operation. */
const parameterDescriptions: Readonly<Record<string, string>> = texts.parameters
/** By operation id, for operations that need more than their summary. */
const operationTexts: Readonly<Record<string, string>> = texts.operations

function pathsOf(groups: Groups, describe: Describe): Json {
  const paths: Record<string, Json> = {}
  for (const [group, endpoints] of Object.entries(groups)) {
    for (const [key, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const id = operationId(group, key, endpoints)
      const method = endpoint.method.toLowerCase()
      const described = withDescriptions(operation(endpoint, id, describe), id) as Json
      const heading = { operationId: id, tags: [tagOf(group, endpoint)], summary: endpoint.summary }
      const text = descriptionOf(endpoint, operationTexts[id])
      paths[path] = { ...paths[path], [method]: { ...heading, description: text, ...described } }
    }
  }
  return paths
}

/** Returns the resource that the path begins with. Calls of the session and the program keep their group. */
function tagOf(group: string, { path }: Endpoint): string {
  const [, , segment = ''] = path.split('/')
  if (segment === 'auth' || group === 'sistema') return group
  return segment === 'disponibles' ? 'rutas' : segment
}

/** Redirects zod's references (`#/$defs/…`) to the document's components. */
const withComponentRefs = (document: Json): Json =>
  JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json

const description = `La oficina de una empresa de transporte: rutas, pilotos, ayudantes, clientes, camiones, mantenimientos, usuarios y reportes.

Cada llamada dice qué permiso pide. Un administrador los tiene todos.

Las llamadas que empiezan con \`/api/usuarios\` y \`/api/piloto\` se atienden igual sin \`/api\` (\`/usuarios\`, \`/piloto/mis-rutas\`).

Las fechas son \`AAAA-MM-DD\`, las horas \`HH:MM:SS\`, los momentos ISO 8601 en UTC y las cantidades quetzales. Una dirección que no existe responde 404; otro método, 405.`
// SPDX's prefix for a licence that it does not list.
const license = { name: 'Todos los derechos reservados', identifier: 'LicenseRef-UNLICENSED' }
const tokenDescription =
  'El token que da `POST /api/auth/login`, o el de un programa (`POST /api/usuarios/{id}/tokens`).'

const recordVerbs: Record<string, string> = {
  show: 'get',
  create: 'create',
  update: 'update',
  remove: 'remove',
}

/** Returns createRuta for `create` of rutas, listRutas for `list`, and rutasHistorial for a key that is no verb. */
function operationId(group: string, key: string, endpoints: Groups[string]): string {
  if (key === 'list') return `list${capitalized(group)}`
  const record = endpoints.show?.data.meta()?.id
  return key in recordVerbs && record ? `${recordVerbs[key]}${record}` : `${group}${capitalized(key)}`
}
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function operation(endpoint: Endpoint, id: string, describe: Describe): Json {
  const parameters = [
    ...parametersOf(describe(endpoint.params, 'input'), id, 'path'),
    ...parametersOf(describe(endpoint.query, 'input'), id, 'query'),
    ...Object.entries(endpoint.headers).map(([name, description]) => headerOf(name, description)),
    ...(endpoint.idempotent ? [{ $ref: `#/components/parameters/${idempotencyKey.name}` }] : []),
  ]
  const content = Object.fromEntries(
    endpoint.mediaTypes.map((type) => [type, responseOf(endpoint, type, describe)]),
  )
  return {
    security: endpoint.access === 'public' ? [] : [{ token: [] }],
    parameters,
    ...(endpoint.bodyMediaTypes.length > 0 && {
      requestBody: { required: true, content: fileContent(endpoint.bodyMediaTypes) },
    }),
    ...(!takesNothing(endpoint.body) && {
      requestBody: { required: true, content: json(describe(endpoint.body, 'input')) },
    }),
    responses: {
      ...Object.fromEntries(
        successesOf(endpoint).map((status) => [status, { description: endpoint.message, content }]),
      ),
      ...('If-None-Match' in endpoint.headers && { 304: { description: 'Nada cambió.' } }),
      ...Object.fromEntries(
        errorStatusesOf(endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/${endpointErrors[status]?.codes[0]}` },
        ]),
      ),
    },
  }
}

const successesOf = ({ creates, mayCreate }: Endpoint) => (mayCreate ? [200, 201] : [creates ? 201 : 200])

const aFile = { schema: { type: 'string', format: 'binary' } }
const fileContent = (types: readonly string[]): Json => Object.fromEntries(types.map((type) => [type, aFile]))

const json = (schema: Json) => ({ 'application/json': { schema } })

const errorResponseOf = ({ codes, description: text, headers }: (typeof endpointErrors)[number]): Json => ({
  description: `${codes.join(', ')}: ${text}`,
  ...(headers && { headers }),
  content: json({ $ref: '#/components/schemas/Error' }),
})

const responseOf = (endpoint: Endpoint, type: string, describe: Describe) =>
  type === 'application/json' ? { schema: responseSchema(endpoint, describe) } : aFile

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {})

const parametersOf = ({ properties, required }: Json, id: string, where: 'path' | 'query') =>
  Object.entries(objectOf(properties)).map(([name, schema]) => ({
    name,
    in: where,
    description:
      objectOf(schema).description ??
      parameterDescriptions[`${id}.${name}`] ??
      parameterDescriptions[name] ??
      campoLabel(name),
    required: Array.isArray(required) && required.includes(name),
    schema,
  }))

const headerOf = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  required: false,
  schema: { type: 'string' },
})

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Un texto propio de este envío: repetido con él, responde como la primera vez y no hace nada más.',
  required: false,
  schema: { type: 'string', maxLength: 200 },
}

function responseSchema({ data, wrapping, avisos, totales }: Endpoint, describe: Describe): Json {
  const schema = describe(data, 'output')
  if (wrapping === 'bare') return schema
  const properties: Json = {
    success: { type: 'boolean', const: true },
    message: { type: 'string' },
    data: schema,
  }
  if (wrapping !== 'data') properties.count = { type: 'integer', description: 'Cuántos trae esta respuesta.' }
  if (wrapping === 'page') properties.paginacion = { $ref: '#/components/schemas/Paginacion' }
  const required = Object.keys(properties)
  if (wrapping === 'filas') properties.paginacion = { $ref: '#/components/schemas/Paginacion' }
  if (avisos) properties.avisos = describe(avisos, 'output')
  if (totales) properties.totales = describe(totales, 'output')
  return { type: 'object', properties, required }
}

const integer = { type: 'integer' }
const paginacionSchema = {
  type: 'object',
  properties: {
    pagina: integer,
    porPagina: integer,
    total: integer,
    paginas: integer,
    exacto: {
      type: 'boolean',
      description:
        'Es false cuando `total` es un mínimo: con `buscar` hay más de 1,000; con otros filtros, más de 10,000.',
    },
    siguiente: {
      type: 'string',
      description:
        'Solo con `orden=actualizado`: el `actualizado_desde` de la página siguiente, o de la próxima vez.',
    },
  },
  required: ['pagina', 'porPagina', 'total', 'paginas'],
}
