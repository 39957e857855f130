import { type Page, pages } from '@flota/contract/pages.ts'
import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { cataloguePages } from './catalogue/screens.tsx'
import { ErrorBoundary } from './layouts/ErrorBoundary.tsx'
import { Guard } from './layouts/Guard.tsx'
import { NotFound } from './layouts/NotFound.tsx'
import { ScreenSkeleton } from './layouts/ScreenSkeleton.tsx'
import { pageAt } from './paths.ts'

/** What every screen gets. */
interface ScreenProps {
  /** The parts of the address that its page names. */
  params: Record<string, string>
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

/** Starts a download early. What fails here fails again where the screen is shown, and is told there. */
const begin = (load: () => Promise<unknown>) => void load().catch(() => undefined)

const loadFrame = () => import('./Frame.tsx')
const Frame = lazy(async () => ({ default: (await loadFrame()).Frame }))

const loadDashboard = async () => {
  const [{ DashboardPage }, { sections }] = await Promise.all([
    import('./dashboard/DashboardPage.tsx'),
    import('./sections.ts'),
  ])
  return () => <DashboardPage sections={sections} />
}

const screensOfCatalogues = Object.fromEntries(
  Object.entries(cataloguePages).map(([page, load]) => [page, screen(load)]),
  // fromEntries forgets its keys: they are those of the object above.
) as Record<keyof typeof cataloguePages, Screen>

/** Path → screen; the compiler demands one for each page of the contract. */
const screens: Record<Page, Screen> = {
  '/login': screen(async () => (await import('./session/LoginPage.tsx')).LoginPage, { bare: true }),
  '/': screen(async () => (await import('./session/HomeRedirect.tsx')).HomeRedirect, { bare: true }),
  '/dashboard': screen(loadDashboard),
  ...screensOfCatalogues,
}

// What a link leads to starts to download when it is pointed at or reached by Tab.
const fetchAhead = ({ target }: Event) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  const found = link && pageAt(link.pathname)
  if (found) begin(screens[found.page].load)
}
document.addEventListener('pointerover', fetchAhead)
document.addEventListener('focusin', fetchAhead)

/** The screen of the present address, behind its guard and inside its frame. */
export function Routes() {
  const [path] = useLocation()
  const found = pageAt(path)
  if (!found) return <NotFound />
  const access = pages[found.page]
  const { Component, load, bare } = screens[found.page]
  // Guard, frame and screen download side by side, not one after the other.
  begin(load)
  if (!bare) begin(loadFrame)
  const content = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Component params={found.params} />
      </Suspense>
    </ErrorBoundary>
  )
  if (access === 'public') return content
  if (bare) return <Guard>{content}</Guard>
  return (
    <Guard>
      <ErrorBoundary>
        <Suspense>
          <Frame access={access}>{content}</Frame>
        </Suspense>
      </ErrorBoundary>
    </Guard>
  )
}
