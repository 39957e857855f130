import type { SessionUser } from '@flota/contract/account/session.ts'
import { type Access, type Caller, can, type Permiso, permisoNames } from '@flota/contract/core/access.ts'
import { deleteAllDrafts } from './drafts.ts'
import { createStore } from './store.ts'

export interface Session extends Caller {
  token: string
  user: SessionUser
  /** The company requires a second factor that the user has not set up. */
  needsSecondFactor: boolean
}

/** Data of GET /api/auth/verify and of a login. */
type LoginData = Pick<Session, 'user' | 'permissions' | 'permissions_dinero'> & {
  segundo_factor?: 'pendiente' | undefined
}

const storageKeys = { token: 'token', user: 'user', permissions: 'permissions' } as const

const inactiveKey = (userId: number | string) => `inactivo ${userId}`

const parseJson = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Accepts names and objects with nombre_permiso (docs/contract/sessions.md). */
export const parsePermissions = (stored: unknown): Permiso[] => {
  const names = (Array.isArray(stored) ? stored : []).map((each: unknown) =>
    typeof each === 'object' && each !== null && 'nombre_permiso' in each ? each.nombre_permiso : each,
  )
  return permisoNames.filter((name) => names.includes(name))
}

function readStoredSession(): Session | null {
  const token = localStorage.getItem(storageKeys.token)
  // Only `saveSession` writes it; the server checks every call anyway.
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

/** After `expired` the login page shows a notice and returns to the last page. */
let lastEndReason: SessionEndReason | null = null

export const getSession = store.get
export const useSession = store.use

/** Returns whether the user may do something; always false without a session. */
export function usePermission() {
  const session = useSession()
  return (access: Access) => session !== null && can(session, access)
}

export const lastSessionEnd = () => lastEndReason

export function saveSession(token: string, { user, permissions, ...rest }: LoginData) {
  const { permissions_dinero, segundo_factor } = rest
  localStorage.setItem(storageKeys.user, JSON.stringify({ ...user, permissions_dinero, segundo_factor }))
  localStorage.setItem(storageKeys.permissions, JSON.stringify(permissions))
  localStorage.removeItem(inactiveKey(user.id))
  // Last: other tabs read the session when its token changes.
  localStorage.setItem(storageKeys.token, token)
  lastEndReason = null
  store.set(readStoredSession())
}

/** Remembers that the server rejected a session of this user because the user is inactive, until the user's next login. */
export const markInactive = (userId: string) => localStorage.setItem(inactiveKey(userId), 'si')

export const isMarkedInactive = (userId: number) => localStorage.getItem(inactiveKey(userId)) !== null

/** Set by a rejected call, cleared after the setup. Drafts stay. */
export function setNeedsSecondFactor(isNeeded: boolean) {
  const session = store.get()
  if (session && session.needsSecondFactor !== isNeeded)
    saveSession(session.token, { ...session, segundo_factor: isNeeded ? 'pendiente' : undefined })
}

/** `expired` keeps the drafts. */
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
