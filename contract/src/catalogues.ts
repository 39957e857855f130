import { ayudantes } from './ayudantes.ts'
import { camiones } from './camiones.ts'
import { choferes } from './choferes.ts'
import { clientes } from './clientes.ts'

/** A new catalogue is registered here. The order is that of the menu. */
export const catalogues = { choferes, ayudantes, clientes, camiones }

export type Catalogues = typeof catalogues
export type CatalogueName = keyof Catalogues

export const isCatalogue = (name: string): name is CatalogueName => Object.hasOwn(catalogues, name)
// Object.keys forgets its keys.
export const catalogueNames = Object.keys(catalogues) as CatalogueName[]
