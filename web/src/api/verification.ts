import { ApiError } from './ApiError.ts'
import { call } from './call.ts'
import { onReconnected } from './connection.ts'
import { endSession, getSession, saveSession } from './session.ts'
import { createStore } from './store.ts'

type Verification = 'pending' | 'checking' | 'valid' | 'unreachable'

/** One check per page load. Later a 401 of any call ends the session. */
const store = createStore<Verification>('pending')

export const useVerification = store.use

export const skipVerification = () => store.set('valid')

/** Checks the stored session with the server and stores the user's current data. */
export async function verify() {
  const session = getSession()
  if (!session || store.get() === 'checking') return
  store.set('checking')
  // Another tab may have logged out or in meanwhile.
  const isSameSession = () => getSession()?.token === session.token
  try {
    const { data } = await call('GET /api/auth/verify')
    const isCurrent = isSameSession()
    if (isCurrent) saveSession(session.token, data)
    store.set(isCurrent ? 'valid' : 'pending')
  } catch (error) {
    // Without a connection the session stays: a pilot may reload the page without signal.
    const isRejected = error instanceof ApiError && error.status === 401
    if (isRejected && isSameSession()) endSession('expired')
    store.set(isRejected ? 'pending' : 'unreachable')
  }
}

export async function refreshPermissions() {
  const session = getSession()
  if (!session) return
  const { data } = await call('GET /api/auth/verify')
  if (getSession()?.token === session.token) saveSession(session.token, data)
}

onReconnected(() => {
  if (store.get() === 'unreachable') void verify()
})
