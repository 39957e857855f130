import { catalogues } from '@flota/contract/catalogues.ts'
import type { CataloguePage } from '@flota/contract/pages.ts'
import type { Load, ScreenProps } from '../../paths.ts'
import type { Catalogue } from './calls.ts'

/** The screens drawn from the definition. */
const standard = (catalogue: Catalogue) => ({
  list: async () => {
    const { List } = await import('./List.tsx')
    return () => <List catalogue={catalogue} />
  },
  form: async () => {
    const { Form } = await import('./form/Form.tsx')
    return ({ params: { id } }: ScreenProps) => <Form catalogue={catalogue} id={id ?? null} />
  },
  show: async () => {
    const { Detail } = await import('./Detail.tsx')
    return ({ params: { id = '' } }: ScreenProps) => <Detail catalogue={catalogue} id={id} />
  },
})

/** The screens by address. */
export const cataloguePages = Object.fromEntries(
  Object.values(catalogues).flatMap((catalogue) => {
    const { list, form, show } = standard(catalogue)
    const { screens } = catalogue
    return [
      [screens.list, list],
      [screens.create, form],
      [screens.edit, form],
      ...screens.show.map((page) => [page, show] as const),
    ]
  }),
  // fromEntries forgets its keys: they are the screens' own addresses.
) as Record<CataloguePage, Load>
