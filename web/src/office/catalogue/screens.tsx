import type { CatalogueName } from '@flota/contract/catalogues.ts'
import { catalogues } from '@flota/contract/catalogues.ts'
import type { CataloguePage } from '@flota/contract/pages.ts'
import type { ComponentType } from 'react'
import type { Catalogue } from './calls.ts'

interface ScreenProps {
  params: Record<string, string>
}
type Load = () => Promise<ComponentType<ScreenProps>>

interface Screens {
  list: Load
  /** Of a new record and of a stored one. */
  form: Load
  show: Load
}

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

/** A catalogue that needs another screen puts its own after the standard ones. */
const catalogueScreens: Record<CatalogueName, Screens> = {
  choferes: standard(catalogues.choferes),
  ayudantes: standard(catalogues.ayudantes),
  clientes: standard(catalogues.clientes),
  camiones: standard(catalogues.camiones),
}

/** The screens by address. */
export const cataloguePages = Object.fromEntries(
  Object.values(catalogues).flatMap(({ name, screens }) => {
    const { list, form, show } = catalogueScreens[name]
    return [
      [screens.list, list],
      [screens.create, form],
      [screens.edit, form],
      ...screens.show.map((page) => [page, show] as const),
    ]
  }),
  // fromEntries forgets its keys: they are the screens' own addresses.
) as Record<CataloguePage, Load>
