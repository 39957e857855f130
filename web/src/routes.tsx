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
  type OfficePage,
  type PhonePage,
  pageAt,
  type ScreenProps,
} from './shell/paths.ts'
import { ScreenSkeleton } from './shell/ScreenSkeleton.tsx'
import { Waiting } from './ui/LoadingScreen.tsx'
import { type LazyPart, lazyPart, loadEarly } from './ui/lazyComponent.ts'

interface Screen extends LazyPart<ScreenProps> {
  /** Null where the screen stands alone. */
  frame: LazyPart<FrameProps> | null
}

interface FrameProps {
  session: Session
  children: ReactNode
}

// The office's list of screens is loaded with its frame: the phone does without.
const loadOffice = () => import('./office/screens.tsx')

const office = lazyPart(async () => (await loadOffice()).layout.AppLayout)
const AccesoDenegado = lazy(async () => ({ default: (await loadOffice()).layout.AccesoDenegado }))
const pilot = lazyPart(async () => (await import('./pilot/PilotLayout.tsx')).PilotLayout)

const screen = (load: LoadScreen, around: Screen['frame']): Screen => ({ ...lazyPart(load), frame: around })

const phoneScreens: Record<PhonePage, Screen> = {
  '/': screen(async () => () => <HomeRedirect load={loadPage} />, null),
  '/piloto-rutas': screen(async () => (await import('./pilot/MisRutasPage.tsx')).MisRutasPage, pilot),
}

const officeScreens = new Map<OfficePage, Screen>()

/** Its calls would all be refused where the second factor is owed. */
const frameOf = (page: OfficePage) => (page === '/segundo-factor' ? null : office)

/** Made once for each page: another component would be drawn from the beginning. */
function screenOf(page: InnerPage): Screen {
  if (isPhonePage(page)) return phoneScreens[page]
  const made =
    officeScreens.get(page) ?? screen(async () => (await loadOffice()).screens[page](), frameOf(page))
  officeScreens.set(page, made)
  return made
}

// Hovered or focused links start their download.
const fetchAhead = ({ target }: Event) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  const found = link && pageAt(link.pathname)
  if (found) loadEarly(screenOf(found.page).load)
}
document.addEventListener('pointerover', fetchAhead)
document.addEventListener('focusin', fetchAhead)

/** Screen and frame are there, or have failed, which is told where they are drawn. */
function loadPage(page: InnerPage) {
  const { load, frame: around } = screenOf(page)
  return Promise.allSettled([load(), around?.load()])
}

/** What an address needs first is there, or has failed. */
export async function loadPageAt(path: string): Promise<void> {
  // Who has to log in first needs none of it yet.
  if (!getSession()) return
  const found = pageAt(path)
  if (!found) return
  void verify()
  await loadPage(found.page)
}

/** The screen of the present address, behind its guard and inside its frame. */
export function Routes() {
  const [path] = useLocation()
  const session = useSession()
  const found = pageAt(path)
  if (!found) return session ? <FramedNotFound session={session} /> : <PlainNotFound />
  const access = pages[found.page]
  const { Component, load, frame: around } = screenOf(found.page)
  // Whichever page ends a pilot's session, the phone's part tidies up.
  if (session?.rol_nombre === 'piloto') loadEarly(pilot.load)
  // Guard, frame and screen download in parallel.
  loadEarly(load)
  if (around) loadEarly(around.load)
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
function FramedNotFound({ session: { rol_nombre } }: Pick<FrameProps, 'session'>) {
  const own = rol_nombre === 'piloto' ? pilot : office
  return (
    <Guard>
      <Framed frame={own} access={{}}>
        {own === office ? <NotFound /> : <PlainNotFound />}
      </Framed>
    </Guard>
  )
}

interface FramedProps {
  frame: LazyPart<FrameProps>
  access: Access
  children: ReactNode
}

/** The screen in its frame, or the refusal in the office's. Another user gets a new frame and cache. */
function Framed({ frame: own, access, children }: FramedProps) {
  const session = useSession()
  if (!session) return null
  const allowed = can(session, access)
  const { Component } = allowed ? own : office
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting text="Cargando…" late />}>
        <Component key={session.user.id} session={session}>
          {allowed ? children : <AccesoDenegado session={session} />}
        </Component>
      </Suspense>
    </ErrorBoundary>
  )
}
