import { Redirect } from 'wouter'
import type { Session } from './api/session.ts'
import { landingAfterLogin } from './home.ts'

interface LandingProps {
  session: Session
  /** Where the guard sent away from, which may be anything. */
  origin: unknown
}

/** Where a login leads. */
export const Landing = ({ session, origin }: LandingProps) => (
  <Redirect to={landingAfterLogin(session, origin)} replace />
)
