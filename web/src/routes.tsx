import { type Access, can } from '@flota/contract/access.ts'
import { type Page, pages } from '@flota/contract/pages.ts'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { type Session, useSession } from './api/session.ts'
import { cataloguePages } from './office/catalogue/screens.tsx'
import { pageAt } from './paths.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { Guard } from './shell/Guard.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { ScreenSkeleton } from './shell/ScreenSkeleton.tsx'
import { Waiting } from './ui/Waiting.tsx'

interface ScreenProps {
  /** The address's named parts. */
  params: Record<string, string>
}

type Load = () => Promise<ComponentType<ScreenProps>>

interface Screen {
  /** Starts the download; asked again it gives the same. */
  load: Load
  Component: ComponentType<ScreenProps>
  /** Null where the screen stands alone. */
  frame: Frame | null
}

interface FrameProps {
  session: Session
  children: ReactNode
}

interface Frame {
  load: () => Promise<unknown>
  Component: ComponentType<FrameProps>
}

const frame = (load: () => Promise<ComponentType<FrameProps>>): Frame => ({
  load,
  Component: lazy(async () => ({ default: await load() })),
})

/** Starts a download early; a failure recurs and is shown where the screen is drawn. */
const begin = (load: () => Promise<unknown>) => void load().catch(() => undefined)

const office = frame(async () => (await import('./office/layout/AppLayout.tsx')).AppLayout)
const loadRefusal = async () => (await import('./office/layout/AccesoDenegado.tsx')).AccesoDenegado
const AccesoDenegado = lazy(async () => ({ default: await loadRefusal() }))
const pilot = frame(async () => (await import('./phone/piloto/PilotLayout.tsx')).PilotLayout)

const screen = (load: Load, around: Frame | null = office): Screen => ({
  load,
  Component: lazy(async () => ({ default: await load() })),
  frame: around,
})

const screensOfCatalogues = Object.fromEntries(
  Object.entries(cataloguePages).map(([page, load]) => [page, screen(load)]),
  // fromEntries forgets its keys: they are those of the object above.
) as Record<keyof typeof cataloguePages, Screen>

const loadRutaForm = async () => (await import('./office/rutas/form/RutaForm.tsx')).RutaForm
const loadDetail = async () => (await import('./office/rutas/RutaDetail.tsx')).RutaDetail

/** The compiler demands a screen for each page of the contract. */
const screens: Record<Page, Screen> = {
  '/login': screen(async () => (await import('./phone/session/LoginPage.tsx')).LoginPage, null),
  '/': screen(async () => (await import('./phone/session/HomeRedirect.tsx')).HomeRedirect, null),
  '/dashboard': screen(async () => (await import('./office/dashboard/DashboardPage.tsx')).DashboardPage),
  '/admin-dashboard': screen(async () => (await import('./office/dashboard/AdminPage.tsx')).AdminPage),
  '/piloto-rutas': screen(async () => (await import('./phone/piloto/MisRutasPage.tsx')).MisRutasPage, pilot),
  '/rutas': screen(async () => (await import('./office/rutas/RutasPage.tsx')).RutasPage),
  '/ingresar-ruta': screen(loadRutaForm),
  '/editar-ruta/:id': screen(loadRutaForm),
  '/mostrar-ruta/:id': screen(loadDetail),
  '/ver-ruta/:id': screen(loadDetail),
  ...screensOfCatalogues,
  '/mantenimientos': screen(
    async () => (await import('./office/mantenimientos/MantenimientosPage.tsx')).MantenimientosPage,
  ),
  '/reportes': screen(async () => (await import('./office/reportes/ReportesPage.tsx')).ReportesPage),
  '/usuarios': screen(async () => (await import('./office/usuarios/UsuariosPage.tsx')).UsuariosPage),
  '/papelera': screen(async () => (await import('./office/papelera/PapeleraPage.tsx')).PapeleraPage),
}

// Hovered or focused links start their download.
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
  const { Component, load, frame: around } = screens[found.page]
  // Guard, frame and screen download in parallel.
  begin(load)
  if (around) begin(around.load)
  const content = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Component params={found.params} />
      </Suspense>
    </ErrorBoundary>
  )
  if (access === 'public') return content
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

/** The screen in its frame, or the refusal in the office's. Another user gets a new frame and cache. */
function Framed({ frame: own, access, children }: { frame: Frame; access: Access; children: ReactNode }) {
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
