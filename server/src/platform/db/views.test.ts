import { archivos } from '@flota/contract/archivos.ts'
import type { Endpoint } from '@flota/contract/endpoint.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { callPathOf, type RegistroTipo, registroTipos } from '@flota/contract/registros.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { many, sql } from './sql.ts'

// What is read is a view's row, and what is written is a table's: a field that one of them lacks would be lost
// between the two without a word.

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

interface Column {
  name: string
  type: string
  nullable: boolean
}
const columnsOf = async (relation: string): Promise<Map<string, Column>> =>
  new Map(
    (
      await many<Column>(
        server.db,
        sql`select attname as name, format_type(atttypid, null) as type, not attnotnull as nullable
          from pg_attribute where attrelid = ${relation}::regclass and attnum > 0 and not attisdropped`,
      )
    ).map((column) => [column.name, column]),
  )

/** What each type of the database is read as; a `time` and a `date` stay text. */
const readAs: Record<string, string[]> = {
  text: ['string'],
  date: ['string'],
  'time without time zone': ['string'],
  'timestamp with time zone': ['date-time'],
  smallint: ['integer', 'number'],
  integer: ['integer', 'number'],
  numeric: ['number'],
  boolean: ['boolean'],
  'text[]': ['string[]'],
  'smallint[]': ['integer[]'],
  'integer[]': ['integer[]'],
}

interface JsonType {
  type?: string | string[]
  format?: string
  items?: JsonType
  anyOf?: JsonType[]
}
/** All that a schema takes, in words. */
const typesOf = ({ type = [], format, items, anyOf = [] }: JsonType): string[] =>
  items
    ? typesOf(items).map((each) => `${each}[]`)
    : [...[type].flat().map((each) => (format === 'date-time' ? format : each)), ...anyOf.flatMap(typesOf)]

/** A named schema is told apart, in `$defs`, also where it is the whole. */
function fieldsOf(schema: z.ZodType) {
  const told = z.toJSONSchema(schema, { unrepresentable: 'any' })
  const named = told.$defs?.[told.$ref?.split('/').at(-1) ?? '']
  const properties = (named ?? told).properties as Record<string, JsonType>
  return Object.entries(properties).map(([name, field]) => ({ name, types: typesOf(field) }))
}

interface Kind {
  name: string
  read: z.ZodType
  sent: z.ZodType
  /** What is sent and not stored as it is. */
  apart?: string[]
  /** What is read and not stored: the day tells it. */
  reckoned?: string[]
}
/** What is not as it is of most. */
const unlike: Partial<Record<RegistroTipo, Partial<Kind>>> = {
  // A client that is only named has an id by the time its route is written.
  rutas: { apart: ['cliente', 'motivo_excepcion'] },
  // Of a password only its hash is kept, and that is never read.
  usuarios: { apart: ['password'] },
  // Its body is the bytes: what is said of them stands in the query.
  archivos: { sent: archivos.create.query },
  liquidaciones: { apart: ['movimientos'], reckoned: ['movimientos'] },
  documentos: { reckoned: ['dias', 'estado'] },
}
const endpointOf = (line: string): Endpoint => {
  const found = endpoints.find((each) => each.line === line)
  if (!found) throw new Error(`${line} is no call`)
  return found
}
const records: Kind[] = registroTipos.map((name) => {
  const address = callPathOf(name)
  const read = (endpoints.find(({ line }) => line === `GET ${address}`) ?? endpointOf(`PUT ${address}`)).data
  return { name, read, sent: endpointOf(`POST ${address.replace(/\/:\w+$/, '')}`).body, ...unlike[name] }
})

/** What the program adds to a record for its own use. */
const internal = [
  'busqueda',
  'correlativo',
  'gemelo',
  'password_hash',
  'eliminado_en',
  'eliminado_por',
  'oculto',
  'vivo',
  'vigencia',
  'terminado_en',
  'subido_por_id',
  'usuario_id',
  'por_estado',
  'inicio',
  'fin',
]

test.each(records)('$name are read as their schema says', async ({ name, read, reckoned }) => {
  const view = await columnsOf(`${name}_leer`)
  const table = await columnsOf(name)
  for (const field of fieldsOf(read)) {
    if (reckoned?.includes(field.name)) continue
    const type = view.get(field.name)?.type ?? 'no column'
    expect(
      readAs[type]?.some((each) => field.types.includes(each)),
      `view ${name}_leer: ${field.name} is ${type}, read as ${field.types.join(' or ')}`,
    ).toBe(true)
    const canBeNull = field.types.includes('null')
    // Of a joined column only the join knows.
    expect(
      table.get(field.name)?.nullable ?? canBeNull,
      `table ${name}: whether ${field.name} can be null, as its schema says`,
    ).toBe(canBeNull)
  }
})

test.each(records)('$name: what a form sends is stored, and what is stored is read', async (record) => {
  const namesOf = (schema: z.ZodType) => fieldsOf(schema).map(({ name }) => name)
  const [read, sent] = [namesOf(record.read), namesOf(record.sent)]
  const stored = [...(await columnsOf(record.name)).keys()]
  expect(stored, `table ${record.name} has a column for each field that is sent`).toEqual(
    expect.arrayContaining(sent.filter((name) => !record.apart?.includes(name))),
  )
  expect(read, `the schema of what is read has each column of table ${record.name}`).toEqual(
    expect.arrayContaining(stored.filter((column) => !internal.includes(column))),
  )
})
