import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { fieldDescriptions } from './openapiFields.ts'
import { ownFieldDescriptions } from './openapiOwnFields.ts'
import { examples } from './openapiWords.ts'

// What GET /api/docs says to who does not know the company's words.

interface Said {
  $ref?: string
  description?: string
  examples?: unknown[]
  type?: string | string[]
  format?: string
  anyOf?: Said[]
}
interface Parameter {
  $ref?: string
  name: string
  description?: string
  schema?: { enum?: string[] }
}
interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, { operationId: string; tags: string[]; parameters: Parameter[] }>>
  components: { schemas: Record<string, { properties?: Record<string, Said> }> }
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

/** Every property of every schema within a value, by its name. */
function* propertiesIn(value: unknown): Generator<[string, Said]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, below] of Object.entries(value)) {
    if (key === 'properties') yield* Object.entries(below as Record<string, Said>)
    yield* propertiesIn(below)
  }
}

test('what each group, parameter and property is', () => {
  const groups = document.tags.map(({ name }) => name)
  expect(operations().flatMap(({ tags }) => tags.filter((tag) => !groups.includes(tag)))).toEqual([])
  expect(document.tags.filter(({ description }) => !/^\p{Lu}.+\.$/u.test(description))).toEqual([])
  const parameters = operations().flatMap((operation) => operation.parameters)
  expect(parameters.filter(({ $ref, description }) => !$ref && !description)).toEqual([])
  const properties = [...propertiesIn(document)]
  expect(properties.length).toBeGreaterThan(900)
  expect(properties.filter(([, { description }]) => !description)).toEqual([])
})

test('what a stranger would have to guess: units, spellings, versions, whose clock', () => {
  expect(propertyOf('Ruta', 'version')?.description).toContain('409')
  expect(propertyOf('Ruta', 'combustible')?.description).toContain('Galones')
  expect(propertyOf('Ruta', 'precio')?.description).toContain('Quetzales')
  expect(propertyOf('EntregaDelPiloto', 'desfase_s')?.description).toContain('reloj del teléfono')
  expect(propertyOf('Usuario', 'rol_id')?.description).toContain('2 piloto')
  expect(propertyOf('Error', 'success')?.description).not.toBe('')
  // One name that means two things.
  expect(propertyOf('Anotacion', 'direccion')?.description).toContain('IP')
  expect(propertyOf('Ajustes', 'direccion')?.description).toContain('empresa')
  expect(propertyOf('Margen', 'combustible')?.description).toContain('Quetzales')
})

test('an example, where one tells more than its type', () => {
  expect(propertyOf('RutaValues', 'no_ruta')?.examples).toEqual(['RUTA-9001'])
  expect(propertyOf('RutaValues', 'hora')?.examples).toEqual(['08:30:00'])
  expect(propertyOf('CamionValues', 'placa')?.examples).toEqual(['C-123BCD'])
})

test('a moment says that it is one, a number of a record is one, and a parameter names its only word', () => {
  const isMoment = ({ format, anyOf }: Said): boolean => format === 'date-time' || !!anyOf?.some(isMoment)
  const properties = [...propertiesIn(document)]
  const moments = properties.filter(([, each]) => isMoment(each))
  expect(moments.length).toBeGreaterThan(50)
  expect(moments.filter(([, { description }]) => !description?.includes('UTC'))).toEqual([])
  const ids = properties.filter(([name, { type }]) => name === 'id' && type === 'string')
  expect(ids.filter(([, { description }]) => description?.includes('Número'))).toEqual([])
  const named = operations().flatMap(({ parameters }) => parameters)
  const ofOneWord = named.filter(({ schema }) => schema?.enum?.length === 1)
  expect(ofOneWord.map(({ name }) => name)).toEqual(expect.arrayContaining(['horas', 'abiertos']))
  for (const { description, schema } of ofOneWord) expect(description).toContain(`\`${schema?.enum?.[0]}\``)
})

test('of a token what it is for, not what another number of days or a name is', () => {
  expect(propertyOf('TokenValues', 'dias')?.description).toContain('730')
  expect(propertyOf('TokenValues', 'nombre')?.examples).toEqual(['Hoja del contador'])
  expect(propertyOf('TokenNuevo', 'token')?.description).toContain('null')
  expect(propertyOf('Archivo', 'nombre')?.examples).toBeUndefined()
})

test('nothing of a property that is not there', () => {
  const there = new Set([...propertiesIn(document)].map(([name]) => name))
  expect(Object.keys(fieldDescriptions).filter((name) => !there.has(name))).toEqual([])
  const schemas = Object.entries(document.components.schemas)
  const owners = [...schemas, ...operations().map((each) => [each.operationId, each] as const)]
  const owned = new Set(
    owners.flatMap(([owner, each]) => [...propertiesIn(each)].map(([name]) => `${owner}.${name}`)),
  )
  const isOwned = (name: string) => name.includes('.')
  const own = [...Object.keys(ownFieldDescriptions), ...Object.keys(examples).filter(isOwned)]
  expect(own.filter((name) => !owned.has(name))).toEqual([])
})
