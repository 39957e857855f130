import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { getSession, useSession } from './api/session.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { ToLogin } from './shell/RedirectToLogin.tsx'
import { Waiting } from './ui/LoadingScreen.tsx'
import { lazyPart } from './ui/lazyComponent.ts'

// Which pages there are, and who may see them, is loaded by who logs in.
const loadInside = () => import('./routes.tsx')
const inside = lazyPart(async () => (await loadInside()).Routes)
const landing = lazyPart(async () => (await import('./Landing.tsx')).Landing)

const login = lazyPart(async () => {
  const { LoginPage } = await import('./login/LoginPage.tsx')
  return () => <LoginPage landing={landing} />
})

/** The root without a session leads to the login, whatever pages there are. */
const needsNoPages = (path: string) => path === '/login' || (path === '/' && !getSession())

/** What an address needs first is there, or has failed. */
export async function loadFirst(path: string): Promise<void> {
  try {
    if (needsNoPages(path)) await login.load()
    else {
      const { loadPageAt } = await loadInside()
      await Promise.all([inside.load(), loadPageAt(path)])
    }
  } catch {
    // Told where it is drawn.
  }
}

/** The login, or all that stands behind it. */
export function Program() {
  const [path] = useLocation()
  const session = useSession()
  if (path === '/' && !session) return <ToLogin />
  const { Component } = path === '/login' ? login : inside
  return (
    <ErrorBoundary key={String(path === '/login')}>
      <Suspense fallback={<Waiting text="Cargando…" late />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}
