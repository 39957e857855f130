// The office as docs/contract has it, in memory: what the property test compares every answer with. Nothing
// here is taken from the program.

export type Json = Record<string, unknown>

export interface ModelRecord {
  id: number
  version: number
  /** When it went into the bin, counted in deletions, and by which user. */
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
  /** Whether the token that the test holds still opens anything; undefined before there is one. */
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
  /** What a pilot's key was used for, and how it was answered. */
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

/** What must come back: `data` is asked for once the id of a new record is known. */
export interface ExpectedResponse {
  status: number
  code?: string
  /** Where the contract does not say which of several refusals speaks, any of them. */
  messages?: readonly string[]
  campos?: readonly string[]
  data?: () => unknown
  /** Beside data: count, paginacion, the data of a refusal. */
  beside?: Json
  /** Hears of the id of a record that was made. */
  adopt?: (id: number) => void
  /** Hears of the record that came back, where it made another one on the way. */
  madeBy?: (data: Json) => void
  /** X-Total-Count. */
  total?: number
}

/** Who may: any of these permissions, and perhaps one role alone or not a pilot. */
export interface AccessRule {
  any?: readonly number[]
  only?: number
  notPiloto?: boolean
}

/** One call, who may make it, and what must become of it, worked out when whoever calls is let in. */
export interface ModelStep {
  method: string
  url: string
  body?: unknown
  headers?: Record<string, string>
  rule: AccessRule
  outcome: () => ExpectedResponse
}

/** The ids of docs/contract/permissions.md. */
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

/** The refusal of whoever may not, which comes before all else. */
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
    (rule.only === undefined || rule.only === caller.rol_id) &&
    !(rule.notPiloto && caller.rol_id === 2) &&
    (rule.any === undefined || rule.any.some((id) => callerPermisoIds.includes(id)))
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

/** Mostly one of those that are wanted, if there are any; with 6 and more any that ever was, or none. */
export function pickId<T extends ModelRecord>(
  records: Map<number, T>,
  n: number,
  wanted: (record: T) => boolean = ({ bin }) => !bin,
): number {
  const found = [...records.values()].filter(wanted).map(({ id }) => id)
  const ids = n < 6 && found.length > 0 ? found : [...records.keys(), 999_999]
  return ids[n % ids.length] ?? 999_999
}

/** The version that a caller sends: none, the one that was read, or another. */
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
/** Every word somewhere in the fields. */
export const matchesWords = (search: string, fields: readonly string[]) =>
  normalizeText(search)
    .split(' ')
    .every((word) => fields.some((field) => normalizeText(field).includes(word)))

/** A page of what a list has, and what stands beside it. */
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
