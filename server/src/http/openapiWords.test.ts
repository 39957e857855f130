import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../test/testApp.ts'
import { fieldWords } from './openapiFields.ts'
import { ownFieldWords } from './openapiWords.ts'

// What GET /api/docs says to who does not know the company's words.

interface Said {
  $ref?: string
  description?: string
  examples?: unknown[]
}
interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, { tags: string[]; parameters: Said[] }>>
  components: { schemas: Record<string, { properties?: Record<string, Said> }> }
}

let server: TestApp
let document: Document
beforeAll(async () => {
  server = await testApp()
  document = (await server.stranger.get('/api/docs')).body
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

test.each([Object.keys(fieldWords), Object.keys(ownFieldWords).map((each) => each.split('.')[1] ?? '')])(
  'nothing of a property that is not there',
  (...names) => {
    const there = new Set([...propertiesIn(document)].map(([name]) => name))
    expect(names.filter((name) => !there.has(name))).toEqual([])
  },
)
