import { secondsAhead } from '../../api/clock.ts'
import { configStore } from '../../api/config.ts'
import { onReconnected } from '../../api/connection.ts'
import { getSession } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'
import type { MiExpediente, MiRuta, MisRutas } from '../misRutas.ts'
import {
  createItem,
  type Hora,
  type ItemDraft,
  notSent,
  type OutboxItem,
  pendingEstados,
} from './outboxItems.ts'
import { OutboxSender } from './sender.ts'
import * as phone from './store.ts'

/** What this phone keeps of its pilot. */
interface OutboxState {
  items: readonly OutboxItem[]
  /** Null before the first reading. */
  lectura: MisRutas | null
  sending: boolean
  /** When it was shown, in ms. */
  shownAtMs: number
  /** What waits is known. */
  isLoaded: boolean
  /** False where the browser keeps nothing. */
  canStore: boolean
}

const emptyOutbox: OutboxState = {
  items: [],
  lectura: null,
  sending: false,
  shownAtMs: 0,
  isLoaded: false,
  canStore: true,
}
const store = createStore(emptyOutbox)
export const useOutbox = store.use

const retryIntervalMs = 60_000
/** In ms: longer than any try. A tab that dies while it sends does not say so. */
const maxSendMs = 130_000

let currentUserId = 0
let runSender = () => {}
/** Reads anew what the server has taken. */
let notifySent = () => {}
let channel: BroadcastChannel | undefined
let sending = false
let lastRefresh = Promise.resolve()

/** Shows what is kept by now, or what was read still later. */
function refreshState(): Promise<void> {
  const mine: Promise<void> = readStored().then((kept) =>
    lastRefresh === mine ? applyState(kept) : lastRefresh,
  )
  lastRefresh = mine
  return mine
}

const readStored = () => Promise.all([phone.readItems(currentUserId), phone.readLectura(currentUserId)])

function applyState([items, lectura]: Awaited<ReturnType<typeof readStored>>) {
  // Until the server has said it anew.
  if (lectura && !configStore.get()) configStore.set({ ...lectura.config, behind: -secondsAhead() * 1000 })
  const before = store.get()
  store.set({
    ...before,
    // What cannot be looked at has not left.
    items: items ?? before.items,
    sending,
    shownAtMs: Date.now(),
    isLoaded: before.isLoaded || items !== null || !before.canStore,
    lectura: lectura ?? before.lectura,
  })
}

/** A database that did not open may do so later: what is left of a killed browser holds it for a while. */
async function ensureStorage() {
  if (store.get().canStore) return true
  const keeps = await phone.canStore()
  if (!keeps) return false
  store.set({ ...store.get(), canStore: keeps })
  await refreshState()
  return true
}

type TabMessage = { sending: boolean } | 'decided' | 'changed'

async function notifyTabs(told: TabMessage = 'changed') {
  channel?.postMessage(told)
  await refreshState()
}

let sendingTimer = 0
/** Its end is shown with what is left by then. */
function setSending(now: boolean) {
  clearTimeout(sendingTimer)
  sending = now
  if (now) store.set({ ...store.get(), sending })
}

function onTabMessage({ data }: MessageEvent<TabMessage>) {
  if (data === 'decided') runSender()
  if (typeof data === 'object') {
    setSending(data.sending)
    sendingTimer = window.setTimeout(() => {
      sending = false
      void refreshState()
    }, maxSendMs)
  }
  void refreshState()
}

interface OutboxUser {
  id: number
  username: string
}

