import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../api/session.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { homeOf } from './home.ts'

export function HomeRedirect() {
  const session = useSession()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (session) navigate(homeOf(session), { replace: true })
  }, [session, navigate])
  return <Waiting text="Redirigiendo..." />
}
