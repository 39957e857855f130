import type { ContractLine } from '@flota/contract/core/calls.ts'

/** Endpoints that only read; two are a POST because they take a body. */
export type ReadLine =
  | Extract<ContractLine, `GET ${string}`>
  | 'POST /api/reportes/periodo'
  | 'POST /api/rutas/revision'

/** Endpoints that only read while `prueba` is true. */
export type TrialLine = 'PATCH /api/rutas/plan' | 'POST /api/rutas/copiar'

/** Endpoints that invalidate the cache; session and the pilot's phone do not use it. */
type WriteLine = Exclude<
  ContractLine,
  ReadLine | `${string} /api/auth/${string}` | `${string} /api/piloto/${string}` | AliasDelete
>

type AliasDelete = `DELETE /api/${string}/:id/alias/:alias_id`

/** 'tarifas' for the three endpoints that write a row of GET /api/tarifas. */
type ListName<L extends string> = L extends `POST /api/${infer Name}`
  ? Name
  : L extends `${'PUT' | 'DELETE'} /api/${infer Name}/:id`
    ? Name
    : never
type ListWrite = { [L in WriteLine]: `GET /api/${ListName<L>}` extends ReadLine ? L : never }[WriteLine]

const viajeReads: readonly ReadLine[] = ['GET /api/rutas', 'GET /api/tablero', 'GET /api/tablero/semana']
const importReads: readonly ReadLine[] = [
  'GET /api/importaciones',
  ...viajeReads,
  'GET /api/choferes',
  'GET /api/ayudantes',
  'GET /api/clientes',
  'GET /api/camiones',
  'GET /api/tarifas',
]
const expedienteReads: readonly ReadLine[] = ['GET /api/rutas/:id/expediente', 'GET /api/bitacora']

/** All endpoints with money, without the record whose `version` an open form holds. */
const dineroReads: readonly ReadLine[] = [
  'GET /api/movimientos',
  'GET /api/saldos',
  'GET /api/liquidaciones',
  'GET /api/margen',
  'GET /api/rutas/:id/dinero',
]
/** All endpoints with invoices and payments. */
const cobroReads: readonly ReadLine[] = [
  'GET /api/facturas',
  'GET /api/facturas/:id',
  'GET /api/cobros',
  'GET /api/por-facturar',
  'GET /api/por-facturar/:id',
  'GET /api/por-cobrar',
  'GET /api/clientes/:id/estado-de-cuenta',
  'GET /api/rutas/:id/dinero',
  'GET /api/bitacora',
]
/** All endpoints with what recalcular_camion keeps of a truck. */
const flotaReads: readonly ReadLine[] = [
  'GET /api/cargas',
  'GET /api/cargas/:id',
  'GET /api/camiones/:id/kilometraje',
  'GET /api/camiones/:id/rendimiento',
  'GET /api/camiones/:id/ficha',
  'GET /api/planes',
  'GET /api/planes/:id',
  'GET /api/rendimiento',
  'GET /api/bitacora',
]
const movimientoReads: readonly ReadLine[] = [...dineroReads, 'GET /api/movimientos/:id', 'GET /api/bitacora']

