import { secondsAhead } from '../../api/clock.ts'
import { configStore } from '../../api/config.ts'
import { onReconnected } from '../../api/connection.ts'
import { getSession, type Session } from '../../api/session.ts'
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

interface OutboxState {
  items: readonly OutboxItem[]
  /** Last read trips; null before the first read. */
  lectura: MisRutas | null
  sending: boolean
  /** Timestamp of this state in ms. */
  shownAtMs: number
  isLoaded: boolean
  /** False if the browser has no IndexedDB. */
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
/** Longer than any attempt: a tab that was closed while sending sends no end message. */
const maxSendMs = 130_000

let currentUserId = 0
let runSender = () => {}
/** Reads the trips again after a send. */
let notifySent = () => {}
let channel: BroadcastChannel | undefined
let sending = false
let lastRefresh = Promise.resolve()

/** Shows the stored items. A later call supersedes an earlier one. */
function refreshState(): Promise<void> {
  const current: Promise<void> = readStored().then((stored) =>
    lastRefresh === current ? applyState(stored) : lastRefresh,
  )
  lastRefresh = current
  return current
}

const readStored = () => Promise.all([phone.readItems(currentUserId), phone.readLectura(currentUserId)])

function applyState([items, lectura]: Awaited<ReturnType<typeof readStored>>) {
  // Offline the stored configuration applies.
  if (lectura && !configStore.get()) configStore.set({ ...lectura.config, behind: -secondsAhead() * 1000 })
  const before = store.get()
  store.set({
    ...before,
    // Keeps the shown items if the database cannot be read.
    items: items ?? before.items,
    sending,
    shownAtMs: Date.now(),
    isLoaded: before.isLoaded || items !== null || !before.canStore,
    lectura: lectura ?? before.lectura,
  })
}

/** Opens the database again if it failed: a killed browser may block it for a while. */
async function ensureStorage() {
  if (store.get().canStore) return true
  if (!(await phone.canStore())) return false
  store.set({ ...store.get(), canStore: true })
  await refreshState()
  return true
}

type TabMessage = { sending: boolean } | 'decided' | 'changed'

async function notifyTabs(message: TabMessage = 'changed') {
  channel?.postMessage(message)
  await refreshState()
}

let sendingTimer = 0
/** `refreshState` shows the end, together with the remaining items. */
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

type OutboxUser = Pick<Session['user'], 'id' | 'username'>

/** Starts sending this pilot's items and listening to other tabs. Returns a function that stops it. */
export function startOutbox(user: OutboxUser, onTaken: () => void): () => void {
  currentUserId = user.id
  notifySent = onTaken
  store.set(emptyOutbox)
  sending = false
  // A running read belongs to another user.
  lastRefresh = Promise.resolve()
  channel ??= 'BroadcastChannel' in window ? new BroadcastChannel('flota-cola') : undefined
  channel?.addEventListener('message', onTabMessage)
  // A send that ends after the stop still notifies the other tabs.
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
  const retry = () => void ensureStorage().then(runSender)
  const retryIfVisible = () => {
    if (document.visibilityState === 'visible') retry()
  }
  const timer = setInterval(retry, retryIntervalMs)
  window.addEventListener('online', sender.run)
  document.addEventListener('visibilitychange', retryIfVisible)
  const stopListening = onReconnected(sender.run)
  void openOutbox(user)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', sender.run)
    document.removeEventListener('visibilitychange', retryIfVisible)
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

/** Stores the read trips; keeps a trip that a send has updated meanwhile. Ignores another user's read. */
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

function newerExpediente(read: MiExpediente, stored: readonly MiExpediente[]): MiExpediente {
  const before = stored.find(({ ruta_id }) => ruta_id === read.ruta_id) ?? read
  return {
    ...read,
    tiempos: before.tiempos.version > read.tiempos.version ? before.tiempos : read.tiempos,
    entrega: before.entrega.version > read.entrega.version ? before.entrega : read.entrega,
  }
}

const currentHora = (): Hora => ({ hora_dispositivo: new Date().toISOString(), desfase_s: secondsAhead() })

/** Stores and sends items; without IndexedDB sends them at once. @throws {Error} with the sentence to show */
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
  await sendDecided()
  return news.map((item, index) => ({ ...item, id: ids[index] ?? 0 }))
}

export async function undoItems(items: readonly OutboxItem[]) {
  await phone.reverseItems(items, currentHora())
  await sendDecided()
}

export async function discardItem({ id }: OutboxItem) {
  await phone.deleteItems([id])
  await sendDecided()
}

async function sendDecided() {
  await notifyTabs('decided')
  runSender()
}

/** Sends a rejected item again with its idempotency key, and an expired one with a new key. */
export async function retryItem({ id }: OutboxItem) {
  await phone.updateItems([id], (item) => ({ ...item, ...(item.rechazo ? { rechazo: null } : notSent) }))
  await sendDecided()
}

/** Sends all pending states of a trip with new keys, or deletes them. */
export async function resolveConflict(rutaId: number, keepsMine: boolean) {
  const ids = pendingEstados(store.get().items, rutaId).map(({ id }) => id)
  if (keepsMine)
    await phone.updateItems(ids, (item) =>
      item.clase === 'estado'
        ? { ...item, ...notSent, visto: item.conflicto ?? item.visto, conflicto: null }
        : item,
    )
  else await phone.deleteItems(ids)
  await sendDecided()
}
