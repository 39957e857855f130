import IdCard from 'lucide-react/icons/id-card'
import Menu from 'lucide-react/icons/menu'
import Route from 'lucide-react/icons/route'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useEmpresa } from '../api/config.ts'
import { getSession, type Session } from '../api/session.ts'
import { CompanyLogo } from '../shell/CompanyLogo.tsx'
import { unsentText } from '../shell/leftovers/unsentText.ts'
import { setLogoutGuard } from '../shell/logOut.ts'
import { ThemeButton } from '../shell/ThemeButton.tsx'
import { IconButton } from '../ui/Button.tsx'
import { ConfirmDialog, confirm } from '../ui/ConfirmDialog.tsx'
import { ResultPopup } from '../ui/ResultPopup.tsx'
import { useLazyModule } from '../ui/useLazyModule.ts'
import { loadPilotMenu } from './LazyDialog.tsx'
import { readItems } from './outbox/store.ts'

// Unsent items stay on the phone after a logout.
setLogoutGuard(async () => {
  const items = (await readItems(getSession()?.user.id ?? 0)) ?? []
  if (items.length === 0) return true
  const stays = items.length === 1 ? 'Se queda' : 'Se quedan'
  return confirm(
    `Tienes ${unsentText(items)} sin enviar. ${stays} en este teléfono hasta que vuelvas a entrar con tu usuario. ¿Deseas salir?`,
  )
})

export function PilotLayout({ session, children }: { session: Session; children: ReactNode }) {
  const empresa = useEmpresa()
  const [menuOpen, setMenuOpen] = useState(false)
  const menu = useLazyModule(menuOpen, 'el menú', loadPilotMenu, () => setMenuOpen(false))
  // A stored session may have an old role.
  const rol: string = session.rol_nombre
  return (
    <div className="sunlight min-h-dvh md:pl-60">
      <aside className="fixed inset-y-0 left-0 z-30 w-60 bg-frame max-md:hidden">
        <div className="flex min-h-14 items-center gap-3 px-3.5 py-2">
          <CompanyLogo className="size-9" />
          <p className="min-w-0 leading-tight font-bold wrap-anywhere text-frame-strong">{empresa}</p>
        </div>
        <nav aria-label="Menú" className="p-2">
          <ul>
            <li>
              <Link
                href="/piloto-rutas"
                aria-current="page"
                className="relative flex min-h-11 items-center gap-4 rounded-ui bg-frame-raised px-3 font-medium text-frame-strong outline-accent"
              >
                <span className="absolute inset-y-2 left-0 w-1 rounded-full bg-accent" />
                <Route className="size-5.5 shrink-0" />
                <span className="truncate">Mis Rutas</span>
              </Link>
            </li>
          </ul>
        </nav>
      </aside>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-1 bg-frame px-2 text-frame-text md:px-6">
        <CompanyLogo className="mx-1 size-9 md:hidden" />
        <IdCard className="mx-1 size-5 shrink-0 max-md:hidden" />
        <p className="grid min-w-0 flex-1 leading-tight">
          <span className="truncate font-semibold text-frame-strong">{session.user.username}</span>
          <span className="truncate text-sm">{rol || 'Sin rol'}</span>
        </p>
        <ThemeButton onFrame className="size-11" />
        <IconButton
          label="Abrir el menú"
          aria-haspopup="dialog"
          onClick={() => setMenuOpen(true)}
          onFrame
          className="size-11"
        >
          <Menu />
        </IconButton>
      </header>
      {children}
      {menuOpen && menu && <menu.PilotMenu onClose={() => setMenuOpen(false)} />}
      <ConfirmDialog />
      <ResultPopup />
    </div>
  )
}
