import { type Access, can } from '@flota/contract/core/access.ts'
import { pages } from '@flota/contract/core/pages.ts'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { getSession, type Session, useSession } from './api/session.ts'
import { verify } from './api/verification.ts'
import { homeOf, landingAfterLogin } from './home.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { Guard } from './shell/Guard.tsx'
import { NotFound } from './shell/NotFound.tsx'
import {
  type InnerPage,
  isPhonePage,
  type LoadScreen,
  matchPage,
  type OfficePage,
  type PhonePage,
  type ScreenProps,
} from './shell/paths.ts'
import { ScreenSkeleton } from './shell/ScreenSkeleton.tsx'
import { LoadingScreen } from './ui/LoadingScreen.tsx'
import { type LazyComponent, lazyComponent, preload } from './ui/lazyComponent.ts'

interface Screen extends LazyComponent<ScreenProps> {
  /** Null for a screen without a layout. */
  frame: LazyComponent<FrameProps> | null
}

interface FrameProps {
  session: Session
  children: ReactNode
}

// One module with the office's screens and layout, which no phone loads.
const loadOffice = () => import('./office/screens.tsx')

const lazyOffice = lazyComponent(async () => (await loadOffice()).frame.AppLayout)
const AccesoDenegado = lazy(async () => ({ default: (await loadOffice()).frame.AccesoDenegado }))
const lazyPilot = lazyComponent(async () => (await import('./pilot/PilotLayout.tsx')).PilotLayout)

const screen = (load: LoadScreen, frame: Screen['frame']): Screen => ({ ...lazyComponent(load), frame })

const phoneScreens: Record<PhonePage, Screen> = {
  '/': screen(async () => HomeRedirect, null),
  '/piloto-rutas': screen(async () => (await import('./pilot/MisRutasPage.tsx')).MisRutasPage, lazyPilot),
}

const officeScreens = new Map<OfficePage, Screen>()

/** The layout's calls all fail while the user still has to set up a second factor. */
const frameOf = (page: OfficePage) => (page === '/segundo-factor' ? null : lazyOffice)

/** Returns the same object for a page each time: React would remount another component. */
function screenOf(page: InnerPage): Screen {
  if (isPhonePage(page)) return phoneScreens[page]
  const screenEntry =
    officeScreens.get(page) ?? screen(async () => (await loadOffice()).screens[page](), frameOf(page))
  officeScreens.set(page, screenEntry)
  return screenEntry
}

// Downloads the screen of a hovered or focused link.
const preloadLinkTarget = ({ target }: Event) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  const found = link && matchPage(link.pathname)
  if (found) preload(screenOf(found.page).load)
}
document.addEventListener('pointerover', preloadLinkTarget)
document.addEventListener('focusin', preloadLinkTarget)

/** Loads a page's screen and layout. Never rejects: the error boundary around each shows its failure. */
function loadPage(page: InnerPage) {
  const { load, frame } = screenOf(page)
  return Promise.allSettled([load(), frame?.load()])
}

function HomeRedirect() {
  const session = useSession()
  const home = session && homeOf(session)
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!home) return
    let isMounted = true
    void loadPage(home).then(() => isMounted && navigate(home, { replace: true }))
    return () => {
      isMounted = false
    }
  }, [home, navigate])
  return <LoadingScreen text="Redirigiendo..." />
}

interface LandingProps {
  session: Session
  /** Address that required the login; unchecked. */
  origin: unknown
}

export const Landing = ({ session, origin }: LandingProps) => (
  <Redirect to={landingAfterLogin(session, origin)} replace />
)

/** Loads the code that an address needs first. Never rejects. */
export async function loadPageAt(path: string): Promise<void> {
  if (!getSession()) return
  const found = matchPage(path)
  if (!found) return
  void verify()
  await loadPage(found.page)
}

export function Routes() {
  const [path] = useLocation()
  const session = useSession()
  const found = matchPage(path)
  if (!found) return session ? <NotFoundInFrame session={session} /> : <PlainNotFound />
  const access = pages[found.page]
  const { Component, load, frame } = screenOf(found.page)
  // PilotLayout asks before a pilot with unsent changes logs out, on whichever page.
  if (session?.rol_nombre === 'piloto') preload(lazyPilot.load)
  // Guard, frame and screen download in parallel.
  preload(load)
  if (frame) preload(frame.load)
  const content = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Component params={found.params} />
      </Suspense>
    </ErrorBoundary>
  )
  return (
    <Guard>
      {frame ? (
        <Framed frame={frame} access={access}>
          {content}
        </Framed>
      ) : (
        content
      )}
    </Guard>
  )
}

const PlainNotFound = () => (
  <main>
    <NotFound />
  </main>
)

/** In the layout of the user's role; the office's layout has its own `main`. */
function NotFoundInFrame({ session: { rol_nombre } }: Pick<FrameProps, 'session'>) {
  const frame = rol_nombre === 'piloto' ? lazyPilot : lazyOffice
  return (
    <Guard>
      <Framed frame={frame} access={{}}>
        {frame === lazyOffice ? <NotFound /> : <PlainNotFound />}
      </Framed>
    </Guard>
  )
}

interface FramedProps {
  frame: LazyComponent<FrameProps>
  access: Access
  children: ReactNode
}

/** Shows the screen in its layout, or a denial in the office's. A new user gets a new layout and cache. */
function Framed({ frame, access, children }: FramedProps) {
  const session = useSession()
  if (!session) return null
  const allowed = can(session, access)
  const { Component } = allowed ? frame : lazyOffice
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingScreen text="Cargando…" late />}>
        <Component key={session.user.id} session={session}>
          {allowed ? children : <AccesoDenegado session={session} />}
        </Component>
      </Suspense>
    </ErrorBoundary>
  )
}
