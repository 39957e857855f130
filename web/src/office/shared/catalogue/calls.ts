import type { AnyRow, CatalogueListQuery } from '@flota/contract/people/catalogue.ts'
import type { CatalogueName } from '@flota/contract/records/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/records/definition.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Paginacion } from '../../../api/call.ts'

export type Catalogue = AnyCatalogue & { readonly name: CatalogueName }
export type CatalogueRow = AnyRow

type CatalogueQuery = Omit<CatalogueListQuery, 'orden'> & { orden?: string | undefined }

// Types the common part of all catalogues' calls once; the contract types each of them exactly.

export function useCatalogueRows(name: CatalogueName, query: CatalogueQuery) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(`GET /api/${name}`, { query })
  return {
    data: data as { data: CatalogueRow[]; paginacion: Paginacion } | undefined,
    error,
    isPlaceholderData,
    refetch,
  }
}
