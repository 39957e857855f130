import type { Page } from '@flota/contract/pages.ts'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../api/session.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { homeOf } from './home.ts'

/** `load` ends when the page can be drawn, or has failed to load. */
export function HomeRedirect({ load }: { load: (page: Page) => Promise<unknown> }) {
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
  return <Waiting text="Redirigiendo..." />
}
