import { call } from '../api/call.ts'
import { endSession } from '../api/session.ts'
import { mayLeave } from '../ui/navigationGuard.ts'

let mayLogOut = () => Promise.resolve(true)
/** Has the last word, after the page itself. */
export const askBeforeLogOut = (may: typeof mayLogOut) => {
  mayLogOut = may
}

export async function logOut() {
  if (!(await mayLeave()) || !(await mayLogOut())) return
  const onServer = call('POST /api/auth/logout')
  endSession('logout')
  // The browser logs out at once; if the server is unreachable, its idle limit ends the session there.
  await onServer.catch(() => undefined)
}
