import { secondsAhead } from '../../api/clock.ts'
import { configStore } from '../../api/config.ts'
import { onReconnected } from '../../api/connection.ts'
import { getSession } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'
import type { MiRuta, MisRutas } from '../misRutas.ts'
import { canStore } from './database.ts'
import type { DraftKey, StoredDraftKey } from './draftKeys.ts'
import { readDraftKeys } from './drafts.ts'
import { mergeLectura } from './mergeLectura.ts'
import { createItem, type Hora, type ItemDraft, type OutboxItem, type OutboxUser } from './outboxItems.ts'
import type { OutboxSender } from './sending/sender.ts'
import * as phone from './store.ts'

interface OutboxState {
  items: readonly OutboxItem[]
  /** Keys of the drafts and of their photos. */
  drafts: readonly StoredDraftKey[]
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
  drafts: [],
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

const noUser: OutboxUser = { id: 0, username: '' }
let currentUser = noUser
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

const readStored = () =>
  Promise.all([
    phone.readItems(currentUser.id),
    phone.readLectura(currentUser.id),
    readDraftKeys(currentUser.id),
  ])

function applyState([items, lectura, drafts]: Awaited<ReturnType<typeof readStored>>) {
  // Offline the stored configuration applies.
  if (lectura && !configStore.get()) configStore.set({ ...lectura.config, behind: -secondsAhead() * 1000 })
  const before = store.get()
  store.set({
    ...before,
    // Keeps the shown items if the database cannot be read.
    items: items ?? before.items,
    drafts,
    sending,
    shownAtMs: Date.now(),
    isLoaded: before.isLoaded || items !== null || !before.canStore,
    lectura: lectura ?? before.lectura,
  })
}

/** Opens the database again if it failed: a killed browser may block it for a while. */
async function ensureStorage() {
  if (store.get().canStore) return true
  if (!(await canStore())) return false
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

/** Returns a function that sends the items of a user. It loads the sender once something waits. */
function lazySender({ id }: OutboxUser, onTaken: () => void) {
  // A send that ends after the stop still notifies the other tabs.
  const isShown = () => currentUser.id === id
  let sender: OutboxSender | undefined
  const load = async () => {
    const module = await import('./sending/sender.ts')
    sender ??= new module.OutboxSender({
      usuario: id,
      onSent: () => isShown() && onTaken(),
      onChange: (now) => {
        if (isShown()) setSending(now)
        void notifyTabs({ sending: now })
      },
    })
  }
  const run = async () => {
    if (!sender && !((await phone.readItems(id)) ?? []).length) return
    if (!sender) await load()
    if (isShown()) sender?.run()
  }
  // Without the sender's file the next run tries again.
  return () => void run().catch(() => undefined)
}

/** Starts sending this pilot's items and listening to other tabs. Returns a function that stops it. */
export function startOutbox(user: OutboxUser, onTaken: () => void): () => void {
  currentUser = user
  notifySent = onTaken
  store.set(emptyOutbox)
  sending = false
  // A running read belongs to another user.
  lastRefresh = Promise.resolve()
  channel ??= 'BroadcastChannel' in window ? new BroadcastChannel('flota-cola') : undefined
  channel?.addEventListener('message', onTabMessage)
  const run = lazySender(user, onTaken)
  runSender = run
  const retry = () => void ensureStorage().then(runSender)
  const retryIfVisible = () => {
    if (document.visibilityState === 'visible') retry()
  }
  const timer = setInterval(retry, retryIntervalMs)
  window.addEventListener('online', run)
  document.addEventListener('visibilitychange', retryIfVisible)
  const stopListening = onReconnected(run)
  void openOutbox(user)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', run)
    document.removeEventListener('visibilitychange', retryIfVisible)
    stopListening()
    channel?.removeEventListener('message', onTabMessage)
    runSender = () => {}
    currentUser = noUser
  }
}

async function openOutbox(user: OutboxUser) {
  const keeps = await canStore()
  store.set({ ...store.get(), canStore: keeps })
  await phone.deleteLecturas(user.id)
  await refreshState()
  runSender()
}

/** Stores the read trips and deletes drafts of other trips. Ignores another user's read. */
export async function storeLectura(id: number, read: MisRutas) {
  if (id !== currentUser.id || getSession()?.user.id !== id) return
  const lectura = mergeLectura(read, store.get().lectura)
  store.set({ ...store.get(), lectura })
  await phone.putLectura(id, lectura)
  // Another user may have logged in meanwhile.
  const drafts = store.get().drafts.filter(([, usuario]) => usuario === id)
  if (drafts.length === 0) return
  const { deleteDraftsExcept } = await import('../dialogs/draftStore.ts')
  const rutaIds = lectura.rutas.map((ruta) => ruta.id)
  await deleteDraftsExcept(drafts, rutaIds)
  await notifyTabs()
}

/** A draft was created or deleted. */
export const draftsChanged = () => notifyTabs()

export const currentHora = (): Hora => ({
  hora_dispositivo: new Date().toISOString(),
  desfase_s: secondsAhead(),
})

/**
 * Stores and sends items instead of the `draft` that they come from; without IndexedDB sends them at once.
 * @throws {Error} with the sentence to show
 */
export async function enqueue(
  ruta: MiRuta,
  parts: readonly ItemDraft[],
  draft?: DraftKey,
): Promise<OutboxItem[]> {
  const news = parts.map((part) => createItem(currentUser, ruta, part, currentHora()))
  if (!(await ensureStorage())) {
    const { sendNow } = await import('./sending/sendNow.ts')
    await sendNow(news)
    notifySent()
    return []
  }
  const ids = await phone.addItems(news, draft)
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing over plain http
  void navigator.storage?.persist?.()
  await sendDecided()
  return news.map((item, index) => ({ ...item, id: ids[index] ?? 0 }))
}

/** Shows a decision in all tabs and sends it. */
export async function sendDecided() {
  await notifyTabs('decided')
  runSender()
}
