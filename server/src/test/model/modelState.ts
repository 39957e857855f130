// In-memory model of the office, written from docs/contract. It uses no code of the program.

export type Json = Record<string, unknown>

export interface ModelRecord {
  id: number
  version: number
  /** Order of deletion and user id; undefined if not deleted. */
  bin: { at: number; by: number } | undefined
}
export type Tabla = 'choferes' | 'ayudantes' | 'clientes' | 'camiones'
export interface Ficha extends ModelRecord {
  values: Record<string, string>
}
export interface Cambio {
  anterior: string | null
  nuevo: string
  comentario: string | null
  usuario: number
}
export interface RutaValues extends Json {
  no_ruta: string
  cliente_id: number
  camion_id: number
  chofer_id: number
  ayudante_id: number | null
  servicio: string
  fecha: string
  hora: string
  precio: number
  estado: string
}
export interface Ruta extends ModelRecord {
  values: RutaValues
  historial: Cambio[]
}
export interface Usuario extends ModelRecord {
  username: string
  rol_id: number
  estado: string
  piloto_id: number | null
  permisos: number[]
  /** State of the test's token; undefined before the first login. */
  session: 'open' | 'ended' | undefined
}
export interface Mantenimiento extends ModelRecord {
  values: { camion_id: number; fecha_programada: string; estado: string } & Json
}

export interface ModelState {
  choferes: Map<number, Ficha>
  ayudantes: Map<number, Ficha>
  clientes: Map<number, Ficha>
  camiones: Map<number, Ficha>
  rutas: Map<number, Ruta>
  usuarios: Map<number, Usuario>
  mantenimientos: Map<number, Mantenimiento>
  /** Body and response of each idempotency key of a pilot. */
  claves: Map<string, { body: string; data: unknown }>
  deletions: number
}

export const createModelState = (): ModelState => ({
  choferes: new Map(),
  ayudantes: new Map(),
  clientes: new Map(),
  camiones: new Map(),
  rutas: new Map(),
  usuarios: new Map(),
  mantenimientos: new Map(),
  claves: new Map(),
  deletions: 0,
})

/** Expected response. `data` is evaluated after the id of a new record is known. */
export interface ExpectedResponse {
  status: number
  code?: string
  /** Any of these, if the contract does not order the errors. */
  messages?: readonly string[]
  campos?: readonly string[]
  data?: () => unknown
  /** Fields besides data: count, paginacion, the data of an error. */
  extraBody?: Json
  /** Receives the id of a created record. */
  onCreated?: (id: number) => void
  /** Receives the response's data, if other records were created too. */
  onResponse?: (data: Json) => void
  /** X-Total-Count. */
  total?: number
}

/** Access rule: any of the permissions, and optionally one role or no pilot. */
export interface AccessRule {
  anyPermiso?: readonly number[]
  onlyRol?: number
  notPiloto?: boolean
}

/** A call with its access rule. The outcome is evaluated after the rule passed. */
export interface ModelStep {
  method: string
  url: string
  body?: unknown
  headers?: Record<string, string>
  rule: AccessRule
  outcome: () => ExpectedResponse
}

/** Ids of docs/contract/permissions.md. */
export const permisoId = {
  catalogos: 1,
  reportes: 2,
  crear: 3,
  ver: 4,
  actualizar: 5,
  editar: 6,
  eliminar: 7,
}

export function effectivePermisoIds({ rol_id, permisos }: Usuario): number[] {
  if (rol_id === 1) return Object.values(permisoId)
  return rol_id === 2
    ? permisos.filter((id) => id === permisoId.ver || id === permisoId.actualizar)
    : permisos
}

/** Returns the access error, which precedes all others. */
export function accessError(caller: Usuario | undefined, rule: AccessRule): ExpectedResponse | undefined {
  if (!caller) return { status: 401, code: 'NO_AUTENTICADO', messages: ['No hay token'] }
  if (caller.session !== 'open')
    return {
      status: 401,
      code: 'SESION_EXPIRADA',
      messages: ['Sesión expirada. Inicia sesión nuevamente.'],
    }
  const callerPermisoIds = effectivePermisoIds(caller)
  const allowed =
    (rule.onlyRol === undefined || rule.onlyRol === caller.rol_id) &&
    !(rule.notPiloto && caller.rol_id === 2) &&
    (rule.anyPermiso === undefined || rule.anyPermiso.some((id) => callerPermisoIds.includes(id)))
  if (allowed) return undefined
  return { status: 403, code: 'SIN_PERMISO', messages: ['No tienes permiso para realizar esta acción'] }
}

export const expectInvalid = (...campos: string[]): ExpectedResponse => ({
  status: 400,
  code: 'VALIDACION',
  campos,
})
export const expectNotFound = (message: string): ExpectedResponse => ({
  status: 404,
  code: 'NO_ENCONTRADO',
  messages: [message],
})
export const expectConflict = (messages: readonly string[]): ExpectedResponse => ({
  status: 409,
  code: 'CONFLICTO',
  messages,
})
export const success = (data: () => unknown, message?: string): ExpectedResponse => ({
  status: 200,
  data,
  ...(message !== undefined && { messages: [message] }),
})

export const staleMessage = 'Otro usuario modificó este registro. Recarga para ver los cambios.'
export const isStale = (record: ModelRecord, version: number | undefined) =>
  version !== undefined && version !== record.version

export const activeRecords = <T extends ModelRecord>(records: Map<number, T>): T[] =>
  [...records.values()].filter(({ bin }) => !bin)
export const findActive = <T extends ModelRecord>(records: Map<number, T>, id: number): T | undefined => {
  const record = records.get(id)
  return record?.bin ? undefined : record
}

/** Picks mostly a wanted record, if any. From 6 on any record that ever existed, or none. */
export function pickId<T extends ModelRecord>(
  records: Map<number, T>,
  n: number,
  wanted: (record: T) => boolean = ({ bin }) => !bin,
): number {
  const found = [...records.values()].filter(wanted).map(({ id }) => id)
  const ids = n < 6 && found.length > 0 ? found : [...records.keys(), 999_999]
  return ids[n % ids.length] ?? 999_999
}

/** Returns the version to send: none, the present one, or another. */
export const versionOf = (record: ModelRecord | undefined, choice: string): number | undefined => {
  if (choice === 'none') return undefined
  return choice === 'read' ? (record?.version ?? 1) : (record?.version ?? 1) + 1
}

export function softDelete(world: ModelState, record: ModelRecord, by: Usuario): void {
  world.deletions++
  record.bin = { at: world.deletions, by: by.id }
  record.version++
}

export const isOpenEstado = (estado: string) => estado === 'Pendiente' || estado === 'En curso'

export const normalizeText = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
/** Returns whether every word occurs in some field. */
export const matchesWords = (search: string, fields: readonly string[]) =>
  normalizeText(search)
    .split(' ')
    .every((word) => fields.some((field) => normalizeText(field).includes(word)))

/** Returns a page of a list with its pagination. */
export function pageOf<T>(all: T[], pagina: number, porPagina: number | undefined, exacto?: boolean) {
  const size = porPagina ?? 1000
  const rows = all.slice((pagina - 1) * size, pagina * size)
  const paginacion = { pagina, porPagina: size, total: all.length, paginas: Math.ceil(all.length / size) }
  return {
    rows,
    beside: {
      count: rows.length,
      paginacion: exacto === undefined ? paginacion : { ...paginacion, exacto },
    },
  }
}
