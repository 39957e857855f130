import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { getSession, useSession } from './api/session.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { RedirectToLogin } from './shell/RedirectToLogin.tsx'
import { LoadingScreen } from './ui/LoadingScreen.tsx'
import { lazyComponent } from './ui/lazyComponent.ts'

// The page list loads after the login: the login page stays small.
const loadRoutesModule = () => import('./routes.tsx')
const lazyRoutes = lazyComponent(async () => (await loadRoutesModule()).Routes)
const lazyLanding = lazyComponent(async () => (await loadRoutesModule()).Landing)

const lazyLogin = lazyComponent(async () => {
  const { LoginPage } = await import('./login/LoginPage.tsx')
  return () => <LoginPage landing={lazyLanding} />
})

const needsOnlyLogin = (path: string) => path === '/login' || (path === '/' && !getSession())

/** Loads the code that an address needs first. Never rejects. */
export async function preloadFirstScreen(path: string): Promise<void> {
  try {
    if (needsOnlyLogin(path)) await lazyLogin.load()
    else {
      const { loadPageAt } = await loadRoutesModule()
      await Promise.all([lazyRoutes.load(), loadPageAt(path)])
    }
  } catch {
    // The error boundary around the screen shows the failure.
  }
}

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
