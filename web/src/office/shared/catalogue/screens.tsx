import type { CataloguePage } from '@flota/contract/core/pages.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import type { LoadScreen, ScreenProps } from '../../../shell/paths.ts'
import type { Catalogue } from './calls.ts'

const catalogueScreens = (catalogue: Catalogue) => ({
  list: async () => {
    const { CatalogueList } = await import('./CatalogueList.tsx')
    return () => <CatalogueList catalogue={catalogue} />
  },
  form: async () => {
    const { CatalogueForm } = await import('./form/CatalogueForm.tsx')
    return ({ params: { id } }: ScreenProps) => <CatalogueForm catalogue={catalogue} id={id ?? null} />
  },
  show: async () => {
    const { CatalogueDetail } = await import('./CatalogueDetail.tsx')
    return ({ params: { id = '' } }: ScreenProps) => <CatalogueDetail catalogue={catalogue} id={id} />
  },
})

export const cataloguePages = Object.fromEntries(
  Object.values(catalogues).flatMap((catalogue) => {
    const { list, form, show } = catalogueScreens(catalogue)
    const { screens } = catalogue
    return [
      [screens.list, list],
      [screens.create, form],
      [screens.edit, form],
      ...screens.show.map((page) => [page, show] as const),
    ]
  }),
  // Object.fromEntries loses the type of the keys: the catalogues' addresses.
) as Record<CataloguePage, LoadScreen>