/** Reads that a write invalidates beside its own list. The compiler requires every such endpoint. */
const invalidatedReads: Record<Exclude<WriteLine, ListWrite>, readonly ReadLine[]> &
  Partial<Record<ListWrite, readonly ReadLine[]>> = {
  'POST /api/rutas': viajeReads,
  'PUT /api/rutas/:id': viajeReads,
  'DELETE /api/rutas/:id': viajeReads,
  'PATCH /api/rutas/estado': [
    ...viajeReads,
    'GET /api/rutas/:id',
    'GET /api/rutas/:id/historial',
    ...expedienteReads,
  ],
  'PATCH /api/rutas/plan': [...viajeReads, 'GET /api/rutas/:id', 'GET /api/bitacora'],
  'POST /api/rutas/:id/repetir': viajeReads,
  'POST /api/rutas/copiar': viajeReads,
  'PUT /api/rutas/:id/entrega': expedienteReads,
  'PUT /api/rutas/:id/tiempos': expedienteReads,
  'POST /api/rutas/:id/incidentes': expedienteReads,
  'PUT /api/rutas/:id/incidentes/:iid': expedienteReads,
  'DELETE /api/rutas/:id/incidentes/:iid': expedienteReads,
  'POST /api/archivos': expedienteReads,
  'DELETE /api/archivos/:id': expedienteReads,
  'PUT /api/clientes/:id/reglas': ['GET /api/clientes/:id/reglas', ...expedienteReads],
  'POST /api/documentos': [],
  'POST /api/documentos/:id/renovar': [],
  'PUT /api/documentos/:id': [],
  'DELETE /api/documentos/:id': [],
  'POST /api/avisos/:id/posponer': [],
  'POST /api/usuarios/:id/tokens': ['GET /api/usuarios/:id/tokens'],
  'DELETE /api/usuarios/:id/tokens/:tid': ['GET /api/usuarios/:id/tokens'],
  'POST /api/movimientos': [...dineroReads, ...flotaReads],
  'PUT /api/movimientos/:id': [...dineroReads, ...flotaReads],
  'POST /api/cargas': [...dineroReads, ...flotaReads],
  'PUT /api/cargas/:id': [...movimientoReads, ...flotaReads],
  'PUT /api/camiones/:id/ficha': flotaReads,
  'POST /api/lecturas': flotaReads,
  'PUT /api/lecturas/:id': flotaReads,
  'DELETE /api/lecturas/:id': flotaReads,
  'POST /api/planes': flotaReads,
  'PUT /api/planes/:id': flotaReads,
  'DELETE /api/planes/:id': flotaReads,
  'POST /api/planes/:id/mantenimiento': ['GET /api/mantenimientos', ...flotaReads],
  'POST /api/mantenimientos': ['GET /api/mantenimientos', ...flotaReads],
  'PUT /api/mantenimientos/:id': ['GET /api/mantenimientos', ...flotaReads],
  'DELETE /api/mantenimientos/:id': ['GET /api/mantenimientos', ...flotaReads],
  'PUT /api/mantenimientos/:id/lineas': [
    'GET /api/mantenimientos',
    'GET /api/mantenimientos/:id',
    ...flotaReads,
  ],
  'PUT /api/movimientos/:id/estado': [...movimientoReads, ...flotaReads],
  'POST /api/liquidaciones': dineroReads,
  'POST /api/importar/:tipo': importReads,
  'POST /api/importaciones/:id/deshacer': importReads,
  'POST /api/liquidaciones/:id/anular': [...movimientoReads, 'GET /api/liquidaciones/:id'],
  'PUT /api/clientes/:id/fiscal': [
    'GET /api/clientes/:id/fiscal',
    'GET /api/clientes/:id/estado-de-cuenta',
    'GET /api/facturas/:id',
    'GET /api/bitacora',
  ],
  'POST /api/clientes/:id/estado-de-cuenta/correo': ['GET /api/correo', 'GET /api/bitacora'],
  'POST /api/facturas': cobroReads,
  'PUT /api/facturas/:id': cobroReads,
  'POST /api/facturas/:id/anular': cobroReads,
  'POST /api/cobros': cobroReads,
  'POST /api/cobros/:id/anular': [...cobroReads, 'GET /api/cobros/:id'],
  'PATCH /api/usuarios/:id/status': ['GET /api/usuarios'],
  // A failed test mail may create a notice.
  'POST /api/correo/prueba': ['GET /api/correo', 'GET /api/avisos', 'GET /api/avisos/resumen'],
  'PUT /api/ajustes': ['GET /api/ajustes'],
  'POST /api/papelera/:tipo/:id/restaurar': ['GET /api/papelera'],
}
const readsByLine = new Map<string, readonly string[]>(Object.entries(invalidatedReads))

/** A deleted alias is searched no longer. */
const readsByAlias = (line: string) => {
  const [, list] = /^DELETE (.*)\/:id\/alias\/:alias_id$/.exec(line) ?? []
  return list ? [`GET ${list}/:id/alias`, `GET ${list}`] : undefined
}

/** Returns the reads that a write invalidates, without those of `isDueDateRead`. */
export const readsInvalidatedBy = (line: string): readonly string[] =>
  readsByLine.get(line) ?? readsByAlias(line) ?? [line.replace(/^[A-Z]+ (.*?)(\/:id)?$/, 'GET $1')]

/** Due dates and notices depend on records of many kinds, so every write invalidates them. */
export const isDueDateRead = (line: string) => /^GET \/api\/(documentos|avisos)\b/.test(line)
