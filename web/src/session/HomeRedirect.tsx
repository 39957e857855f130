import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { homeOf } from './home.ts'

/** `/` has no content of its own: it sends its visitor to what they work with. */
export function HomeRedirect() {
  const session = useSession()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (session) navigate(homeOf(session), { replace: true })
  }, [session, navigate])
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="text-muted">
        <output>Redirigiendo...</output>
      </h1>
    </main>
  )
}
