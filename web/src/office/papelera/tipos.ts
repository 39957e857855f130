import { type CatalogueName, catalogues } from '@flota/contract/catalogues.ts'
import type { papeleraTipos } from '@flota/contract/papelera.ts'
import { type LucideIcon, Route, UserRound, Wrench } from 'lucide-react'
import { catalogueIcons } from '../parts/catalogueIcons.ts'

type Tipo = (typeof papeleraTipos)[number]

interface Words {
  label: string
  Icon: LucideIcon
  /** In a question, before the record's name. */
  asked: string
  /** A note after restoring. */
  after?: string
}

const ofCatalogues = Object.fromEntries(
  Object.values(catalogues).map(({ name, words: { singular, asked }, menu }) => [
    name,
    { label: singular, Icon: catalogueIcons[menu.icon], asked },
  ]),
  // fromEntries forgets its keys: they are the catalogues' names.
) as Record<CatalogueName, Words>

export const tipos: Record<Tipo, Words> = {
  ...ofCatalogues,
  rutas: { label: 'Ruta', Icon: Route, asked: 'la ruta' },
  mantenimientos: { label: 'Mantenimiento', Icon: Wrench, asked: 'el mantenimiento del camión' },
  usuarios: {
    label: 'Usuario',
    Icon: UserRound,
    asked: 'al usuario',
    after: 'Quedará inactivo hasta que lo actives en Usuarios.',
  },
}
