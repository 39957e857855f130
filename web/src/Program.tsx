import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { getSession, useSession } from './api/session.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { RedirectToLogin } from './shell/RedirectToLogin.tsx'
import { LoadingScreen } from './ui/LoadingScreen.tsx'
import { lazyComponent } from './ui/lazyComponent.ts'

// Which pages there are, and who may see them, is loaded by who logs in.
const loadRoutesModule = () => import('./routes.tsx')
const lazyRoutes = lazyComponent(async () => (await loadRoutesModule()).Routes)
const lazyLanding = lazyComponent(async () => (await import('./Landing.tsx')).Landing)

const lazyLogin = lazyComponent(async () => {
  const { LoginPage } = await import('./login/LoginPage.tsx')
  return () => <LoginPage landing={lazyLanding} />
})

/** The root without a session leads to the login, whatever pages there are. */
const needsOnlyLogin = (path: string) => path === '/login' || (path === '/' && !getSession())

/** What an address needs first is there, or has failed. */
export async function preloadFirstScreen(path: string): Promise<void> {
  try {
    if (needsOnlyLogin(path)) await lazyLogin.load()
    else {
      const { loadPageAt } = await loadRoutesModule()
      await Promise.all([lazyRoutes.load(), loadPageAt(path)])
    }
  } catch {
    // Told where it is drawn.
  }
}

/** The login, or all that stands behind it. */
export function Program() {
  const [path] = useLocation()
  const session = useSession()
  if (path === '/' && !session) return <RedirectToLogin />
  const { Component } = path === '/login' ? lazyLogin : lazyRoutes
  return (
    <ErrorBoundary key={String(path === '/login')}>
      <Suspense fallback={<LoadingScreen text="Cargando…" late />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}
