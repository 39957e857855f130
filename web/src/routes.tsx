import { type Access, can } from '@flota/contract/access.ts'
import { type Page, pages } from '@flota/contract/pages.ts'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useSession } from './api/session.ts'
import { cataloguePages } from './catalogue/screens.tsx'
import { AccesoDenegado } from './layouts/AccesoDenegado.tsx'
import { ErrorBoundary } from './layouts/ErrorBoundary.tsx'
import { Guard } from './layouts/Guard.tsx'
import { NotFound } from './layouts/NotFound.tsx'
import { pageAt, type Section } from './paths.ts'
import { sections } from './sections.ts'

/** What every screen gets. */
interface ScreenProps {
  /** The parts of the address that its page names. */
  params: Record<string, string>
  sections: readonly Section[]
}

type Load = () => Promise<ComponentType<ScreenProps>>

interface Screen {
  /** Starts the download; asked again it gives the same. */
  load: Load
  Component: ComponentType<ScreenProps>
  /** Stands alone, outside of the office's frame. */
  bare: boolean
}

const screen = (load: Load, { bare = false } = {}): Screen => ({
  load,
  Component: lazy(async () => ({ default: await load() })),
  bare,
})

const loadLayout = () => import('./layouts/AppLayout.tsx')
const AppLayout = lazy(async () => ({ default: (await loadLayout()).AppLayout }))

const screensOfCatalogues = Object.fromEntries(
  Object.entries(cataloguePages).map(([page, load]) => [page, screen(load as Load)]),
  // fromEntries forgets its keys: they are those of the object above.
) as Record<keyof typeof cataloguePages, Screen>

/** Path → screen; the compiler demands one for each page of the contract. */
const screens: Record<Page, Screen> = {
  '/login': screen(async () => (await import('./session/LoginPage.tsx')).LoginPage, { bare: true }),
  '/': screen(async () => (await import('./session/HomeRedirect.tsx')).HomeRedirect, { bare: true }),
  '/dashboard': screen(async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage),
  ...screensOfCatalogues,
}

/** The screen of the present address, behind its guard and inside its frame. */
export function Routes() {
  const [path] = useLocation()
  const found = pageAt(path)
  if (!found) return <NotFound />
  const access = pages[found.page]
  const { Component, load, bare } = screens[found.page]
  // Guard, frame and screen download side by side, not one after the other.
  void load()
  if (!bare) void loadLayout()
  const content = (
    <ErrorBoundary key={path}>
      <Suspense>
        <Component params={found.params} sections={sections} />
      </Suspense>
    </ErrorBoundary>
  )
  if (access === 'public') return content
  return <Guard>{bare ? content : <Framed access={access}>{content}</Framed>}</Guard>
}

/** The office's frame, with the screen in it or the refusal. A new user gets a new frame, cache and all. */
function Framed({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession()
  if (!session) return null
  return (
    <ErrorBoundary>
      <Suspense>
        <AppLayout key={session.user.id} session={session} sections={sections}>
          {can(session, access) ? children : <AccesoDenegado />}
        </AppLayout>
      </Suspense>
    </ErrorBoundary>
  )
}
