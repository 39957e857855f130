import { call } from '../api/call.ts'
import { endSession } from '../api/session.ts'
import { confirmLeave } from '../ui/navigationGuard.ts'

let logoutGuard = () => Promise.resolve(true)
/** Has the last word, after the page itself. */
export const setLogoutGuard = (may: typeof logoutGuard) => {
  logoutGuard = may
}

export async function logOut() {
  if (!(await confirmLeave()) || !(await logoutGuard())) return
  const onServer = call('POST /api/auth/logout')
  endSession('logout')
  // The browser logs out at once; if the server is unreachable, its idle limit ends the session there.
  await onServer.catch(() => undefined)
}
