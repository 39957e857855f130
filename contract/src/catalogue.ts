import { z } from 'zod'
import type { Line } from './calls.ts'
import type { CatalogueName } from './catalogues.ts'
import type { CatalogueDefinition, Fields, RecordMeta } from './definition.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import type { CatalogueField } from './fields.ts'
import { date, listQuery, named, pathId, queryVersion, recordMeta, text, version } from './values.ts'

const catalogueOrders = ['nombre', '-nombre', 'recientes'] as const

export interface CatalogueListQuery {
  pagina: number
  porPagina: number
  buscar?: string | undefined
  /** One of the three that all have, or of the definition's `orders`. */
  orden: string
}

export type AnyRow = RecordMeta & Record<string, string | number | null>
export type AnyValues = Record<string, string | number | null | undefined>

type Versioned = { version?: number | null | undefined }
type ById = z.ZodType<{ id: number }>
type Nothing = z.ZodObject<Record<never, never>>

export interface AnyCatalogueCalls {
  list: Endpoint<Line, Nothing, z.ZodType<CatalogueListQuery>, Nothing, z.ZodType<AnyRow[], AnyRow[]>, 'page'>
  show: Endpoint<Line, ById, Nothing, Nothing, z.ZodType<AnyRow, AnyRow>, 'data'>
  create: Endpoint<Line, Nothing, Nothing, z.ZodType<AnyValues>, z.ZodType<AnyRow, AnyRow>, 'data'>
  update: Endpoint<Line, ById, Nothing, z.ZodType<AnyValues & Versioned>, z.ZodType<AnyRow, AnyRow>, 'data'>
  remove: Endpoint<Line, ById, z.ZodType<{ version?: number | undefined }>, Nothing, z.ZodNull, 'data'>
}

type InputSchema = z.ZodType<string, string>
type ReadSchema<F extends CatalogueField> = F['kind'] extends 'date'
  ? z.ZodNullable<z.ZodString>
  : z.ZodString

const inputSchema = (field: CatalogueField): InputSchema => (field.kind === 'date' ? date() : text(field.max))

const mapValues = <T extends Record<string, unknown>, R>(record: T, map: (value: T[keyof T]) => R) =>
  // Object.entries forgets the keys that it was given.
  Object.fromEntries(
    Object.entries(record as Record<string, T[keyof T]>).map(([key, value]) => [key, map(value)]),
  ) as Record<keyof T, R>

/** What a form of this catalogue sends: every field is required (contract.md section 9). */
export const valuesSchema = <F extends Fields>(fields: F) => z.object(mapValues(fields, inputSchema))

/** What GET gives of a record: texts as they are, a date that an old record lacks as null. */
const rowSchema = <F extends Fields, Read extends string>({
  record,
  fields,
  readOnly,
}: Pick<CatalogueDefinition<string, F, Read>, 'record' | 'fields' | 'readOnly'>) =>
  named(record, {
    ...recordMeta,
    ...(mapValues(fields, (field) => (field.kind === 'date' ? z.string().nullable() : z.string())) as {
      [K in keyof F]: ReadSchema<F[K]>
    }),
    ...mapValues(readOnly, () => z.union([z.string(), z.number()]).nullable()),
  })

export function catalogueEndpoints<Name extends CatalogueName, F extends Fields, Read extends string>(
  definition: CatalogueDefinition<Name, F, Read>,
) {
  const { name, record, fields, words } = definition
  const [one, many] = [words.singular.toLowerCase(), words.title.toLowerCase()]
  const row = rowSchema(definition)
  const values = valuesSchema(fields)
  const params = z.object({ id: pathId() })
  const orders = [...catalogueOrders, ...Object.keys(definition.orders)]
  return {
    list: endpoint(`GET /api/${name}`, {
      summary: `Listar ${many}`,
      query: z.object({ ...listQuery, orden: z.enum(orders).default('nombre') }),
      data: z.array(row),
      wrapping: 'page',
    }),
    show: endpoint(`GET /api/${name}/:id`, { summary: `Ver ${one}`, params, data: row }),
    create: endpoint(`POST /api/${name}`, {
      summary: `Crear ${one}`,
      body: values.meta({ id: `${record}Values` }),
      data: row,
      creates: true,
      message: words.created,
    }),
    update: endpoint(`PUT /api/${name}/:id`, {
      summary: `Editar ${one}`,
      params,
      body: values.extend({ version: version() }).meta({ id: `${record}Changes` }),
      data: row,
      message: words.updated,
    }),
    remove: endpoint(`DELETE /api/${name}/:id`, {
      summary: `Eliminar ${one}`,
      params,
      query: z.object({ version: queryVersion() }),
      data: z.null(),
      message: words.deleted,
    }),
  }
}
