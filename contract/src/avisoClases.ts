import type { Access } from './access.ts'
import { calls } from './calls.ts'

interface AvisoClase {
  /** What its notices are called together. */
  titulo: string
  /** What the ids of its notices look like. */
  ids: RegExp
  /** Who sees notices of the class. */
  ver: Access
  /** Who puts them off. */
  posponer: Access
  /** Where its notices lead, unless to the page of what they are about; who sees them may open it. */
  page?: `/${string}/:id`
}

/** Kinds of notices, in the order in which they are counted. No zod: the browser imports it. */
export const avisoClases = {
  licencia: {
    titulo: 'Licencias',
    ids: /^choferes-\d+$/,
    ver: { anyOf: ['gestionar_catalogos', 'ver_rutas', 'crear_rutas', 'editar_rutas'], except: 'piloto' },
    posponer: calls['POST /api/documentos'],
  },
  documento: {
    titulo: 'Documentos',
    ids: /^(documentos-\d+|(choferes|ayudantes|camiones)-\d+-\d+)$/,
    ver: calls['GET /api/documentos'],
    posponer: calls['POST /api/documentos'],
  },
  choque: {
    titulo: 'Viajes que chocan',
    ids: /^rutas-\d+-\d+$/,
    ver: calls['GET /api/tablero'],
    posponer: calls['PUT /api/rutas/:id'],
  },
  sin_cerrar: {
    titulo: 'Viajes sin cerrar',
    // As many digits as fit the number that they are.
    ids: /^rutas-\d{1,18}$/,
    ver: calls['GET /api/tablero'],
    posponer: calls['PUT /api/rutas/:id'],
  },
  sin_evidencia: {
    titulo: 'Entregas sin evidencia',
    ids: /^evidencia-\d{1,18}$/,
    ver: calls['GET /api/tablero'],
    posponer: calls['PUT /api/rutas/:id'],
  },
  incidente_abierto: {
    titulo: 'Incidentes abiertos',
    ids: /^incidentes-\d{1,18}$/,
    ver: calls['GET /api/tablero'],
    posponer: calls['PUT /api/rutas/:id'],
  },
  por_liquidar: {
    titulo: 'Por liquidar',
    ids: /^liquidar-\d{1,18}$/,
    ver: calls['GET /api/saldos'],
    posponer: calls['POST /api/movimientos'],
    page: '/dinero/piloto/:id',
  },
  correo: {
    titulo: 'Correo',
    ids: /^correo$/,
    ver: calls['GET /api/correo'],
    posponer: calls['GET /api/correo'],
  },
} as const satisfies Record<string, AvisoClase>

export type AvisoClaseName = keyof typeof avisoClases
// Object.keys forgets its keys.
export const avisoClaseNames = Object.keys(avisoClases) as AvisoClaseName[]

/** A class, with what it may lack. */
export const claseOf = (name: AvisoClaseName): AvisoClase => avisoClases[name]

/** Of each class so many are listed, and so many counted: of what nobody closes there is no end. */
export const avisoLimits = { maxListed: 200, maxCounted: 1000 }

/** Of what class a notice is, which its id tells. */
export const avisoClaseOf = (id: string): AvisoClaseName | undefined =>
  avisoClaseNames.find((name) => avisoClases[name].ids.test(id))
