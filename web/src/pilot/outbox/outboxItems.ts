import type { Concepto } from '@flota/contract/dinero.ts'
import type { IncidenteCausa, RutaEstado, TiempoNombre } from '@flota/contract/estados.ts'

/** When it was decided, by this phone's clock, and how many seconds that was ahead of the server's. */
export interface Hora {
  hora_dispositivo?: string
  desfase_s?: number
}

interface Common {
  usuario_id: number
  ruta_id: number
  /** As the pilot calls the route, which may be another's by the time this is told. */
  no_ruta: string
  /** Given with the first try: from then on it is sent with this key and the body that it has. */
  clave: string | null
  /** When it was first tried, in ms. */
  intentado: number | null
  rechazo: Rechazo | null
}

/** The server's refusal. */
interface Rechazo {
  mensaje: string
  status: number
}

export interface DeEstado extends Common {
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
export type TiemposDichos = Partial<Record<TiempoNombre, string | null>>

interface DeTiempos extends Common {
  clase: 'tiempos'
  datos: TiemposDichos
  /** What the same were before. */
  antes: TiemposDichos
}

interface DeEntrega extends Common {
  clase: 'entrega'
  datos: Hora & Record<'recibio' | 'documento' | 'nota' | 'sin_evidencia_motivo', string | null>
}

interface DeGasto extends Common {
  clase: 'gasto'
  datos: Hora & { concepto: Concepto; monto: number; descripcion: string | null }
}

export interface DeArchivo extends Common {
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
export type Nuevo = DeEstado | DeTiempos | DeEntrega | DeGasto | DeArchivo
/** As it is kept; ids rise as things are decided. */
export type Item = Nuevo & { id: number }
/** What is kept anew, a picture with its bytes. */
export type Decided = Nuevo & { bytes?: ArrayBuffer }

/** One thing that a press has decided of a route. */
export type Part =
  | { clase: 'estado'; datos: Omit<DeEstado['datos'], keyof Hora> }
  | Pick<DeTiempos, 'clase' | 'datos' | 'antes'>
  | { clase: 'entrega'; datos: Omit<DeEntrega['datos'], keyof Hora> }
  | { clase: 'gasto'; datos: Omit<DeGasto['datos'], keyof Hora> }
  | (Pick<DeArchivo, 'clase' | 'datos' | 'tipo' | 'tomado' | 'de'> & { bytes: ArrayBuffer })

/** As decided and never sent. */
export const untried = { clave: null, intentado: null, rechazo: null }

interface Seen {
  id: number
  no_ruta: string
  estado: string
  version: number
}

/** What is to be kept of a press, of a route as its pilot sees it. */
export function decidedOf(usuario_id: number, ruta: Seen, part: Part, hora: Hora): Decided {
  const common = { usuario_id, ruta_id: ruta.id, no_ruta: ruta.no_ruta, ...untried }
  if (part.clase === 'entrega') return { ...common, ...part, datos: { ...hora, ...part.datos } }
  if (part.clase === 'gasto') return { ...common, ...part, datos: { ...hora, ...part.datos } }
  if (part.clase !== 'estado') return { ...common, ...part }
  const { estado: visto, version } = ruta
  return { ...common, ...part, datos: { ...hora, ...part.datos }, visto, version, conflicto: null }
}

const day = 86_400_000
/** The server knows a key for 30 days. */
const isOld = ({ intentado }: Nuevo, now: number) => intentado !== null && now - intentado > 29 * day

/** Whether the pilot has to say what becomes of it. */
export const isHeld = (item: Nuevo, now: number) =>
  item.rechazo !== null || isOld(item, now) || (item.clase === 'estado' && item.conflicto !== null)

export const isPicture = <Of extends Nuevo>(item: Of): item is Extract<Of, { clase: 'archivo' }> =>
  item.clase === 'archivo'

/** The change of each route that goes next, in the order of deciding: behind one that is held no other of its kind goes. */
export function nextChanges(items: readonly Item[], now: number): Item[] {
  const next = new Map<number, Item>()
  const held = new Set<string>()
  for (const item of items) {
    if (isPicture(item) || next.has(item.ruta_id)) continue
    const kind = `${item.ruta_id} ${item.clase}`
    if (isHeld(item, now)) held.add(kind)
    else if (!held.has(kind)) next.set(item.ruta_id, item)
  }
  return [...next.values()]
}

/** Of the route itself, and not of a gasto. */
export const isOfRuta = ({ de, gasto }: DeArchivo) => de === undefined && gasto === undefined

/** The picture that goes next: the one that was taken first. That of a gasto waits until the server has the gasto. */
export const nextPicture = (items: readonly Item[], now: number) =>
  items
    .filter((item) => isPicture(item))
    .filter((item) => item.de === undefined && !isHeld(item, now))
    .sort((a, b) => a.tomado.localeCompare(b.tomado))[0]

/** The states that wait for a route, as decided. */
export const estadosOf = (items: readonly Item[], rutaId: number) =>
  items.filter(
    (item): item is DeEstado & { id: number } => item.clase === 'estado' && item.ruta_id === rutaId,
  )

/** A route as its pilot sees it: in the state that was decided last on this phone. */
export function asDecided<Ruta extends { id: number; estado: string }>(
  ruta: Ruta,
  items: readonly Item[],
): Ruta {
  const last = estadosOf(items, ruta.id).at(-1)
  return last ? { ...ruta, estado: last.datos.nuevoEstado } : ruta
}

/** The times of a route with those that wait. */
export const tiemposAfter = (items: readonly Item[], rutaId: number, read: TiemposDichos): TiemposDichos =>
  items.reduce(
    (times, item) =>
      item.clase === 'tiempos' && item.ruta_id === rutaId ? { ...times, ...item.datos } : times,
    read,
  )

/** What takes back a state or times that the server may have; `version` is the route's by now. */
export function reverseOf(item: Nuevo, version: number | undefined, hora: Hora): Nuevo | undefined {
  const { usuario_id, ruta_id, no_ruta } = item
  // Without the id: that is the place of what it takes back.
  const common = { usuario_id, ruta_id, no_ruta, ...untried }
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
