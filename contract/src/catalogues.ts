import { camiones } from './camiones.ts'

/** A new catalogue is registered here. The order is that of the menu. */
export const catalogues = { camiones }

export type Catalogues = typeof catalogues
export type CatalogueName = keyof Catalogues
