import { secondsAhead } from '../../api/clock.ts'
import { configStore } from '../../api/config.ts'
import { onReconnected } from '../../api/connection.ts'
import { getSession } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'
import type { MiExpediente, MiRuta, MisRutas } from '../misRutas.ts'
import { decidedOf, estadosOf, type Hora, type Item, type Part, untried } from './outboxItems.ts'
import { Sender } from './sender.ts'
import * as phone from './store.ts'

/** What this phone keeps of its pilot. */
interface Kept {
  items: readonly Item[]
  /** Null before the first reading. */
  lectura: MisRutas | null
  sending: boolean
  /** When it was shown, in ms. */
  at: number
  /** What waits is known. */
  ready: boolean
  /** False where the browser keeps nothing. */
  keeps: boolean
}

const nothing: Kept = { items: [], lectura: null, sending: false, at: 0, ready: false, keeps: true }
const store = createStore(nothing)
export const useCola = store.use

const everyMinute = 60_000
/** In ms: longer than any try. A tab that dies while it sends does not say so. */
const longestTry = 130_000

let usuario = 0
let run = () => {}
/** Reads anew what the server has taken. */
let onSent = () => {}
let channel: BroadcastChannel | undefined
let sending = false
let shown = Promise.resolve()

/** Shows what is kept by now, or what was read still later. */
function show(): Promise<void> {
  const mine: Promise<void> = read().then((kept) => (shown === mine ? draw(kept) : shown))
  shown = mine
  return mine
}

const read = () => Promise.all([phone.readItems(usuario), phone.readLectura(usuario)])

function draw([items, lectura]: Awaited<ReturnType<typeof read>>) {
  // Until the server has said it anew.
  if (lectura && !configStore.get()) configStore.set({ ...lectura.config, behind: -secondsAhead() * 1000 })
  const before = store.get()
  store.set({
    ...before,
    // What cannot be looked at has not left.
    items: items ?? before.items,
    sending,
    at: Date.now(),
    ready: before.ready || items !== null || !before.keeps,
    lectura: lectura ?? before.lectura,
  })
}

/** A database that did not open may do so later: what is left of a killed browser holds it for a while. */
async function keepsByNow() {
  if (store.get().keeps) return true
  const keeps = await phone.isKeeping()
  if (!keeps) return false
  store.set({ ...store.get(), keeps })
  await show()
  return true
}

type Told = { sending: boolean } | 'decided' | 'changed'

async function changed(told: Told = 'changed') {
  channel?.postMessage(told)
  await show()
}

let ending = 0
/** Its end is shown with what is left by then. */
function setSending(now: boolean) {
  clearTimeout(ending)
  sending = now
  if (now) store.set({ ...store.get(), sending })
}

function hear({ data }: MessageEvent<Told>) {
  if (data === 'decided') run()
  if (typeof data === 'object') {
    setSending(data.sending)
    ending = window.setTimeout(() => {
      sending = false
      void show()
    }, longestTry)
  }
  void show()
}

interface User {
  id: number
  username: string
}

/** Begins to send what waits of this pilot, and to hear what other tabs do; gives the end of it. */
export function startCola(user: User, onTaken: () => void): () => void {
  usuario = user.id
  onSent = onTaken
  store.set(nothing)
  sending = false
  // What is being read is another's.
  shown = Promise.resolve()
  channel ??= 'BroadcastChannel' in window ? new BroadcastChannel('flota-cola') : undefined
  channel?.addEventListener('message', hear)
  // What is on its way when this ends is told all the same: to the other tabs.
  const isShown = () => usuario === user.id
  const sender = new Sender({
    usuario,
    onSent: () => isShown() && onTaken(),
    onChange: (now) => {
      if (isShown()) setSending(now)
      void changed({ sending: now })
    },
  })
  run = sender.run
  const again = () => void keepsByNow().then(run)
  const look = () => {
    if (document.visibilityState === 'visible') again()
  }
  const timer = setInterval(again, everyMinute)
  window.addEventListener('online', sender.run)
  document.addEventListener('visibilitychange', look)
  const stopListening = onReconnected(sender.run)
  void begin(user)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', sender.run)
    document.removeEventListener('visibilitychange', look)
    stopListening()
    channel?.removeEventListener('message', hear)
    run = () => {}
    usuario = 0
  }
}

