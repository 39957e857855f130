import { z } from 'zod'
import type { ContractLine } from '../core/calls.ts'
import { changedRow, changesOrder, changesQuery } from '../core/changes.ts'
import { type Crud, crudOf, formsOf } from '../core/crud.ts'
import { type Endpoint, endpoint } from '../core/endpoint.ts'
import { checksOfNew } from '../core/fieldRules.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { fromKeys, keysOf } from '../core/keys.ts'
import { type ListExport, listExport } from '../core/listExport.ts'
import { listQuery, named, queryText, recordMeta } from '../core/values.ts'
import type { CatalogueName } from '../records/catalogues.ts'
import type { CatalogueDefinition, FieldSet, RecordMeta } from '../records/definition.ts'
import { aliasEndpoints } from './alias.ts'

const catalogueOrders = ['nombre', '-nombre', 'recientes'] as const

export interface CatalogueListQuery {
  pagina: number
  porPagina: number
  buscar?: string | undefined
  /** A whole name: only the records that it means in a form or a sheet. */
  nombre?: string | undefined
  /** One of `catalogueOrders`, of the definition's `orders`, or 'actualizado'. */
  orden: string
  actualizado_desde?: string | undefined
}

export type AnyRow = RecordMeta & Record<string, string | number | null>
/** `eliminado_en` only in the order 'actualizado'. */
export type AnyListRow = RecordMeta & Record<string, string | number | null | undefined>
export type AnyValues = Record<string, string | number | null | undefined>

export interface AnyCatalogueCalls extends Crud<AnyRow, AnyValues> {
  list: Endpoint<
    ContractLine,
    z.ZodObject<Record<never, never>>,
    z.ZodType<CatalogueListQuery>,
    z.ZodObject<Record<never, never>>,
    z.ZodType<AnyListRow[], AnyListRow[]>,
    'page'
  >
  exportar: ListExport<
    z.ZodType<Omit<CatalogueListQuery, 'pagina' | 'porPagina' | 'nombre' | 'actualizado_desde'>>
  >
  aliases: AliasEndpoints['aliases']
  removeAlias: AliasEndpoints['removeAlias']
}

type AliasEndpoints = ReturnType<typeof aliasEndpoints>

/** Returns the schema of a stored record. Of a field that a record may lack null. */
const rowSchema = <F extends FieldSet, Read extends string>({
  record,
  fields,
  readOnly,
}: Pick<CatalogueDefinition<string, F, Read>, 'record' | 'fields' | 'readOnly'>) =>
  named(record, {
    ...recordMeta,
    ...outputShape(fields),
    ...fromKeys(keysOf(readOnly), () => z.union([z.string(), z.number()]).nullable()),
  })

export function catalogueEndpoints<Name extends CatalogueName, F extends FieldSet, Read extends string>(
  definition: CatalogueDefinition<Name, F, Read>,
) {
  const { name, record, fields, words } = definition
  const row = rowSchema(definition)
  const input = z.object(inputShape(fields))
  const forms = {
    values: input.check(...checksOfNew(fields)).meta({ id: `${record}Values` }),
    changes: formsOf(record, input).changes,
  }
  const orders = [...catalogueOrders, ...Object.keys(definition.orders)]
  const query = { buscar: listQuery.buscar, orden: z.enum(orders).default('nombre') }
  const listName = words.title.toLowerCase()
  return {
    list: endpoint(`GET /api/${name}`, {
      summary: `Listar ${listName}`,
      query: z.object({
        ...listQuery,
        ...query,
        orden: z.enum([...orders, changesOrder]).default('nombre'),
        nombre: queryText(),
        ...changesQuery,
      }),
      data: z.array(named(`${record}EnLista`, { ...row.shape, ...changedRow })),
      wrapping: 'page',
    }),
    exportar: listExport(`GET /api/${name}/exportar`, listName, z.object(query)),
    ...crudOf(name, { row, ...forms, words }),
    ...aliasEndpoints(name, words.singular.toLowerCase()),
  }
}
