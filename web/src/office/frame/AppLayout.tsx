import './office.css'
import { can } from '@flota/contract/core/access.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createQueryClient, refreshOnReconnect } from '../../api/cache/queries.ts'
import { useEmpresa } from '../../api/config.ts'
import { deleteRecentRecords } from '../../api/recentRecords.ts'
import { lastSessionEnd, type Session } from '../../api/session.ts'
import { ConnectionBanner } from '../../shell/ConnectionBanner.tsx'
import { canOpen } from '../../shell/paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { cx } from '../../ui/cx.ts'
import { ResultPopup } from '../../ui/ResultPopup.tsx'
import { LazyPrintHeading } from './LazyPrintHeading.tsx'
import { MobileMenu } from './MenuLinks.tsx'
import { Sidebar, useSidebar } from './Sidebar.tsx'
import { ayudaSection, sections } from './sections.ts'
import { TopBar } from './TopBar.tsx'

const root = document.documentElement
/** In the order of index.html. */
const themes = ['light', 'dark']

/** Sets the browser bar's colour to the chosen theme; without one it follows the system's. */
function updateThemeColor() {
  const { theme } = root.dataset
  if (!theme) return
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').entries())
    meta.media = themes[index] === theme ? 'all' : 'not all'
}

updateThemeColor()
new MutationObserver(updateThemeColor).observe(root, { attributeFilter: ['data-theme'] })

/** Removes the pilot pages' service worker after a change of role: its cached release would become outdated in the office. */
async function removeWorker() {
  if (navigator.serviceWorker.controller)
    await (await import('../../shell/leftovers/forgetPhone.ts')).removeServiceWorker()
}

/** Mounted for a whole session together with its query cache. */
export function AppLayout({ session, children }: { session: Session; children: ReactNode }) {
  const [client] = useState(createQueryClient)
  useEffect(() => refreshOnReconnect(client), [client])
  // Here and not in endSession: the pilot's phone has no such list and counts bytes.
  useEffect(() => () => void (lastSessionEnd() === 'logout' && deleteRecentRecords()), [])
  const isPiloto = session.rol_nombre === 'piloto'
  useEffect(() => {
    if (!isPiloto) void removeWorker().catch(() => undefined)
  }, [isPiloto])
  const empresa = useEmpresa()
  const sidebar = useSidebar()
  const [menuOpen, setMenuOpen] = useState(false)
  const allowed = sections.filter(
    ({ page, menu }) => canOpen(session, page) && (menu === undefined || can(session, menu)),
  )
  return (
    <QueryClientProvider client={client}>
      <div className="min-h-dvh office-type">
        <a
          href="#contenido"
          onClick={(event) => {
            event.preventDefault()
            document.getElementById('contenido')?.focus()
          }}
          className="absolute -top-20 left-4 z-50 rounded-ui bg-card px-4 py-2 shadow-soft focus:top-2"
        >
          Ir al contenido
        </a>
        <Sidebar sections={allowed} empresa={empresa} sidebar={sidebar} />
        {menuOpen && (
          <MobileMenu
            sections={[...allowed, ayudaSection]}
            empresa={empresa}
            onClose={() => setMenuOpen(false)}
          />
        )}
        <div
          className={cx(
            'transition-[padding] duration-200',
            !sidebar.hidden && (sidebar.pinned ? 'md:pl-60' : 'md:pl-16'),
          )}
        >
          <TopBar session={session} onOpenMenu={() => setMenuOpen(true)} />
          <ConnectionBanner />
          <main id="contenido" tabIndex={-1} className="max-w-[120rem] p-4 outline-none md:p-6">
            <LazyPrintHeading />
            {children}
          </main>
        </div>
        <ConfirmDialog />
        <ResultPopup />
      </div>
    </QueryClientProvider>
  )
}
