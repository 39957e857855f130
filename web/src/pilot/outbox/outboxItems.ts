import type { Concepto } from '@flota/contract/dinero.ts'
import type { IncidenteCausa, RutaEstado, TiempoNombre } from '@flota/contract/estados.ts'

/** When it was decided, by this phone's clock, and how many seconds that was ahead of the server's. */
export interface Hora {
  hora_dispositivo?: string
  desfase_s?: number
}

interface OutboxItemBase {
  usuario_id: number
  ruta_id: number
  /** As the pilot calls the route, which may be another's by the time this is told. */
  no_ruta: string
  /** Given with the first try: from then on it is sent with this key and the body that it has. */
  clave: string | null
  /** When it was first tried, in ms. */
  intentado: number | null
  rechazo: Rejection | null
}

/** The server's refusal. */
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
  /** The state that the pilot saw when deciding. */
  visto: string
  version: number
  /** The office's state, where it is neither the one seen nor the one chosen. */
  conflicto: string | null
}

/** The four, as far as they are known: moments. */
export type KnownTiempos = Partial<Record<TiempoNombre, string | null>>

interface TiemposItem extends OutboxItemBase {
  clase: 'tiempos'
  datos: KnownTiempos
  /** What the same were before. */
  antes: KnownTiempos
}

interface EntregaItem extends OutboxItemBase {
  clase: 'entrega'
  datos: Hora & Record<'recibio' | 'documento' | 'nota' | 'sin_evidencia_motivo', string | null>
}

interface GastoItem extends OutboxItemBase {
  clase: 'gasto'
  datos: Hora & { concepto: Concepto; monto: number; descripcion: string | null }
}

export interface ArchivoItem extends OutboxItemBase {
  clase: 'archivo'
  datos: { clase?: 'foto' | 'firma' | 'comprobante'; nombre?: string | undefined; tomado_en?: string }
  tipo: string
  /** When it was taken, or else kept, by the server's clock. */
  tomado: string
  /** The gasto that it proves, while that waits here too; decided with it. */
  de?: number | 'gasto'
  /** The same, by the id that the server has given it. */
  gasto?: number
}

/** What waits to be sent. */
export type NewItem = EstadoItem | TiemposItem | EntregaItem | GastoItem | ArchivoItem
/** As it is kept; ids rise as things are decided. */
export type OutboxItem = NewItem & { id: number }
/** What is kept anew, a picture with its bytes. */
export type NewItemWithBytes = NewItem & { bytes?: ArrayBuffer }

/** One thing that a press has decided of a route. */
export type ItemDraft =
  | { clase: 'estado'; datos: Omit<EstadoItem['datos'], keyof Hora> }
  | Pick<TiemposItem, 'clase' | 'datos' | 'antes'>
  | { clase: 'entrega'; datos: Omit<EntregaItem['datos'], keyof Hora> }
  | { clase: 'gasto'; datos: Omit<GastoItem['datos'], keyof Hora> }
  | (Pick<ArchivoItem, 'clase' | 'datos' | 'tipo' | 'tomado' | 'de'> & { bytes: ArrayBuffer })

/** As decided and never sent. */
export const notSent = { clave: null, intentado: null, rechazo: null }

interface RutaSnapshot {
  id: number
  no_ruta: string
  estado: string
  version: number
}

/** What is to be kept of a press, of a route as its pilot sees it. */
export function createItem(
  usuario_id: number,
  ruta: RutaSnapshot,
  part: ItemDraft,
  hora: Hora,
): NewItemWithBytes {
  const common = { usuario_id, ruta_id: ruta.id, no_ruta: ruta.no_ruta, ...notSent }
  if (part.clase === 'entrega') return { ...common, ...part, datos: { ...hora, ...part.datos } }
  if (part.clase === 'gasto') return { ...common, ...part, datos: { ...hora, ...part.datos } }
  if (part.clase !== 'estado') return { ...common, ...part }
  const { estado: visto, version } = ruta
  return { ...common, ...part, datos: { ...hora, ...part.datos }, visto, version, conflicto: null }
}

const dayMs = 86_400_000
/** The server knows a key for 30 days. */
const isKeyExpired = ({ intentado }: NewItem, now: number) =>
  intentado !== null && now - intentado > 29 * dayMs

/** Whether the pilot has to say what becomes of it. */
export const isBlocked = (item: NewItem, now: number) =>
  item.rechazo !== null || isKeyExpired(item, now) || (item.clase === 'estado' && item.conflicto !== null)

export const isPicture = <Of extends NewItem>(item: Of): item is Extract<Of, { clase: 'archivo' }> =>
  item.clase === 'archivo'

/** The change of each route that goes next, in the order of deciding: behind one that is held no other of its kind goes. */
export function nextChanges(items: readonly OutboxItem[], now: number): OutboxItem[] {
  const next = new Map<number, OutboxItem>()
  const blockedKinds = new Set<string>()
  for (const item of items) {
    if (isPicture(item) || next.has(item.ruta_id)) continue
    const kind = `${item.ruta_id} ${item.clase}`
    if (isBlocked(item, now)) blockedKinds.add(kind)
    else if (!blockedKinds.has(kind)) next.set(item.ruta_id, item)
  }
  return [...next.values()]
}

/** Of the route itself, and not of a gasto. */
export const isOfRuta = ({ de, gasto }: ArchivoItem) => de === undefined && gasto === undefined

/** The picture that goes next: the one that was taken first. That of a gasto waits until the server has the gasto. */
export const nextPicture = (items: readonly OutboxItem[], now: number) =>
  items
    .filter((item) => isPicture(item))
    .filter((item) => item.de === undefined && !isBlocked(item, now))
    .sort((a, b) => a.tomado.localeCompare(b.tomado))[0]

/** The states that wait for a route, as decided. */
export const pendingEstados = (items: readonly OutboxItem[], rutaId: number) =>
  items.filter(
    (item): item is EstadoItem & { id: number } => item.clase === 'estado' && item.ruta_id === rutaId,
  )

/** A route as its pilot sees it: in the state that was decided last on this phone. */
export function withPendingEstado<Ruta extends { id: number; estado: string }>(
  ruta: Ruta,
  items: readonly OutboxItem[],
): Ruta {
  const last = pendingEstados(items, ruta.id).at(-1)
  return last ? { ...ruta, estado: last.datos.nuevoEstado } : ruta
}

/** The times of a route with those that wait. */
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

/** What takes back a state or times that the server may have; `version` is the route's by now. */
export function createReverse(item: NewItem, version: number | undefined, hora: Hora): NewItem | undefined {
  const { usuario_id, ruta_id, no_ruta } = item
  // Without the id: that is the place of what it takes back.
  const common = { usuario_id, ruta_id, no_ruta, ...notSent }
  if (item.clase === 'tiempos') return { ...common, clase: item.clase, datos: item.antes, antes: item.datos }
  if (item.clase !== 'estado') return undefined
  return {
    ...common,
    clase: item.clase,
    // A route has no other states than those that a pilot may choose.
    datos: { ...hora, nuevoEstado: item.visto as RutaEstado, comentario: 'Deshecho' },
    visto: item.datos.nuevoEstado,
    version: version ?? item.version,
    conflicto: null,
  }
}
