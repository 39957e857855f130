import type { CatalogueName } from '@flota/contract/catalogues.ts'
import type { AnyCatalogue, RecordMeta } from '@flota/contract/definition.ts'
import { useEndpoint, useSave } from '../../api/cache/queries.ts'
import type { Paginacion } from '../../api/call.ts'

/** A catalogue of which only the definition is known. */
export type Catalogue = AnyCatalogue & { readonly name: CatalogueName }

/** What a form types: text in every field. */
export type Values = Record<string, string>

/** A record of whichever catalogue. */
export type Row = RecordMeta & Record<string, string | number | null>

interface ListQuery {
  pagina: number
  porPagina: number
  buscar?: string | undefined
  orden?: string | undefined
}
interface Page {
  data: Row[]
  paginacion: Paginacion
}
interface Done {
  message: string
}

// The five calls of a catalogue that is known by its name alone. The contract types each catalogue's
// exactly; what they have in common is written here, and the casts of the machinery with it.

export function useRows(name: CatalogueName, query: ListQuery) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(`GET /api/${name}`, { query })
  return { data: data as Page | undefined, error, isPlaceholderData, refetch }
}

export function useRow(name: CatalogueName, id: string) {
  const { data, error, refetch } = useEndpoint(`GET /api/${name}/:id`, { params: { id } })
  const again = async () => (await refetch()).data?.data as Row | undefined
  return { row: data?.data as Row | undefined, error, refetch: again }
}

export function useCreate(name: CatalogueName) {
  const create = useSave(`POST /api/${name}`)
  return (values: Values): Promise<Done> => create({ body: values as never })
}

export function useUpdate(name: CatalogueName) {
  const update = useSave(`PUT /api/${name}/:id`)
  return (id: number, values: Values, version: number): Promise<Done> =>
    update({ params: { id }, body: { ...values, version } as never })
}

export function useRemove(name: CatalogueName) {
  const remove = useSave(`DELETE /api/${name}/:id`)
  return ({ id, version }: Row): Promise<Done> => remove({ params: { id }, query: { version } })
}
