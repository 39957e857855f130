import { Redirect } from 'wouter'
import { lastSessionEnd } from '../api/session.ts'

/** The login returns to the current address, except after a logout. */
export function RedirectToLogin() {
  const origin = location.pathname + location.search
  return <Redirect to="/login" replace state={lastSessionEnd() === 'logout' ? null : { origin }} />
}