/** Begins to send what waits of this pilot, and to hear what other tabs do; gives the end of it. */
export function startOutbox(user: OutboxUser, onTaken: () => void): () => void {
  currentUserId = user.id
  notifySent = onTaken
  store.set(emptyOutbox)
  sending = false
  // What is being read is another's.
  lastRefresh = Promise.resolve()
  channel ??= 'BroadcastChannel' in window ? new BroadcastChannel('flota-cola') : undefined
  channel?.addEventListener('message', onTabMessage)
  // What is on its way when this ends is told all the same: to the other tabs.
  const isShown = () => currentUserId === user.id
  const sender = new OutboxSender({
    usuario: currentUserId,
    onSent: () => isShown() && onTaken(),
    onChange: (now) => {
      if (isShown()) setSending(now)
      void notifyTabs({ sending: now })
    },
  })
  runSender = sender.run
  const again = () => void ensureStorage().then(runSender)
  const look = () => {
    if (document.visibilityState === 'visible') again()
  }
  const timer = setInterval(again, retryIntervalMs)
  window.addEventListener('online', sender.run)
  document.addEventListener('visibilitychange', look)
  const stopListening = onReconnected(sender.run)
  void openOutbox(user)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', sender.run)
    document.removeEventListener('visibilitychange', look)
    stopListening()
    channel?.removeEventListener('message', onTabMessage)
    runSender = () => {}
    currentUserId = 0
  }
}

async function openOutbox(user: OutboxUser) {
  const keeps = await phone.canStore()
  store.set({ ...store.get(), canStore: keeps })
  await phone.deleteLecturas(user.id)
  await refreshState()
  runSender()
}

/** Keeps what was read, but of a route that was changed since what the server answered to that. Nothing of who has left. */
export async function storeLectura(id: number, read: MisRutas) {
  if (id !== currentUserId || getSession()?.user.id !== id) return
  const before = store.get().lectura?.rutas ?? []
  const rutas = read.rutas.map(
    (ruta) => before.find(({ id, version }) => id === ruta.id && version > ruta.version) ?? ruta,
  )
  const expedientes = read.expedientes.map((each) =>
    newerExpediente(each, store.get().lectura?.expedientes ?? []),
  )
  const lectura = { ...read, rutas, expedientes }
  store.set({ ...store.get(), lectura })
  await phone.putLectura(id, lectura)
}

/** Each part of it has a version of its own. */
function newerExpediente(read: MiExpediente, kept: readonly MiExpediente[]): MiExpediente {
  const before = kept.find(({ ruta_id }) => ruta_id === read.ruta_id) ?? read
  return {
    ...read,
    tiempos: before.tiempos.version > read.tiempos.version ? before.tiempos : read.tiempos,
    entrega: before.entrega.version > read.entrega.version ? before.entrega : read.entrega,
  }
}

/** The hour of a decision. */
const currentHora = (): Hora => ({ hora_dispositivo: new Date().toISOString(), desfase_s: secondsAhead() })

/** Keeps what a press has decided and begins to send it. Throws an Error with the sentence where it could not be kept. */
export async function enqueue(ruta: MiRuta, parts: readonly ItemDraft[]): Promise<OutboxItem[]> {
  const news = parts.map((part) => createItem(currentUserId, ruta, part, currentHora()))
  if (!(await ensureStorage())) {
    const { sendNow } = await import('./sendNow.ts')
    await sendNow(news)
    notifySent()
    return []
  }
  const ids = await phone.addItems(news)
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing over plain http
  void navigator.storage?.persist?.()
  await notifyTabs('decided')
  runSender()
  return news.map((item, index) => ({ ...item, id: ids[index] ?? 0 }))
}

/** Takes back a press. */
export async function undoItems(items: readonly OutboxItem[]) {
  await phone.reverseItems(items, currentHora())
  await notifyTabs('decided')
  runSender()
}

export async function discardItem({ id }: OutboxItem) {
  await phone.deleteItems([id])
  await notifyTabs('decided')
  runSender()
}

/** Sends again what was refused, with its key; what is too old for that with another. */
export async function retryItem({ id }: OutboxItem) {
  await phone.updateItems([id], (item) => ({ ...item, ...(item.rechazo ? { rechazo: null } : notSent) }))
  await notifyTabs('decided')
  runSender()
}

/** Of the states that wait for a route either all go, with new keys, or none. */
export async function resolveConflict(rutaId: number, keepsMine: boolean) {
  const items = pendingEstados(store.get().items, rutaId)
  const ids = items.map(({ id }) => id)
  if (keepsMine)
    await phone.updateItems(ids, (item) =>
      item.clase === 'estado'
        ? { ...item, ...notSent, visto: item.conflicto ?? item.visto, conflicto: null }
        : item,
    )
  else await phone.deleteItems(ids)
  await notifyTabs('decided')
  runSender()
}
