// Parts of the page of the OpenAPI document: operations, their tables, and schemas.

interface Schema {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  description?: string
  examples?: readonly unknown[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}
interface Parameter {
  $ref?: string
  name: string
  description: string
  required: boolean
  schema: Schema
}
type Content = Readonly<Record<string, { schema?: Schema }>>
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  parameters: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { $ref?: string; description?: string; content?: Content }>>
}
export interface Document {
  info: { title: string; version: string; description: string }
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: {
    parameters: Readonly<Record<string, Parameter>>
    responses: Readonly<Record<string, { description: string }>>
    schemas: Readonly<Record<string, Schema>>
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: unknown) => String(text).replace(/[&<>"]/g, (each) => entities[each] ?? each)
/** Escapes the text and marks `quoted` parts as code. */
export const prose = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
export const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((each) => `<p>${prose(each)}</p>`)
    .join('')
const nameOf = (ref: string) => ref.split('/').at(-1) ?? ''

/** Returns a short name of the schema's type; a named schema becomes a link. */
function kindOf(schema: Schema): string {
  if (schema.$ref) return `<a href="#${nameOf(schema.$ref)}">${escaped(nameOf(schema.$ref))}</a>`
  if (schema.enum) return schema.enum.map((each) => `<code>${escaped(each)}</code>`).join(' ')
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' o ')
  if (schema.type === 'array') return `lista de ${schema.items ? kindOf(schema.items) : 'valores'}`
  const type = [schema.type ?? 'cualquiera'].flat().join(' o ')
  return escaped([type, schema.format].filter(Boolean).join(', '))
}

const row = (name: string, isRequired: boolean, schema: Schema, text = schema.description ?? '') => {
  const example = schema.examples?.[0]
  const end = /[.?]$/.test(text) ? '' : '.'
  const exampleText = example === undefined ? '' : `${end} Por ejemplo <code>${escaped(example)}</code>.`
  return `<tr><th scope="row"><code>${escaped(name)}</code>${isRequired ? ' *' : ''}</th><td>${kindOf(schema)}</td><td>${prose(text)}${exampleText}</td></tr>`
}

const table = (caption: string, rows: readonly string[]) =>
  rows.length === 0
    ? ''
    : `<table>${caption && `<caption>${caption}</caption>`}<tbody>${rows.join('')}</tbody></table>`

/** Returns the object schema within a schema: itself, a list's items or one of its alternatives. */
const nestedSchema = (schema: Schema): Schema | undefined =>
  schema.properties
    ? schema
    : [schema.items, ...(schema.anyOf ?? [])].map((each) => each && nestedSchema(each)).find(Boolean)

function fieldRows({ properties = {}, required = [] }: Schema, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, each]) => {
    const path = `${prefix}${name}`
    const inner = nestedSchema(each)
    return [
      row(path, required.includes(name), each),
      ...(inner ? fieldRows(inner, `${path}${each.type === 'array' ? '[]' : ''}.`) : []),
    ]
  })
}

function contentOf(caption: string, content: Content = {}): string {
  return Object.entries(content)
    .map(([type, { schema = {} }]) =>
      schema.properties
        ? table(caption, fieldRows(schema))
        : `<p class="caption">${caption}: ${kindOf(schema)} (<code>${escaped(type)}</code>)</p>`,
    )
    .join('')
}

/** Returns an operation, closed: a link to its id opens it. */
export function renderOperation(
  { components }: Document,
  method: string,
  path: string,
  operation: Operation,
): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const rows = parameters.map((each) => {
    const parameter = each.$ref ? (components.parameters[nameOf(each.$ref)] ?? each) : each
    return row(parameter.name, parameter.required, parameter.schema, parameter.description)
  })
  const responseItems = Object.entries(responses).map(([status, { $ref, description = '', content }]) => {
    const text = $ref ? (components.responses[nameOf($ref)]?.description ?? '') : description
    return `<li><b>${status}</b> ${prose(text)}${$ref ? '' : contentOf('Respuesta', content)}</li>`
  })
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code> <span>${escaped(summary)}</span></summary>
<div id="${escaped(operationId)}">${paragraphs(description)}
${table('Parámetros', rows)}${contentOf('Cuerpo', requestBody?.content)}<ul class="statuses">${responseItems.join('')}</ul></div></details>`
}

/** Returns a named schema, closed: a link to its name opens it. */
export const renderSchema = (name: string, schema: Schema): string =>
  `<details><summary><code>${escaped(name)}</code></summary><div id="${escaped(name)}">${schema.properties ? table('', fieldRows(schema)) : `<p>${kindOf(schema)}</p>`}</div></details>`
