import { campoLabel, recordFields } from '@flota/contract/records/campos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/testApp.ts'
import texts from './openapiTexts.json' with { type: 'json' }

interface Schema {
  $ref?: string
  description?: string
  examples?: unknown[]
  type?: string | string[]
  format?: string
  anyOf?: Schema[]
}
interface Parameter {
  $ref?: string
  name: string
  description?: string
  schema?: { enum?: string[] }
}
interface Document {
  tags: { name: string; description: string }[]
  paths: Record<
    string,
    Record<string, { operationId: string; tags: string[]; parameters: Parameter[]; responses: unknown }>
  >
  components: { schemas: Record<string, { properties?: Record<string, Schema> }> }
}

let server: TestApp
let document: Document
beforeAll(async () => {
  server = await testApp()
  document = (await server.anonymous.get('/api/docs')).body
})
afterAll(() => server.close())

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))
const propertyOf = (schema: string, name: string) => document.components.schemas[schema]?.properties?.[name]

/** Yields the name and schema of each property, at any depth. */
function* propertiesIn(value: unknown): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, below] of Object.entries(value)) {
    if (key === 'properties') yield* Object.entries(below as Record<string, Schema>)
    yield* propertiesIn(below)
  }
}

test('GET /api/docs: every group, parameter and property has a description', () => {
  const groups = document.tags.map(({ name }) => name)
  expect(operations().flatMap(({ tags }) => tags.filter((tag) => !groups.includes(tag)))).toEqual([])
  expect(document.tags.filter(({ description }) => !/^\p{Lu}.+\.$/u.test(description))).toEqual([])
  const parameters = operations().flatMap((operation) => operation.parameters)
  expect(parameters.filter(({ $ref, description }) => !$ref && !description)).toEqual([])
  const properties = [...propertiesIn(document)]
  expect(properties.length).toBeGreaterThan(900)
  expect(properties.filter(([, { description }]) => !description)).toEqual([])
})

