import { Redirect } from 'wouter'
import { lastSessionEnd } from '../api/session.ts'

/** To the login, and from there back to where one was. */
export function RedirectToLogin() {
  const origin = location.pathname + location.search
  return <Redirect to="/login" replace state={lastSessionEnd() === 'logout' ? null : { origin }} />
}
