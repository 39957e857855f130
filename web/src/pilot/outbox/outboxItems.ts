import type { Concepto } from '@flota/contract/records/dinero.ts'
import type { IncidenteCausa, RutaEstado, TiempoNombre } from '@flota/contract/records/estados.ts'

/** Time of the decision by the phone's clock, and the seconds by which that clock was ahead of the server's. */
export interface Hora {
  hora_dispositivo?: string
  desfase_s?: number
}

interface OutboxItemBase {
  usuario_id: number
  /** Username, and the phone's time of the decision. Absent in items of older releases. */
  usuario?: string | undefined
  guardado?: string | undefined
  ruta_id: number
  /** Stored for messages: the trip may belong to another pilot later. */
  no_ruta: string
  /** Idempotency key, set by the first attempt: then the body must not change. */
  clave: string | null
  /** Time of the first attempt in ms. */
  intentado: number | null
  rechazo: Rejection | null
}

interface Rejection {
  mensaje: string
  status: number
}

export interface EstadoItem extends OutboxItemBase {
  clase: 'estado'
  datos: Hora & {
    nuevoEstado: RutaEstado
    comentario: string | null
    causa?: IncidenteCausa
    lugar?: string | null
  }
  /** State that the pilot saw at the decision. */
  visto: string
  version: number
  /** The office's state, if it is neither `visto` nor the chosen one. */
  conflicto: string | null
}

export type KnownTiempos = Partial<Record<TiempoNombre, string | null>>

interface TiemposItem extends OutboxItemBase {
  clase: 'tiempos'
  datos: KnownTiempos
  antes: KnownTiempos
}

interface EntregaItem extends OutboxItemBase {
  clase: 'entrega'
  datos: Hora & Record<'recibio' | 'documento' | 'nota' | 'sin_evidencia_motivo', string | null>
}

/** Of a gasto Combustible; absent in items of older releases. */
export interface Fuel {
  galones: number
  km: number | null
  lleno: boolean
}

interface GastoItem extends OutboxItemBase {
  clase: 'gasto'
  datos: Hora & { concepto: Concepto; monto: number; descripcion: string | null } & Partial<Fuel>
}

export interface ArchivoItem extends OutboxItemBase {
  clase: 'archivo'
  datos: { clase?: 'foto' | 'firma' | 'comprobante'; nombre?: string | undefined; tomado_en?: string }
  tipo: string
  /** Server time when the picture was taken, else stored. */
  tomado: string
  /** Item id of its expense while that is pending; 'gasto' for one that is stored at the same time. */
  de?: number | 'gasto'
  /** The server's id of its expense. */
  gasto?: number
}

export type NewItem = EstadoItem | TiemposItem | EntregaItem | GastoItem | ArchivoItem
/** A stored item; ids rise in the order of decisions. */
export type OutboxItem = NewItem & { id: number }
export type NewItemWithBytes = NewItem & { bytes?: ArrayBuffer }

/** Part of an item that a dialog provides. */
export type ItemDraft =
  | { clase: 'estado'; datos: Omit<EstadoItem['datos'], keyof Hora> }
  | Pick<TiemposItem, 'clase' | 'datos' | 'antes'>
  | { clase: 'entrega'; datos: Omit<EntregaItem['datos'], keyof Hora> }
  | { clase: 'gasto'; datos: Omit<GastoItem['datos'], keyof Hora> }
  | (Pick<ArchivoItem, 'clase' | 'datos' | 'tipo' | 'tomado' | 'de'> & { bytes: ArrayBuffer })

export const notSent = { clave: null, intentado: null, rechazo: null }

export interface OutboxUser {
  id: number
  username: string
}

interface RutaSnapshot {
  id: number
  no_ruta: string
  estado: string
  version: number
}

/** Creates an item for a trip in the state that the pilot sees. */
export function createItem(
  user: OutboxUser,
  ruta: RutaSnapshot,
  part: ItemDraft,
  hora: Hora,
): NewItemWithBytes {
  const common = {
    usuario_id: user.id,
    usuario: user.username,
    guardado: hora.hora_dispositivo,
    ruta_id: ruta.id,
    no_ruta: ruta.no_ruta,
    ...notSent,
  }
  if (part.clase === 'entrega') return { ...common, ...part, datos: { ...hora, ...part.datos } }
  if (part.clase === 'gasto') return { ...common, ...part, datos: { ...hora, ...part.datos } }
  if (part.clase !== 'estado') return { ...common, ...part }
  const { estado: visto, version } = ruta
  return { ...common, ...part, datos: { ...hora, ...part.datos }, visto, version, conflicto: null }
}

const dayMs = 86_400_000
/** The server keeps idempotency keys for 30 days. */
const isKeyExpired = ({ intentado }: NewItem, now: number) =>
  intentado !== null && now - intentado > 29 * dayMs

/** Whether the pilot must decide about the item. */
export const isBlocked = (item: NewItem, now: number) =>
  item.rechazo !== null || isKeyExpired(item, now) || (item.clase === 'estado' && item.conflicto !== null)

export const isPicture = <Of extends NewItem>(item: Of): item is Extract<Of, { clase: 'archivo' }> =>
  item.clase === 'archivo'

/** Whether a picture belongs to the trip, not to an expense. */
export const isOfRuta = ({ de, gasto }: ArchivoItem) => de === undefined && gasto === undefined

export const pendingEstados = (items: readonly OutboxItem[], rutaId: number) =>
  items.filter(
    (item): item is EstadoItem & { id: number } => item.clase === 'estado' && item.ruta_id === rutaId,
  )

/** Returns the trip in its last pending state. */
export function withPendingEstado<Ruta extends { id: number; estado: string }>(
  ruta: Ruta,
  items: readonly OutboxItem[],
): Ruta {
  const last = pendingEstados(items, ruta.id).at(-1)
  return last ? { ...ruta, estado: last.datos.nuevoEstado } : ruta
}

/** Returns the times of a trip with the pending ones. */
export const withPendingTiempos = (
  items: readonly OutboxItem[],
  rutaId: number,
  read: KnownTiempos,
): KnownTiempos =>
  items.reduce(
    (times, item) =>
      item.clase === 'tiempos' && item.ruta_id === rutaId ? { ...times, ...item.datos } : times,
    read,
  )
