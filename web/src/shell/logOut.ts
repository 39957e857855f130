import { call } from '../api/call.ts'
import { endSession } from '../api/session.ts'
import { confirmLeave } from '../ui/navigationGuard.ts'

let logoutGuard = () => Promise.resolve(true)
/** Sets a check that may stop the logout, after the guards of the page. */
export const setLogoutGuard = (guard: typeof logoutGuard) => {
  logoutGuard = guard
}

export async function logOut() {
  if (!(await confirmLeave()) || !(await logoutGuard())) return
  const serverLogout = call('POST /api/auth/logout')
  endSession('logout')
  // The browser logs out at once. If the server is unreachable, the session ends at its idle limit.
  await serverLogout.catch(() => undefined)
}
