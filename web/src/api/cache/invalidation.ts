import type { Line } from '@flota/contract/calls.ts'

/** The contract lines that only read; two of them are a POST because they take a body. */
export type ReadLine =
  | Extract<Line, `GET ${string}`>
  | 'POST /api/reportes/periodo'
  | 'POST /api/rutas/revision'

/** The session has its own ways, and files and the pilot's phone keep no cache. */
type WriteLine = Exclude<
  Line,
  | ReadLine
  | `${string} /api/auth/${string}`
  | `${string} /api/piloto/${string}`
  | `${string} /api/archivos${string}`
>

/** 'tarifas' of the three calls that write a row of a list. */
type ListOf<L extends string> = L extends `POST /api/${infer Name}`
  ? Name
  : L extends `${'PUT' | 'DELETE'} /api/${infer Name}/:id`
    ? Name
    : never
type ListWrite = { [L in WriteLine]: `GET /api/${ListOf<L>}` extends ReadLine ? L : never }[WriteLine]

const viajes: readonly ReadLine[] = ['GET /api/rutas', 'GET /api/tablero']
/** Of any kind, its lists and what is chosen of it. */
const importados: readonly ReadLine[] = [
  'GET /api/importaciones',
  ...viajes,
  'GET /api/choferes',
  'GET /api/ayudantes',
  'GET /api/clientes',
  'GET /api/camiones',
  'GET /api/tarifas',
]
const expedientes: readonly ReadLine[] = ['GET /api/rutas/:id/expediente', 'GET /api/bitacora']

/** What shows money, but for the record that a form has read for its `version`. */
const dinero: readonly ReadLine[] = [
  'GET /api/movimientos',
  'GET /api/saldos',
  'GET /api/liquidaciones',
  'GET /api/margen',
  'GET /api/rutas/:id/dinero',
]
const ofMovimiento: readonly ReadLine[] = [...dinero, 'GET /api/movimientos/:id', 'GET /api/bitacora']

/** What a write makes old where that is not just its own list: the compiler demands every such line. */
const told: Record<Exclude<WriteLine, ListWrite>, readonly ReadLine[]> &
  Partial<Record<ListWrite, readonly ReadLine[]>> = {
  'POST /api/rutas': viajes,
  'PUT /api/rutas/:id': viajes,
  'DELETE /api/rutas/:id': viajes,
  'PATCH /api/rutas/estado': [
    ...viajes,
    'GET /api/rutas/:id',
    'GET /api/rutas/:id/historial',
    ...expedientes,
  ],
  'POST /api/rutas/:id/repetir': viajes,
  'PUT /api/rutas/:id/entrega': expedientes,
  'PUT /api/rutas/:id/tiempos': expedientes,
  'POST /api/rutas/:id/incidentes': expedientes,
  'PUT /api/rutas/:id/incidentes/:iid': expedientes,
  'DELETE /api/rutas/:id/incidentes/:iid': expedientes,
  'PUT /api/clientes/:id/reglas': ['GET /api/clientes/:id/reglas', ...expedientes],
  'POST /api/documentos': [],
  'POST /api/documentos/:id/renovar': [],
  'PUT /api/documentos/:id': [],
  'DELETE /api/documentos/:id': [],
  'POST /api/avisos/:id/posponer': [],
  'POST /api/usuarios/:id/tokens': ['GET /api/usuarios/:id/tokens'],
  'DELETE /api/usuarios/:id/tokens/:tid': ['GET /api/usuarios/:id/tokens'],
  'POST /api/movimientos': dinero,
  'PUT /api/movimientos/:id': dinero,
  'PUT /api/movimientos/:id/estado': ofMovimiento,
  'POST /api/liquidaciones': dinero,
  'POST /api/importar/:tipo': importados,
  'POST /api/importaciones/:id/deshacer': importados,
  'POST /api/liquidaciones/:id/anular': [...ofMovimiento, 'GET /api/liquidaciones/:id'],
  'PATCH /api/usuarios/:id/status': ['GET /api/usuarios'],
  // Also of one that was refused there may be a notice.
  'POST /api/correo/prueba': ['GET /api/correo', 'GET /api/avisos', 'GET /api/avisos/resumen'],
  'PUT /api/ajustes': ['GET /api/ajustes'],
  'POST /api/papelera/:tipo/:id/restaurar': ['GET /api/papelera'],
}
const byLine = new Map<string, readonly string[]>(Object.entries(told))

/** The reads that a write makes old, beside what is due. */
export const madeOld = (line: string): readonly string[] =>
  byLine.get(line) ?? [line.replace(/^[A-Z]+ (.*?)(\/:id)?$/, 'GET $1')]

/** What is due, and who is told of it, follows from records of many kinds. */
export const isDue = (line: string) => /^GET \/api\/(documentos|avisos)\b/.test(line)
