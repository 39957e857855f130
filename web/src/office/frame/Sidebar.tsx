import { PanelLeftClose, PanelLeftOpen, Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { CompanyLogo } from '../../shell/CompanyLogo.tsx'
import type { Section } from '../../shell/paths.ts'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { MenuLinks } from './MenuLinks.tsx'

const sidebarStates = ['libre', 'fijo', 'oculto'] as const
/** `libre` is a rail that opens on hover, `fijo` stays open, `oculto` is hidden. */
type SidebarState = (typeof sidebarStates)[number]

const storageKey = 'menu'

/** Stores the state in localStorage. */
export function useSidebar() {
  const [state, setState] = useState<SidebarState>(
    () => sidebarStates.find((each) => each === localStorage.getItem(storageKey)) ?? 'libre',
  )
  const change = (next: SidebarState) => {
    localStorage.setItem(storageKey, next)
    setState(next)
  }
  return {
    pinned: state === 'fijo',
    hidden: state === 'oculto',
    togglePin: () => change(state === 'fijo' ? 'libre' : 'fijo'),
    toggleHidden: () => change(state === 'oculto' ? 'libre' : 'oculto'),
  }
}

interface Props {
  sections: readonly Section[]
  empresa: string
  sidebar: ReturnType<typeof useSidebar>
}

/** The desktop menu. */
export function Sidebar({ sections, empresa, sidebar }: Props) {
  const { pinned, hidden, togglePin, toggleHidden } = sidebar
  const labels = cx(
    !pinned && 'opacity-0 transition-opacity group-hover:opacity-100 group-has-focus-visible:opacity-100',
  )
  return (
    <>
      <aside
        inert={hidden}
        className={cx(
          'group fixed inset-y-0 left-0 z-30 flex flex-col overflow-hidden bg-frame text-frame-text max-md:hidden',
          'transition-[width,translate,visibility] duration-200',
          pinned ? 'w-60' : 'w-16 hover:w-60 hover:shadow-soft has-focus-visible:w-60',
          hidden && 'invisible -translate-x-full',
        )}
      >
        <div className="flex h-14 shrink-0 items-center gap-3 px-3.5">
          <Link
            href="/dashboard"
            className="flex min-w-0 flex-1 items-center gap-3 rounded-ui outline-accent"
          >
            <CompanyLogo className="size-9">
              <b aria-hidden="true" className="w-9 text-center text-2xl text-accent">
                {empresa[0]}
              </b>
            </CompanyLogo>
            <span
              className={cx(
                'line-clamp-2 w-28 shrink-0 leading-tight font-bold wrap-break-word text-frame-strong',
                labels,
              )}
            >
              {empresa || 'Inicio'}
            </span>
          </Link>
          <IconButton
            label={pinned ? 'Soltar el menú' : 'Fijar el menú'}
            aria-pressed={pinned}
            onClick={togglePin}
            onFrame
            className={labels}
          >
            {pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          </IconButton>
        </div>
        <MenuLinks sections={sections} labelClass={labels} />
      </aside>
      <IconButton
        label={hidden ? 'Mostrar el menú' : 'Ocultar el menú'}
        aria-expanded={!hidden}
        onClick={toggleHidden}
        onFrame
        className="fixed bottom-1 left-3.5 z-30 size-9! bg-frame-raised shadow-soft max-md:hidden pointer-coarse:size-11!"
      >
        {hidden ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
      </IconButton>
    </>
  )
}
