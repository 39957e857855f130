import { ApiError } from './ApiError.ts'
import { call } from './call.ts'
import { onReconnected } from './connection.ts'
import { endSession, getSession, saveSession } from './session.ts'
import { createStore } from './store.ts'

type Verification = 'pending' | 'checking' | 'valid' | 'unreachable'

/** One check per page load; later the 401 of any call ends the session. */
const store = createStore<Verification>('pending')

export const useVerification = store.use

export const skipVerification = () => store.set('valid')

/** Asks the server whether the stored session still holds, and takes over the user's current data. */
export async function verify() {
  const session = getSession()
  if (!session || store.get() === 'checking') return
  store.set('checking')
  // Another tab may have logged out or in meanwhile: the answer is not to that session.
  const isSameSession = () => getSession()?.token === session.token
  try {
    const { data } = await call('GET /api/auth/verify')
    const holds = isSameSession()
    if (holds) saveSession(session.token, data)
    store.set(holds ? 'valid' : 'pending')
  } catch (error) {
    // A failed connection says nothing about the session: whoever reloads on the road stays logged in.
    const refused = error instanceof ApiError && error.status === 401
    if (refused && isSameSession()) endSession('expired')
    store.set(refused ? 'pending' : 'unreachable')
  }
}

/** Takes over the rights that the server has now; screens that they no longer allow close. */
export async function refreshPermissions() {
  const session = getSession()
  if (!session) return
  const { data } = await call('GET /api/auth/verify')
  if (getSession()?.token === session.token) saveSession(session.token, data)
}

onReconnected(() => {
  if (store.get() === 'unreachable') void verify()
})
