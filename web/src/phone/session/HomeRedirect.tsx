import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../api/session.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { homeOf } from './home.ts'

/** `/` has no content of its own: it sends its visitor to what they work with. */
export function HomeRedirect() {
  const session = useSession()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (session) navigate(homeOf(session), { replace: true })
  }, [session, navigate])
  return <Waiting text="Redirigiendo..." />
}
