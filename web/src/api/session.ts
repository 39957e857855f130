import type { Caller } from '@flota/contract/access.ts'
import type { SessionUser } from '@flota/contract/session.ts'
import { deleteAllDrafts } from './drafts.ts'
import { parsePermissions } from './parsePermissions.ts'
import { createStore } from './store.ts'

export interface Session extends Caller {
  token: string
  user: SessionUser
  /** The company demands a second factor of the user, who has none yet. */
  needsSecondFactor: boolean
}

/** What the server says of who has logged in. */
type LoginData = Pick<Session, 'user' | 'permissions' | 'permissions_dinero'> & {
  segundo_factor?: 'pendiente' | undefined
}

const storageKeys = { token: 'token', user: 'user', permissions: 'permissions' } as const

const parseJson = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function readStoredSession(): Session | null {
  const token = localStorage.getItem(storageKeys.token)
  // Written by `saveSession` alone; the server checks whatever the screens let through.
  const user = parseJson(localStorage.getItem(storageKeys.user)) as
    | (SessionUser & Pick<LoginData, 'permissions_dinero' | 'segundo_factor'>)
    | null
  if (!token || !user?.username) return null
  return {
    token,
    user,
    rol_nombre: user.rol_nombre,
    permissions: parsePermissions(parseJson(localStorage.getItem(storageKeys.permissions))),
    permissions_dinero: user.permissions_dinero ?? [],
    needsSecondFactor: user.segundo_factor === 'pendiente',
  }
}

const store = createStore(readStoredSession())

type SessionEndReason = 'logout' | 'expired'

/** Decides what the login says: after `logout` nothing, after `expired` a notice and the way back. */
let lastEndReason: SessionEndReason | null = null

export const getSession = store.get
export const useSession = store.use
/** Tells of each change of it; gives what ends that. */
export const onSessionChange = store.subscribe
export const lastSessionEnd = () => lastEndReason

export function saveSession(token: string, { user, permissions, ...rest }: LoginData) {
  const { permissions_dinero, segundo_factor } = rest
  localStorage.setItem(storageKeys.user, JSON.stringify({ ...user, permissions_dinero, segundo_factor }))
  localStorage.setItem(storageKeys.permissions, JSON.stringify(permissions))
  // Last: other tabs hear of each change by itself, and read a session when its token comes.
  localStorage.setItem(storageKeys.token, token)
  lastEndReason = null
  store.set(readStoredSession())
}

/** Told by a refused call in the middle of the work, or settled here; drafts stay. */
export function setNeedsSecondFactor(isNeeded: boolean) {
  const session = store.get()
  if (session && session.needsSecondFactor !== isNeeded)
    saveSession(session.token, { ...session, segundo_factor: isNeeded ? 'pendiente' : undefined })
}

/** `logout` when the user asked for it; `expired` keeps the drafts. */
export function endSession(reason: SessionEndReason) {
  for (const key of Object.values(storageKeys)) localStorage.removeItem(key)
  lastEndReason = reason
  if (reason === 'logout') deleteAllDrafts()
  store.set(null)
}

// Another tab logged in or out: one browser has one session.
window.addEventListener('storage', ({ key }) => {
  if (key !== null && key !== storageKeys.token) return
  lastEndReason = null
  store.set(readStoredSession())
})
