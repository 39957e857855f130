import { can } from '@flota/contract/core/access.ts'
import { calls } from '@flota/contract/core/calls.ts'
import {
  ChevronDown,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  UserRound,
} from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Session } from '../../api/session.ts'
import { Menu } from '../../list/Menu.tsx'
import { logOut } from '../../shell/logOut.ts'
import { OwnPasswordDialog } from '../../shell/OwnPasswordDialog.tsx'
import { ThemeButton } from '../../shell/ThemeButton.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { usePageShortcuts } from '../../ui/usePageShortcuts.ts'
import { lazyDialog } from '../shared/lazyDialog.tsx'
import { roleIcons } from './icons.ts'
import { canSeeAvisos, NoticeBell } from './notices/NoticeBell.tsx'
import { GlobalSearch } from './search/GlobalSearch.tsx'
import { ayudaSection } from './sections.ts'

const ShortcutsDialog = lazyDialog(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  'los atajos de teclado',
)

/** Opens the manual's chapter about this page; its first page if the list of chapters doesn't load. */
async function openChapter(path: string, navigate: (href: string) => void) {
  const chapters = await import('./helpChapters.ts').catch(() => null)
  navigate(chapters?.helpHref(path, location.search) ?? ayudaSection.page)
}

export function TopBar({ session, onOpenMenu }: { session: Session; onOpenMenu: () => void }) {
  const [opened, setOpened] = useState<'password' | 'keys' | null>(null)
  const close = () => setOpened(null)
  const [path, navigate] = useLocation()
  usePageShortcuts({ '?': () => setOpened('keys') })
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center border-b border-line bg-card px-1 sm:gap-1 sm:px-2 md:gap-2 md:px-6">
      <IconButton label="Abrir el menú" onClick={onOpenMenu} className="md:hidden">
        <MenuIcon aria-hidden="true" />
      </IconButton>
      <div className="min-w-0 flex-1">
        {can(session, calls['GET /api/buscar']) && <GlobalSearch session={session} />}
      </div>
      {canSeeAvisos(session) && <NoticeBell session={session} />}
      <Link
        href={ayudaSection.page}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          void openChapter(path, navigate)
        }}
        aria-label={ayudaSection.label}
        title={ayudaSection.label}
        className="grid size-10 shrink-0 place-items-center rounded-ui hover:bg-sunken max-md:hidden pointer-coarse:size-11"
      >
        <ayudaSection.Icon aria-hidden="true" className="size-5" />
      </Link>
      <ThemeButton />
      <Menu
        trigger={(attributes) => <UserButton {...attributes} session={session} />}
        actions={[
          { label: 'Cambiar contraseña', Icon: KeyRound, onSelect: () => setOpened('password') },
          { label: 'Mi cuenta', Icon: UserRound, onSelect: () => navigate('/mi-cuenta') },
          { label: 'Atajos de teclado', Icon: Keyboard, onSelect: () => setOpened('keys') },
        ]}
      />
      <Button
        look="quiet"
        title="Cerrar sesión"
        className="shrink-0 max-xl:px-3"
        onClick={() => void logOut()}
      >
        <LogOut aria-hidden="true" className="size-5" />
        <span className="max-xl:sr-only">Cerrar sesión</span>
      </Button>
      {opened === 'password' && <OwnPasswordDialog onClose={close} />}
      {opened === 'keys' && <ShortcutsDialog onClose={close} />}
    </header>
  )
}

function UserButton({ session, ...attributes }: { session: Session } & ComponentProps<'button'>) {
  // The stored session may be older than a change of the roles.
  const rol: string = session.rol_nombre
  const Icon = (roleIcons as Partial<Record<string, LucideIcon>>)[rol] ?? UserRound
  return (
    <button
      {...attributes}
      type="button"
      className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-ui px-1 text-left hover:bg-sunken sm:gap-2.5 sm:px-2"
    >
      <span className="grid shrink-0 place-items-center rounded-full text-ink sm:size-8 sm:bg-sunken">
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <span className="grid min-w-0 leading-tight">
        <span className="max-w-40 truncate font-semibold max-sm:max-w-24">{session.user.username}</span>
        <span className="truncate text-sm text-muted">{rol || 'Sin rol'}</span>
      </span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted max-sm:hidden" />
    </button>
  )
}
