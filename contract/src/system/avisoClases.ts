import type { Access } from '../core/access.ts'
import { calls } from '../core/calls.ts'
import { keysOf } from '../core/keys.ts'

interface AvisoClase {
  titulo: string
  idPattern: RegExp
  viewAccess: Access
  postponeAccess: Access
  /** Page that its notices link to, by default the page of their record. Readers of the class can open it. */
  page?: `/${string}/:id`
}

/** Classes of notices, in the order of their counts. No zod: the web imports it. */
export const avisoClases = {
  licencia: {
    titulo: 'Licencias',
    idPattern: /^choferes-\d+$/,
    viewAccess: {
      anyOf: ['gestionar_catalogos', 'ver_rutas', 'crear_rutas', 'editar_rutas'],
      except: 'piloto',
    },
    postponeAccess: calls['POST /api/documentos'],
  },
  documento: {
    titulo: 'Documentos',
    idPattern: /^(documentos-\d+|(choferes|ayudantes|camiones)-\d+-\d+)$/,
    viewAccess: calls['GET /api/documentos'],
    postponeAccess: calls['POST /api/documentos'],
  },
  choque: {
    titulo: 'Viajes que chocan',
    idPattern: /^rutas-\d+-\d+$/,
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  sin_cerrar: {
    titulo: 'Viajes sin cerrar',
    // At most as many digits as an id can have.
    idPattern: /^rutas-\d{1,18}$/,
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  sin_evidencia: {
    titulo: 'Entregas sin evidencia',
    idPattern: /^evidencia-\d{1,18}$/,
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  incidente_abierto: {
    titulo: 'Incidentes abiertos',
    idPattern: /^incidentes-\d{1,18}$/,
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  por_liquidar: {
    titulo: 'Por liquidar',
    idPattern: /^liquidar-\d{1,18}$/,
    viewAccess: calls['GET /api/saldos'],
    postponeAccess: calls['POST /api/movimientos'],
    page: '/dinero/piloto/:id',
  },
  correo: {
    titulo: 'Correo',
    idPattern: /^correo$/,
    viewAccess: calls['GET /api/correo'],
    postponeAccess: calls['GET /api/correo'],
  },
} as const satisfies Record<string, AvisoClase>

export type AvisoClaseName = keyof typeof avisoClases
export const avisoClaseNames = keysOf(avisoClases)

/** Returns the class typed with its optional properties. */
export const claseOf = (name: AvisoClaseName): AvisoClase => avisoClases[name]

/** Notices listed and counted per class. Trips that stay open would make the list endless. */
export const avisoLimits = { maxListed: 200, maxCounted: 1000 }

export const avisoClaseOf = (id: string): AvisoClaseName | undefined =>
  avisoClaseNames.find((name) => avisoClases[name].idPattern.test(id))
