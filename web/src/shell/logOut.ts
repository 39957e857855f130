import { call } from '../api/call.ts'
import { endSession } from '../api/session.ts'
import { mayLeave } from '../ui/leaving.ts'

export async function logOut() {
  if (!(await mayLeave())) return
  const onServer = call('POST /api/auth/logout')
  endSession('logout')
  // Out of this browser at once; if the server can't be told now, the session ends there by its idle limit.
  await onServer.catch(() => undefined)
}
