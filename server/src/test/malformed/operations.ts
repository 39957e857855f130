/** JSON schema of a value. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

export interface Field {
  name: string
  schema: Schema
  required: boolean
}

interface Parameter extends Field {
  $ref?: string
  in: string
}

interface DocumentOperation {
  security: unknown[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** The OpenAPI document, as far as it is used here. */
export interface Document {
  paths: Record<string, Record<string, DocumentOperation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

export interface Operation {
  /** `PUT /api/rutas/{id}` */
  name: string
  method: string
  path: string
  /** Needs no token. */
  open: boolean
  ids: Field[]
  query: Field[]
  headers: Field[]
  /** Fields of the body; empty without one. */
  fields: Field[]
}

const nameOf = (ref: string) => ref.split('/').at(-1) ?? ''

/** Returns every operation of the document, with references resolved. */
export function readOperations({ paths, components }: Document): Operation[] {
  const parameter = (each: Parameter) => (each.$ref ? components.parameters[nameOf(each.$ref)] : each)
  const fieldsOf = (schema: Schema = {}): Field[] => {
    if (schema.$ref) return fieldsOf(components.schemas[nameOf(schema.$ref)])
    const { properties = {}, required = [] } = schema
    return Object.entries(properties).map(([name, own]) => ({
      name,
      schema: own,
      required: required.includes(name),
    }))
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([lower, { security, parameters, requestBody }]) => {
      const found = parameters.flatMap((each) => parameter(each) ?? [])
      const parametersIn = (place: string) => found.filter((each) => each.in === place)
      const method = lower.toUpperCase()
      return {
        name: `${method} ${path}`,
        method,
        path,
        open: security.length === 0,
        ids: parametersIn('path'),
        query: parametersIn('query'),
        headers: parametersIn('header'),
        fields: fieldsOf(requestBody?.content['application/json']?.schema),
      }
    }),
  )
}
