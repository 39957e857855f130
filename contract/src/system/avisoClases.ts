import type { Access } from '../core/access.ts'
import { calls } from '../core/calls.ts'
import { keysOf } from '../core/keys.ts'
import { documentoEntidades } from '../records/estados.ts'

interface AvisoIdForm {
  prefix: string
  /** Number of record ids after the prefix. */
  parts: 0 | 1 | 2
  /** As that of the class. */
  page?: `/${string}:id`
}

interface AvisoClase {
  titulo: string
  /** Forms of its ids: a prefix and ids of records, joined by '-'. */
  ids: readonly AvisoIdForm[]
  viewAccess: Access
  postponeAccess: Access
  /** Page that its notices link to, if the caller may open it, else to the page of their record. */
  page?: `/${string}:id`
}

/** Classes of notices, in the order of their counts. No zod: the web imports it. */
export const avisoClases = {
  licencia: {
    titulo: 'Licencias',
    ids: [{ prefix: 'choferes', parts: 1 }],
    viewAccess: {
      anyOf: ['gestionar_catalogos', 'ver_rutas', 'crear_rutas', 'editar_rutas'],
      except: 'piloto',
    },
    postponeAccess: calls['POST /api/documentos'],
  },
  documento: {
    titulo: 'Documentos',
    // A missing document is named by its record and its type.
    ids: [
      { prefix: 'documentos', parts: 1 },
      ...documentoEntidades.map((prefix) => ({ prefix, parts: 2 }) as const),
    ],
    viewAccess: calls['GET /api/documentos'],
    postponeAccess: calls['POST /api/documentos'],
  },
  choque: {
    titulo: 'Viajes traslapados',
    ids: [{ prefix: 'rutas', parts: 2 }],
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  con_retraso: {
    titulo: 'Con retraso',
    ids: [{ prefix: 'retraso', parts: 1 }],
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  sin_cerrar: {
    titulo: 'Viajes sin cerrar',
    ids: [{ prefix: 'rutas', parts: 1 }],
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  sin_evidencia: {
    titulo: 'Entregas sin evidencia',
    ids: [{ prefix: 'evidencia', parts: 1 }],
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  incidente_abierto: {
    titulo: 'Incidentes abiertos',
    ids: [{ prefix: 'incidentes', parts: 1 }],
    viewAccess: calls['GET /api/tablero'],
    postponeAccess: calls['PUT /api/rutas/:id'],
  },
  por_liquidar: {
    titulo: 'Por liquidar',
    ids: [{ prefix: 'liquidar', parts: 1 }],
    viewAccess: calls['GET /api/saldos'],
    postponeAccess: calls['POST /api/movimientos'],
    page: '/dinero/piloto/:id',
  },
  sin_facturar: {
    titulo: 'Viajes sin facturar',
    ids: [{ prefix: 'facturar', parts: 1 }],
    viewAccess: calls['GET /api/por-facturar'],
    postponeAccess: calls['POST /api/facturas'],
    page: '/cobros/cliente/:id',
  },
  por_cobrar: {
    titulo: 'Facturas vencidas',
    ids: [{ prefix: 'cobrar', parts: 1 }],
    viewAccess: calls['GET /api/por-cobrar'],
    postponeAccess: calls['POST /api/cobros'],
    page: '/cobros/cliente/:id',
  },
  combustible: {
    titulo: 'Combustible',
    ids: [
      { prefix: 'cargas', parts: 1, page: '/combustible?camion_id=:id' },
      { prefix: 'lecturas', parts: 1 },
    ],
    viewAccess: calls['GET /api/camiones/:id/kilometraje'],
    postponeAccess: { anyOf: ['gestionar_catalogos', 'gestionar_dinero'], except: 'piloto' },
  },
  mantenimiento: {
    titulo: 'Mantenimiento',
    ids: [{ prefix: 'planes', parts: 1 }],
    viewAccess: calls['GET /api/planes'],
    postponeAccess: calls['POST /api/planes'],
    page: '/planes?camion_id=:id',
  },
  correo: {
    titulo: 'Correo',
    ids: [{ prefix: 'correo', parts: 0 }],
    viewAccess: calls['GET /api/correo'],
    postponeAccess: calls['GET /api/correo'],
  },
  disco: {
    titulo: 'Disco',
    ids: [{ prefix: 'disco', parts: 1 }],
    viewAccess: { role: 'administrador' },
    postponeAccess: { role: 'administrador' },
  },
} as const satisfies Record<string, AvisoClase>

export type AvisoClaseName = keyof typeof avisoClases
export const avisoClaseNames = keysOf(avisoClases)

/** Returns the class typed with its optional properties. */
export const claseOf = (name: AvisoClaseName): AvisoClase => avisoClases[name]

/** Notices listed and counted per class. Trips that stay open would make the list endless. */
export const avisoLimits = { maxListed: 200, maxCounted: 1000 }

/** Returns the page that a notice links to besides that of its record. */
export const avisoPage = (clase: AvisoClaseName, id: string): string | undefined =>
  claseOf(clase).ids.find(({ prefix }) => id.startsWith(`${prefix}-`))?.page ?? claseOf(clase).page

/** Returns the class of a notice's id and the record ids in it; undefined for an id of no class. */
export function parseAvisoId(id: string): { clase: AvisoClaseName; ids: string[] } | undefined {
  const [prefix, ...ids] = id.split('-')
  // At most as many digits as an id can have.
  if (!ids.every((each) => /^\d{1,18}$/.test(each))) return undefined
  const clase = avisoClaseNames.find((name) =>
    claseOf(name).ids.some((form) => form.prefix === prefix && form.parts === ids.length),
  )
  return clase && { clase, ids }
}
