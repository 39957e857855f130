import { z } from 'zod'
import type { ContractLine } from './calls.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { pathId, queryVersion, version } from './values.ts'

type EmptyObject = z.ZodObject<Record<never, never>>
type ById = z.ZodType<{ id: number }>
type SchemaOf<Data> = z.ZodType<Data, Data>

/** Endpoints to show, create, replace and delete a record. */
export interface Crud<Row, Values> {
  show: Endpoint<ContractLine, ById, EmptyObject, EmptyObject, SchemaOf<Row>, 'data'>
  create: Endpoint<ContractLine, EmptyObject, EmptyObject, z.ZodType<Values>, SchemaOf<Row>, 'data'>
  update: Endpoint<
    ContractLine,
    ById,
    EmptyObject,
    z.ZodType<Values & { version?: number | null | undefined }>,
    SchemaOf<Row>,
    'data'
  >
  remove: Endpoint<
    ContractLine,
    ById,
    z.ZodType<{ version?: number | undefined }>,
    EmptyObject,
    z.ZodNull,
    'data'
  >
}

/** Paths with PUT and DELETE; they have GET and POST too. */
type PathOf<Method extends string> = {
  [L in ContractLine]: L extends `${Method} /api/${infer Path}/:id` ? Path : never
}[ContractLine]
type CrudPath = PathOf<'PUT'> & PathOf<'DELETE'>

/**
 * Returns the body schemas of POST and PUT. PUT also takes the record's version.
 * @param checks cross-field rules of both
 */
export const formsOf = <Shape extends z.core.$ZodLooseShape>(
  name: string,
  values: z.ZodObject<Shape>,
  ...checks: z.core.$ZodCheck<Record<string, unknown>>[]
) => ({
  values: values.check(...checks).meta({ id: `${name}Values` }),
  changes: values
    .extend({ version: version() })
    .check(...checks)
    .meta({ id: `${name}Changes` }),
})

interface CrudShape<Row, Values, Changes> {
  row: Row
  values: Values
  changes: Changes
  words: { singular: string; created: string; updated: string; deleted: string }
}

/** Builds the four endpoints. Access rules come from calls.ts. */
export function crudOf<
  Path extends CrudPath,
  Row extends z.ZodType,
  Values extends z.ZodType,
  Changes extends z.ZodType,
>(path: Path, { row, values, changes, words }: CrudShape<Row, Values, Changes>) {
  const recordLabel = words.singular.toLowerCase()
  const params = z.object({ id: pathId() })
  return {
    show: endpoint(`GET /api/${path}/:id`, { summary: `Ver ${recordLabel}`, params, data: row }),
    create: endpoint(`POST /api/${path}`, {
      summary: `Crear ${recordLabel}`,
      body: values,
      data: row,
      creates: true,
      message: words.created,
    }),
    update: endpoint(`PUT /api/${path}/:id`, {
      summary: `Editar ${recordLabel}`,
      params,
      body: changes,
      data: row,
      message: words.updated,
    }),
    remove: endpoint(`DELETE /api/${path}/:id`, {
      summary: `Eliminar ${recordLabel}`,
      params,
      query: z.object({ version: queryVersion() }),
      data: z.null(),
      message: words.deleted,
      // Deleting a pilot also deactivates its user.
      logAction: 'estado',
    }),
  }
}