/** Returns the description without its last sentence if that only says the form of a moment. */
const withoutMoment = (text = '') => text.replace(` ${texts.properties.momento}`, '')
const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/** Whether a description is a sentence of at least three words that says more than the label. */
const isSentence = (name: string, description?: string) => {
  const text = withoutMoment(description)
  const labels = [name, campoLabel(name), ...recordFields.flatMap((fields) => fields[name]?.label ?? [])]
  return (
    /^[\p{Lu}`].*\.$/u.test(text) &&
    words(text).length >= 3 &&
    labels.every((label) => words(label).join() !== words(text).join())
  )
}

test('GET /api/docs: describes each property and parameter in a sentence, not by its label', () => {
  expect(isSentence('peso', 'Peso')).toBe(false)
  expect(isSentence('no_ruta', 'No. de ruta.')).toBe(false)
  expect(isSentence('peso', 'Kilogramos de la carga.')).toBe(true)
  const parameters = operations().flatMap((operation) => operation.parameters.filter(({ $ref }) => !$ref))
  const described = [
    ...propertiesIn(document),
    ...parameters.map((each): [string, Schema] => [each.name, { description: each.description ?? '' }]),
  ]
  expect(described.filter(([name, { description }]) => !isSentence(name, description))).toEqual([])
})

/** Yields the properties of responses, also of the schemas that they name. */
function* responseProperties(): Generator<[string, Schema]> {
  const pending: unknown[] = operations().map(({ responses }) => responses)
  const seen = new Set<string>()
  // Iterating over an array includes the elements added meanwhile.
  for (const each of pending) {
    yield* propertiesIn(each)
    for (const [, name = ''] of JSON.stringify(each).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!seen.has(name)) pending.push(document.components.schemas[name])
      seen.add(name)
    }
  }
}

test('GET /api/docs: says of each property of a response when it is null', () => {
  const isNullable = ({ type, anyOf }: Schema): boolean =>
    [type].flat().includes('null') || !!anyOf?.some(isNullable)
  const nullable = [...responseProperties()].filter(([, each]) => isNullable(each))
  expect(nullable.length).toBeGreaterThan(150)
  expect(nullable.filter(([, { description }]) => !description?.includes('null'))).toEqual([])
})

test('GET /api/docs: says the unit of each field of a record that has one', () => {
  const units: Record<string, RegExp> = { Q: /quetzales/i, gal: /galones/i, km: /kilómetros/i, días: /días/i }
  const fields = recordFields.flatMap((each) => Object.entries(each)).filter(([, { unit }]) => unit)
  expect(fields.length).toBeGreaterThan(30)
  for (const [name, { unit = '', description }] of fields)
    expect([name, description]).toEqual([name, expect.stringMatching(units[unit] ?? unit)])
})

test('GET /api/docs: describes a field as its own record does', () => {
  expect(propertyOf('Factura', 'saldo')?.description).toContain('monto menos cobrado')
  expect(propertyOf('FacturaListada', 'numero')?.description).toContain('factura')
  expect(propertyOf('Cobro', 'cliente')?.description).not.toContain('POST')
  expect(propertyOf('Rendimiento', 'combustible')?.description).toContain('Quetzales')
  expect(propertyOf('AvisosResumen', 'total')?.description).toBe('Cuántos avisos hay.')
})

test('GET /api/docs: descriptions name units, codes, versions and clocks', () => {
  expect(propertyOf('Ruta', 'version')?.description).toContain('409')
  expect(propertyOf('Ruta', 'combustible')?.description).toContain('Galones')
  expect(propertyOf('Ruta', 'precio')?.description).toContain('Quetzales')
  expect(propertyOf('EntregaDelPiloto', 'desfase_s')?.description).toContain('reloj del teléfono')
  expect(propertyOf('Usuario', 'rol_id')?.description).toContain('2 piloto')
  expect(propertyOf('Error', 'success')?.description).not.toBe('')
  // The same name with two meanings.
  expect(propertyOf('Anotacion', 'direccion')?.description).toContain('IP')
  expect(propertyOf('Ajustes', 'direccion')?.description).toContain('empresa')
  expect(propertyOf('Margen', 'combustible')?.description).toContain('Quetzales')
})

test('GET /api/docs: returns an example for fields with a format of their own', () => {
  expect(propertyOf('RutaValues', 'no_ruta')?.examples).toEqual(['RUTA-9001'])
  expect(propertyOf('RutaValues', 'hora')?.examples).toEqual(['08:30:00'])
  expect(propertyOf('CamionValues', 'placa')?.examples).toEqual(['C-123BCD'])
})

test('GET /api/docs: describes moments as UTC, text ids not as numbers, and names a single allowed value', () => {
  const isMoment = ({ format, anyOf }: Schema): boolean => format === 'date-time' || !!anyOf?.some(isMoment)
  const properties = [...propertiesIn(document)]
  const moments = properties.filter(([, each]) => isMoment(each))
  expect(moments.length).toBeGreaterThan(50)
  expect(moments.filter(([, { description }]) => !description?.includes('UTC'))).toEqual([])
  const ids = properties.filter(([name, { type }]) => name === 'id' && type === 'string')
  expect(ids.filter(([, { description }]) => description?.includes('Número'))).toEqual([])
  const parameters = operations().flatMap((operation) => operation.parameters)
  const singleValued = parameters.filter(({ schema }) => schema?.enum?.length === 1)
  expect(singleValued.map(({ name }) => name)).toEqual(expect.arrayContaining(['horas', 'abiertos']))
  for (const { description, schema } of singleValued)
    expect(description).toContain(`\`${schema?.enum?.[0]}\``)
})

test('GET /api/docs: describes a token by its own texts, not by those of dias and nombre elsewhere', () => {
  expect(propertyOf('TokenValues', 'dias')?.description).toContain('730')
  expect(propertyOf('TokenValues', 'nombre')?.examples).toEqual(['Hoja del contador'])
  expect(propertyOf('TokenNuevo', 'token')?.description).toContain('null')
  expect(propertyOf('Archivo', 'nombre')?.examples).toBeUndefined()
})

test('openapiTexts.json: has no text for a property or an operation that does not exist', () => {
  const names = new Set([...propertiesIn(document)].map(([name]) => name))
  expect(Object.keys(texts.properties).filter((name) => !names.has(name))).toEqual([])
  const schemas = Object.entries(document.components.schemas)
  const owners = [...schemas, ...operations().map((each) => [each.operationId, each] as const)]
  const owned = new Set(
    owners.flatMap(([owner, each]) => [...propertiesIn(each)].map(([name]) => `${owner}.${name}`)),
  )
  const ownExamples = Object.keys(texts.examples).filter((name) => name.includes('.'))
  const own = [...Object.keys(texts.ownProperties), ...ownExamples]
  expect(own.filter((name) => !owned.has(name))).toEqual([])
  const parameters = operations().flatMap((each) =>
    each.parameters.flatMap(({ name }) => [name, `${each.operationId}.${name}`]),
  )
  expect(Object.keys(texts.parameters).filter((name) => !parameters.includes(name))).toEqual([])
  expect(Object.keys(texts.tags).filter((name) => !document.tags.some((tag) => tag.name === name))).toEqual(
    [],
  )
  const ids = new Set(operations().map(({ operationId }) => operationId))
  expect(Object.keys(texts.operations).filter((id) => !ids.has(id))).toEqual([])
})
