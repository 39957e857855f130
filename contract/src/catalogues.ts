import { ayudantes } from './ayudantes.ts'
import { camiones } from './camiones.ts'
import { choferes } from './choferes.ts'
import { clientes } from './clientes.ts'

/** A new catalogue is registered here. The order is that of the menu. */
export const catalogues = { choferes, ayudantes, clientes, camiones }

export type Catalogues = typeof catalogues
export type CatalogueName = keyof Catalogues
