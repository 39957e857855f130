import type { catalogueScreens } from '../core/catalogueScreens.ts'
import { keysOf } from '../core/keys.ts'
import { ayudantes } from './ayudantes.ts'
import { camiones } from './camiones.ts'
import { choferes } from './choferes.ts'
import { clientes } from './clientes.ts'

type CatalogueRegistry = Record<keyof typeof catalogueScreens, unknown>

/** Register a new catalogue here. The menu has the same order. */
export const catalogues = { choferes, ayudantes, clientes, camiones } satisfies CatalogueRegistry

export type Catalogues = typeof catalogues
export type CatalogueName = keyof Catalogues

export const isCatalogue = (name: string): name is CatalogueName => Object.hasOwn(catalogues, name)
export const catalogueNames = keysOf(catalogues)
