import { expect } from 'vitest'
import { z } from 'zod'
import type { ApiResponse } from './testApp.ts'

export type Json = Record<string, unknown>
interface Response {
  $ref?: string
  content?: Record<string, { schema?: Json }>
}
export interface Operation {
  operationId: string
  responses: Record<string, Response>
  requestBody?: Json
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json; responses: Record<string, Response> }
}

/** Checks responses against the schemas of the API document, not against zod's. */
export function openapiDocument(document: Document) {
  const operationOf = (method: string, path: string): Operation => {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${method} ${path} is not in the document`)
    return operation
  }

  const responseOf = (operation: Operation, status: number): Response | undefined => {
    const response = operation.responses[status]
    return response?.$ref ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response
  }

  // zod reads references to `$defs` only.
  const toText = (value: Json) => JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/')
  const texts = new Map(
    Object.entries(document.components.schemas).map(([name, each]) => [name, toText(each as Json)]),
  )
  /** Collects the schemas that a text refers to: building those of the whole document takes long. */
  const referred = (text: string, found: Json = {}): Json => {
    for (const [, name = ''] of text.matchAll(/#\/\$defs\/(\w+)/g)) {
      if (name in found) continue
      const schema = texts.get(name) ?? 'null'
      found[name] = JSON.parse(schema)
      referred(schema, found)
    }
    return found
  }
  // Most errors of all calls share one schema.
  const built = new Map<Json, z.ZodType>()
  const schemaOf = (declared: Json): z.ZodType => {
    const text = toText(declared)
    const schema = built.get(declared) ?? z.fromJSONSchema({ ...JSON.parse(text), $defs: referred(text) })
    built.set(declared, schema)
    return schema
  }

  /** Asserts that the document declares the response, and that it matches the declared schema. */
  const expectDeclared = (operation: Operation, { status, headers, body }: ApiResponse) => {
    const { operationId } = operation
    const content = responseOf(operation, status)?.content
    expect([operationId, status, content]).toEqual([operationId, status, expect.anything()])
    const media = content?.[String(headers['content-type']).split(';', 1)[0] ?? '']
    expect([operationId, headers['content-type'], media]).not.toContain(undefined)
    if (!media?.schema) return
    expect([operationId, schemaOf(media.schema).safeParse(body).error?.issues]).toEqual([
      operationId,
      undefined,
    ])
  }

  return {
    operations: Object.values(document.paths).flatMap((path) => Object.values(path)),
    operationOf,
    expectDeclared,
  }
}
