import type { ContractLine } from '@flota/contract/calls.ts'

/** The contract lines that only read; two of them are a POST because they take a body. */
export type ReadLine =
  | Extract<ContractLine, `GET ${string}`>
  | 'POST /api/reportes/periodo'
  | 'POST /api/rutas/revision'

/** The session has its own ways, and files and the pilot's phone keep no cache. */
type WriteLine = Exclude<
  ContractLine,
  | ReadLine
  | `${string} /api/auth/${string}`
  | `${string} /api/piloto/${string}`
  | `${string} /api/archivos${string}`
>

/** 'tarifas' of the three calls that write a row of a list. */
type ListName<L extends string> = L extends `POST /api/${infer Name}`
  ? Name
  : L extends `${'PUT' | 'DELETE'} /api/${infer Name}/:id`
    ? Name
    : never
type ListWrite = { [L in WriteLine]: `GET /api/${ListName<L>}` extends ReadLine ? L : never }[WriteLine]

const viajeReads: readonly ReadLine[] = ['GET /api/rutas', 'GET /api/tablero']
/** Of any kind, its lists and what is chosen of it. */
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

/** What shows money, but for the record that a form has read for its `version`. */
const dineroReads: readonly ReadLine[] = [
  'GET /api/movimientos',
  'GET /api/saldos',
  'GET /api/liquidaciones',
  'GET /api/margen',
  'GET /api/rutas/:id/dinero',
]
const movimientoReads: readonly ReadLine[] = [...dineroReads, 'GET /api/movimientos/:id', 'GET /api/bitacora']

/** What a write makes old where that is not just its own list: the compiler demands every such line. */
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
  'POST /api/rutas/:id/repetir': viajeReads,
  'PUT /api/rutas/:id/entrega': expedienteReads,
  'PUT /api/rutas/:id/tiempos': expedienteReads,
  'POST /api/rutas/:id/incidentes': expedienteReads,
  'PUT /api/rutas/:id/incidentes/:iid': expedienteReads,
  'DELETE /api/rutas/:id/incidentes/:iid': expedienteReads,
  'PUT /api/clientes/:id/reglas': ['GET /api/clientes/:id/reglas', ...expedienteReads],
  'POST /api/documentos': [],
  'POST /api/documentos/:id/renovar': [],
  'PUT /api/documentos/:id': [],
  'DELETE /api/documentos/:id': [],
  'POST /api/avisos/:id/posponer': [],
  'POST /api/usuarios/:id/tokens': ['GET /api/usuarios/:id/tokens'],
  'DELETE /api/usuarios/:id/tokens/:tid': ['GET /api/usuarios/:id/tokens'],
  'POST /api/movimientos': dineroReads,
  'PUT /api/movimientos/:id': dineroReads,
  'PUT /api/movimientos/:id/estado': movimientoReads,
  'POST /api/liquidaciones': dineroReads,
  'POST /api/importar/:tipo': importReads,
  'POST /api/importaciones/:id/deshacer': importReads,
  'POST /api/liquidaciones/:id/anular': [...movimientoReads, 'GET /api/liquidaciones/:id'],
  'PATCH /api/usuarios/:id/status': ['GET /api/usuarios'],
  // Also of one that was refused there may be a notice.
  'POST /api/correo/prueba': ['GET /api/correo', 'GET /api/avisos', 'GET /api/avisos/resumen'],
  'PUT /api/ajustes': ['GET /api/ajustes'],
  'POST /api/papelera/:tipo/:id/restaurar': ['GET /api/papelera'],
}
const readsByLine = new Map<string, readonly string[]>(Object.entries(invalidatedReads))

/** The reads that a write makes old, beside what is due. */
export const readsInvalidatedBy = (line: string): readonly string[] =>
  readsByLine.get(line) ?? [line.replace(/^[A-Z]+ (.*?)(\/:id)?$/, 'GET $1')]

/** What is due, and who is told of it, follows from records of many kinds. */
export const isDueDateRead = (line: string) => /^GET \/api\/(documentos|avisos)\b/.test(line)
