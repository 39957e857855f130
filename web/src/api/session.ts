import type { Caller } from '@flota/contract/access.ts'
import type { SessionUser } from '@flota/contract/session.ts'
import { dropAllDrafts } from './drafts.ts'
import { permissionsOf } from './parsePermissions.ts'
import { createStore } from './store.ts'

export interface Session extends Caller {
  token: string
  user: SessionUser
  /** The company demands a second factor of the user, who has none yet. */
  owesFactor: boolean
}

/** What the server says of who has logged in. */
type Who = Pick<Session, 'user' | 'permissions' | 'permissions_dinero'> & {
  segundo_factor?: 'pendiente' | undefined
}

const keys = { token: 'token', user: 'user', permissions: 'permissions' } as const

const parse = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function read(): Session | null {
  const token = localStorage.getItem(keys.token)
  // Written by `saveSession` alone; the server checks whatever the screens let through.
  const user = parse(localStorage.getItem(keys.user)) as
    | (SessionUser & Pick<Who, 'permissions_dinero' | 'segundo_factor'>)
    | null
  if (!token || !user?.username) return null
  return {
    token,
    user,
    rol_nombre: user.rol_nombre,
    permissions: permissionsOf(parse(localStorage.getItem(keys.permissions))),
    permissions_dinero: user.permissions_dinero ?? [],
    owesFactor: user.segundo_factor === 'pendiente',
  }
}

const store = createStore(read())

type End = 'logout' | 'expired'

/** Decides what the login says: after `logout` nothing, after `expired` a notice and the way back. */
let lastEnd: End | null = null

export const getSession = store.get
export const useSession = store.use
/** Tells of each change of it; gives what ends that. */
export const onSession = store.subscribe
export const lastSessionEnd = () => lastEnd

export function saveSession(token: string, { user, permissions, ...rest }: Who) {
  const { permissions_dinero, segundo_factor } = rest
  localStorage.setItem(keys.user, JSON.stringify({ ...user, permissions_dinero, segundo_factor }))
  localStorage.setItem(keys.permissions, JSON.stringify(permissions))
  // Last: other tabs hear of each change by itself, and read a session when its token comes.
  localStorage.setItem(keys.token, token)
  lastEnd = null
  store.set(read())
}

/** Told by a refused call in the middle of the work, or settled here; drafts stay. */
export function setOwesFactor(owes: boolean) {
  const session = store.get()
  if (session && session.owesFactor !== owes)
    saveSession(session.token, { ...session, segundo_factor: owes ? 'pendiente' : undefined })
}

/** `logout` when the user asked for it; `expired` keeps the drafts. */
export function endSession(why: End) {
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  lastEnd = why
  if (why === 'logout') dropAllDrafts()
  store.set(null)
}

// Another tab logged in or out: one browser has one session.
window.addEventListener('storage', ({ key }) => {
  if (key !== null && key !== keys.token) return
  lastEnd = null
  store.set(read())
})
