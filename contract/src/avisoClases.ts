import type { Access } from './access.ts'
import { calls } from './calls.ts'

interface AvisoClase {
  /** Who sees notices of the class. */
  ver: Access
  /** Who puts them off. */
  posponer: Access
}

/** Kinds of notices, in the order in which they are counted. No zod: the browser imports it. */
export const avisoClases = {
  licencia: { ver: calls['GET /api/choferes'], posponer: calls['POST /api/documentos'] },
  documento: { ver: calls['GET /api/documentos'], posponer: calls['POST /api/documentos'] },
  choque: { ver: calls['GET /api/tablero'], posponer: calls['PUT /api/rutas/:id'] },
  sin_cerrar: { ver: calls['GET /api/tablero'], posponer: calls['PUT /api/rutas/:id'] },
} as const satisfies Record<string, AvisoClase>

export type AvisoClaseName = keyof typeof avisoClases
// Object.keys forgets its keys.
export const avisoClaseNames = Object.keys(avisoClases) as AvisoClaseName[]
