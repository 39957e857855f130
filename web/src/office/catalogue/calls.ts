import type { CatalogueName } from '@flota/contract/catalogues.ts'
import type { AnyCatalogue, RecordMeta } from '@flota/contract/definition.ts'
import { useEndpoint, useSave } from '../../api/cache/queries.ts'
import type { Paginacion } from '../../api/call.ts'

export type Catalogue = AnyCatalogue & { readonly name: CatalogueName }

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

// The contract types each catalogue's calls exactly; here their common part is typed once, with the casts it takes.

export function useRows(name: CatalogueName, query: ListQuery) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(`GET /api/${name}`, { query })
  return { data: data as Page | undefined, error, isPlaceholderData, refetch }
}

export function useRemove(name: CatalogueName) {
  const remove = useSave(`DELETE /api/${name}/:id`)
  return ({ id, version }: Row): Promise<Done> => remove({ params: { id }, query: { version } })
}
