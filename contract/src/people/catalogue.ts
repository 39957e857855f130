import { z } from 'zod'
import type { ContractLine } from '../core/calls.ts'
import { type Crud, crudOf, formsOf } from '../core/crud.ts'
import { type Endpoint, endpoint } from '../core/endpoint.ts'
import { type ListExport, listExport } from '../core/listExport.ts'
import { date, listQuery, named, recordMeta, text } from '../core/values.ts'
import type { CatalogueField } from '../records/catalogueFields.ts'
import type { CatalogueName } from '../records/catalogues.ts'
import type { CatalogueDefinition, FieldSet, RecordMeta } from '../records/definition.ts'

const catalogueOrders = ['nombre', '-nombre', 'recientes'] as const

export interface CatalogueListQuery {
  pagina: number
  porPagina: number
  buscar?: string | undefined
  /** One of `catalogueOrders` or of the definition's `orders`. */
  orden: string
}

export type AnyRow = RecordMeta & Record<string, string | number | null>
export type AnyValues = Record<string, string | number | null | undefined>

export interface AnyCatalogueCalls extends Crud<AnyRow, AnyValues> {
  list: Endpoint<
    ContractLine,
    z.ZodObject<Record<never, never>>,
    z.ZodType<CatalogueListQuery>,
    z.ZodObject<Record<never, never>>,
    z.ZodType<AnyRow[], AnyRow[]>,
    'page'
  >
  exportar: ListExport<z.ZodType<Omit<CatalogueListQuery, 'pagina' | 'porPagina'>>>
}

type InputSchema = z.ZodType<string, string>
type ReadSchema<F extends CatalogueField> = F['kind'] extends 'date'
  ? z.ZodNullable<z.ZodString>
  : z.ZodString

const inputSchema = (field: CatalogueField): InputSchema => (field.kind === 'date' ? date() : text(field.max))

const mapValues = <T extends Record<string, unknown>, R>(record: T, map: (value: T[keyof T]) => R) =>
  // Object.entries loses the key type.
  Object.fromEntries(
    Object.entries(record as Record<string, T[keyof T]>).map(([key, value]) => [key, map(value)]),
  ) as Record<keyof T, R>

/** Returns the schema of the catalogue's form: every field is required. */
export const valuesSchema = <F extends FieldSet>(fields: F) => z.object(mapValues(fields, inputSchema))

/** Returns the schema of a stored record. Old records may lack a date: then it is null. */
const rowSchema = <F extends FieldSet, Read extends string>({
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

export function catalogueEndpoints<Name extends CatalogueName, F extends FieldSet, Read extends string>(
  definition: CatalogueDefinition<Name, F, Read>,
) {
  const { name, record, fields, words } = definition
  const row = rowSchema(definition)
  const orders = [...catalogueOrders, ...Object.keys(definition.orders)]
  const query = { buscar: listQuery.buscar, orden: z.enum(orders).default('nombre') }
  const listName = words.title.toLowerCase()
  return {
    list: endpoint(`GET /api/${name}`, {
      summary: `Listar ${listName}`,
      query: z.object({ ...listQuery, ...query }),
      data: z.array(row),
      wrapping: 'page',
    }),
    exportar: listExport(`GET /api/${name}/exportar`, listName, z.object(query)),
    ...crudOf(name, { row, ...formsOf(record, valuesSchema(fields)), words }),
  }
}
