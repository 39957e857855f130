import type { Json } from '../../platform/http/jsonSchema.ts'

// Renders the OpenAPI document as HTML without scripts, so that the Content-Security-Policy needs no exception.

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
  summary: string
  description: string
  tags: readonly string[]
  parameters: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { $ref?: string; description?: string; content?: Content }>>
}
interface Document {
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
const escaped = (text: unknown) => String(text).replace(/[&<>"]/g, (each) => entities[each] ?? each)
/** Escapes the text and marks `quoted` parts as code. */
const prose = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
const paragraphs = (text: string) =>
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
        : `<p>${caption}: ${kindOf(schema)} (<code>${escaped(type)}</code>)</p>`,
    )
    .join('')
}

function renderOperation(document: Document, method: string, path: string, operation: Operation): string {
  const { summary, description, parameters, requestBody, responses } = operation
  const { components } = document
  const rows = parameters.map((each) => {
    const parameter = each.$ref ? (components.parameters[nameOf(each.$ref)] ?? each) : each
    return row(parameter.name, parameter.required, parameter.schema, parameter.description)
  })
  const responseItems = Object.entries(responses).map(([status, { $ref, description = '', content }]) => {
    const text = $ref ? (components.responses[nameOf($ref)]?.description ?? '') : description
    return `<li><b>${status}</b> ${prose(text)}${$ref ? '' : contentOf('Respuesta', content)}</li>`
  })
  return `<details><summary><code><b>${method.toUpperCase()}</b> ${escaped(path)}</code> ${escaped(summary)}</summary>
${paragraphs(description)}
${table('Parámetros', rows)}${contentOf('Cuerpo', requestBody?.content)}<ul>${responseItems.join('')}</ul></details>`
}

const style = `:root{color-scheme:light dark;background:light-dark(#fff,#121212)}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
a{color:light-dark(#1a56c4,#a8c1ff)}
details{border-bottom:1px solid #8886;padding:.35rem 0}summary{cursor:pointer}code{font-size:.95em;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:.75rem 0}caption{text-align:left;font-weight:600}
.grupos{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;padding:0;list-style:none}
th,td{text-align:left;vertical-align:top;padding:.2rem .75rem .2rem 0;font-weight:400}th{white-space:nowrap}
@media(max-width:40rem){tr,th,td{display:block;white-space:normal}td:last-child{padding-bottom:.75rem}}`

/** Returns the HTML page of the OpenAPI document. */
export function docsPage(json: Json): string {
  // openApi() is the only source, and openapi.test.ts checks its shape.
  const document = json as unknown as Document
  const { info, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = tags.map(({ name, description }) => {
    const rendered = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, path, operation }) => renderOperation(document, method, path, operation))
    return `<section><h2 id="grupo-${name}">${escaped(name)}</h2><p>${prose(description)}</p>${rendered.join('')}</section>`
  })
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<h3 id="${escaped(name)}">${escaped(name)}</h3>${schema.properties ? table('', fieldRows(schema)) : kindOf(schema)}`,
  )
  const index = tags.map(({ name }) => `<li><a href="#grupo-${name}">${escaped(name)}</a></li>`).join(' ')
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${escaped(info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><main><h1>${escaped(info.title)} ${escaped(info.version)}</h1>
${paragraphs(info.description)}
<p>Para programas, el mismo documento en OpenAPI 3.1: <code>curl -H 'Accept: application/json'</code> a esta dirección. Con * lo que no puede faltar.</p>
<nav aria-label="Grupos"><ul class="grupos">${index}</ul></nav>
${groups.join('')}<section><h2>Registros</h2>${schemas.join('')}</section></main></body></html>`
}
