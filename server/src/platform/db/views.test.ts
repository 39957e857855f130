import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { keysOf } from '@flota/contract/core/keys.ts'
import { archivos } from '@flota/contract/documents/archivos.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { cargaOwnFields } from '@flota/contract/records/cargas.ts'
import { callPathOf, type RegistroTipo, registroTipos } from '@flota/contract/records/registros.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { many, sql } from './sql.ts'

// Reads come from views, writes go to tables: a field that one of them lacks would be lost silently.

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

/** JSON type of each database type; `time` and `date` stay text. */
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
/** Returns the JSON types that a schema accepts. */
const typesOf = ({ type = [], format, items, anyOf = [] }: JsonType): string[] =>
  items
    ? typesOf(items).map((each) => `${each}[]`)
    : [...[type].flat().map((each) => (format === 'date-time' ? format : each)), ...anyOf.flatMap(typesOf)]

/** Returns the fields of a schema. A named schema is in `$defs`. */
function fieldsOf(schema: z.ZodType) {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' })
  const named = json.$defs?.[json.$ref?.split('/').at(-1) ?? '']
  const properties = (named ?? json).properties as Record<string, JsonType>
  return Object.entries(properties).map(([name, field]) => ({ name, types: typesOf(field) }))
}

interface Kind {
  name: string
  read: z.ZodType
  sent: z.ZodType
  /** Fields that are sent but not stored as they are. */
  apart?: string[]
  /** Columns that the view of another kind reads. */
  elsewhere?: string[]
  /** Fields that are computed at read time. */
  reckoned?: string[]
}
/** Exceptions. */
const unlike: Partial<Record<RegistroTipo, Partial<Kind>>> = {
  // The trip stores the client's id, not its name.
  rutas: { apart: ['cliente', 'motivo_excepcion'] },
  // lineas is jsonb.
  mantenimientos: { reckoned: ['lineas'] },
  // viaje is read beside the view, with viaje=si.
  movimientos: { elsewhere: keysOf(cargaOwnFields), reckoned: ['viaje'] },
  // Only the password's hash is stored, and it is never read.
  usuarios: { apart: ['password'] },
  // The body is the file; the fields are in the query.
  archivos: { sent: archivos.create.query },
  liquidaciones: { apart: ['movimientos'], reckoned: ['movimientos'] },
  cobros: { apart: ['aplicaciones'], reckoned: ['aplicaciones'] },
  planes: { apart: ['camiones'], reckoned: ['dias', 'estado'] },
  // The table's column has the ids of the lines, for the log.
  facturas: { reckoned: ['dias', 'rutas'] },
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

/** Columns for internal use. */
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
  'facturada',
  'fecha_ruta',
  'busqueda_carga',
  'odometro',
]

test.each(records)('$name: the view matches the response schema', async ({ name, read, reckoned }) => {
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
    // The catalogue does not know whether a joined column can be null.
    expect(
      table.get(field.name)?.nullable ?? canBeNull,
      `table ${name}: whether ${field.name} can be null, as its schema says`,
    ).toBe(canBeNull)
  }
})

test.each(records)('$name: every request field has a column, and every column is read', async (record) => {
  const namesOf = (schema: z.ZodType) => fieldsOf(schema).map(({ name }) => name)
  const [read, sent] = [namesOf(record.read), namesOf(record.sent)]
  const stored = [...(await columnsOf(record.name)).keys()]
  expect(stored, `table ${record.name} has a column for each field that is sent`).toEqual(
    expect.arrayContaining(sent.filter((name) => !record.apart?.includes(name))),
  )
  expect(read, `the schema of what is read has each column of table ${record.name}`).toEqual(
    expect.arrayContaining(
      stored.filter((column) => ![...internal, ...(record.elsewhere ?? [])].includes(column)),
    ),
  )
})
