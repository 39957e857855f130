import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from './api/session.ts'
import { homeOf } from './home.ts'
import type { InnerPage } from './shell/paths.ts'
import { LoadingScreen } from './ui/LoadingScreen.tsx'

/** `load` ends when the page can be drawn, or has failed to load. */
export function HomeRedirect({ load }: { load: (page: InnerPage) => Promise<unknown> }) {
  const session = useSession()
  const home = session && homeOf(session)
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!home) return
    let isHere = true
    void load(home).then(() => isHere && navigate(home, { replace: true }))
    return () => {
      isHere = false
    }
  }, [home, load, navigate])
  return <LoadingScreen text="Redirigiendo..." />
}
