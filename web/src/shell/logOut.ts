import { call } from '../api/call.ts'
import { endSession } from '../api/session.ts'
import { mayLeave } from '../ui/leaving.ts'

export async function logOut() {
  if (!(await mayLeave())) return
  const onServer = call('POST /api/auth/logout')
  endSession('logout')
  // The browser logs out at once; if the server is unreachable, its idle limit ends the session there.
  await onServer.catch(() => undefined)
}