async function begin(user: User) {
  const keeps = await phone.isKeeping()
  store.set({ ...store.get(), keeps })
  await phone.dropLecturas(user.id)
  const old = `sin enviar ${user.username}`
  if (keeps && localStorage.getItem(old) !== null) {
    const { moveOld } = await import('./migrateLocalStorage.ts')
    // Where there is no room for it, it stays where it is.
    await moveOld(user.id, old).catch(() => undefined)
  }
  await show()
  run()
}

/** Keeps what was read, but of a route that was changed since what the server answered to that. Nothing of who has left. */
export async function keepLectura(id: number, read: MisRutas) {
  if (id !== usuario || getSession()?.user.id !== id) return
  const before = store.get().lectura?.rutas ?? []
  const rutas = read.rutas.map(
    (ruta) => before.find(({ id, version }) => id === ruta.id && version > ruta.version) ?? ruta,
  )
  const expedientes = read.expedientes.map((each) => newer(each, store.get().lectura?.expedientes ?? []))
  const lectura = { ...read, rutas, expedientes }
  store.set({ ...store.get(), lectura })
  await phone.putLectura(id, lectura)
}

/** Each part of it has a version of its own. */
function newer(read: MiExpediente, kept: readonly MiExpediente[]): MiExpediente {
  const before = kept.find(({ ruta_id }) => ruta_id === read.ruta_id) ?? read
  return {
    ...read,
    tiempos: before.tiempos.version > read.tiempos.version ? before.tiempos : read.tiempos,
    entrega: before.entrega.version > read.entrega.version ? before.entrega : read.entrega,
  }
}

/** The hour of a decision. */
const horaNow = (): Hora => ({ hora_dispositivo: new Date().toISOString(), desfase_s: secondsAhead() })

/** Keeps what a press has decided and begins to send it. Throws an Error with the sentence where it could not be kept. */
export async function decide(ruta: MiRuta, parts: readonly Part[]): Promise<Item[]> {
  const news = parts.map((part) => decidedOf(usuario, ruta, part, horaNow()))
  if (!(await keepsByNow())) {
    const { sendNow } = await import('./sendNow.ts')
    await sendNow(news)
    onSent()
    return []
  }
  const ids = await phone.addItems(news)
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing over plain http
  void navigator.storage?.persist?.()
  await changed('decided')
  run()
  return news.map((item, index) => ({ ...item, id: ids[index] ?? 0 }))
}

/** Takes back a press. */
export async function undo(items: readonly Item[]) {
  await phone.undoItems(items, horaNow())
  await changed('decided')
  run()
}

export async function discard({ id }: Item) {
  await phone.dropItems([id])
  await changed('decided')
  run()
}

/** Sends again what was refused, with its key; what is too old for that with another. */
export async function sendAgain({ id }: Item) {
  await phone.changeItems([id], (item) => ({ ...item, ...(item.rechazo ? { rechazo: null } : untried) }))
  await changed('decided')
  run()
}

/** Of the states that wait for a route either all go, with new keys, or none. */
export async function settle(rutaId: number, mine: boolean) {
  const items = estadosOf(store.get().items, rutaId)
  const ids = items.map(({ id }) => id)
  if (mine)
    await phone.changeItems(ids, (item) =>
      item.clase === 'estado'
        ? { ...item, ...untried, visto: item.conflicto ?? item.visto, conflicto: null }
        : item,
    )
  else await phone.dropItems(ids)
  await changed('decided')
  run()
}
