import { Redirect } from 'wouter'
import type { Session } from './api/session.ts'
import { landingOf } from './home.ts'

interface Landed {
  session: Session
  /** Where the guard sent away from, which may be anything. */
  origin: unknown
}

/** Where a login leads. */
export const Landing = ({ session, origin }: Landed) => <Redirect to={landingOf(session, origin)} replace />
