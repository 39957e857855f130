import { type Access, can } from '@flota/contract/access.ts'
import { pages } from '@flota/contract/pages.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { getSession, type Session, useSession } from './api/session.ts'
import { verify } from './api/verification.ts'
import { HomeRedirect } from './HomeRedirect.tsx'
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
  /** Null where the screen stands alone. */
  frame: LazyComponent<FrameProps> | null
}

interface FrameProps {
  session: Session
  children: ReactNode
}

// The office's list of screens is loaded with its frame: the phone does without.
const loadOffice = () => import('./office/screens.tsx')

const lazyOffice = lazyComponent(async () => (await loadOffice()).frame.AppLayout)
const AccesoDenegado = lazy(async () => ({ default: (await loadOffice()).frame.AccesoDenegado }))
const lazyPilot = lazyComponent(async () => (await import('./pilot/PilotLayout.tsx')).PilotLayout)

const screen = (load: LoadScreen, around: Screen['frame']): Screen => ({
  ...lazyComponent(load),
  frame: around,
})

const phoneScreens: Record<PhonePage, Screen> = {
  '/': screen(async () => () => <HomeRedirect load={loadPage} />, null),
  '/piloto-rutas': screen(async () => (await import('./pilot/MisRutasPage.tsx')).MisRutasPage, lazyPilot),
}

const officeScreens = new Map<OfficePage, Screen>()

/** Its calls would all be refused where the second factor is owed. */
const frameOf = (page: OfficePage) => (page === '/segundo-factor' ? null : lazyOffice)

/** Made once for each page: another component would be drawn from the beginning. */
function screenOf(page: InnerPage): Screen {
  if (isPhonePage(page)) return phoneScreens[page]
  const screenEntry =
    officeScreens.get(page) ?? screen(async () => (await loadOffice()).screens[page](), frameOf(page))
  officeScreens.set(page, screenEntry)
  return screenEntry
}

// Hovered or focused links start their download.
const preloadLinkTarget = ({ target }: Event) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  const found = link && matchPage(link.pathname)
  if (found) preload(screenOf(found.page).load)
}
document.addEventListener('pointerover', preloadLinkTarget)
document.addEventListener('focusin', preloadLinkTarget)

/** Screen and frame are there, or have failed, which is told where they are drawn. */
function loadPage(page: InnerPage) {
  const { load, frame: around } = screenOf(page)
  return Promise.allSettled([load(), around?.load()])
}

/** What an address needs first is there, or has failed. */
export async function loadPageAt(path: string): Promise<void> {
  // Who has to log in first needs none of it yet.
  if (!getSession()) return
  const found = matchPage(path)
  if (!found) return
  void verify()
  await loadPage(found.page)
}

/** The screen of the present address, behind its guard and inside its frame. */
export function Routes() {
  const [path] = useLocation()
  const session = useSession()
  const found = matchPage(path)
  if (!found) return session ? <NotFoundInFrame session={session} /> : <PlainNotFound />
  const access = pages[found.page]
  const { Component, load, frame: around } = screenOf(found.page)
  // Whichever page ends a pilot's session, the phone's part tidies up.
  if (session?.rol_nombre === 'piloto') preload(lazyPilot.load)
  // Guard, frame and screen download in parallel.
  preload(load)
  if (around) preload(around.load)
  const content = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Component params={found.params} />
      </Suspense>
    </ErrorBoundary>
  )
  return (
    <Guard>
      {around ? (
        <Framed frame={around} access={access}>
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

/** In the frame of who is logged in; the office's brings its own `main`. */
function NotFoundInFrame({ session: { rol_nombre } }: Pick<FrameProps, 'session'>) {
  const own = rol_nombre === 'piloto' ? lazyPilot : lazyOffice
  return (
    <Guard>
      <Framed frame={own} access={{}}>
        {own === lazyOffice ? <NotFound /> : <PlainNotFound />}
      </Framed>
    </Guard>
  )
}

interface FramedProps {
  frame: LazyComponent<FrameProps>
  access: Access
  children: ReactNode
}

/** The screen in its frame, or the refusal in the office's. Another user gets a new frame and cache. */
function Framed({ frame: own, access, children }: FramedProps) {
  const session = useSession()
  if (!session) return null
  const allowed = can(session, access)
  const { Component } = allowed ? own : lazyOffice
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
