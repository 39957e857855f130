import { X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { CompanyLogo } from '../../shell/CompanyLogo.tsx'
import type { Section } from '../../shell/paths.ts'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

interface Props {
  sections: readonly Section[]
  /** Hides the labels while the sidebar is a rail. */
  labelClass?: string
  onFollow?: () => void
}

/** An administrator's menu fits a screen of 768 px without scrolling. */
export function MenuLinks(props: Props) {
  const { sections } = props
  return (
    // Leaves room for Sidebar's hide button below.
    <nav
      aria-label="Menú"
      className="overflow-x-hidden overflow-y-auto px-2 py-1 md:mb-11 md:pointer-coarse:mb-14"
    >
      <ul className="grid grid-cols-1">
        {sections.map((section, index) => {
          const { group, page } = section
          if (!group) return <MenuEntry key={page} section={section} {...props} />
          if (sections[index - 1]?.group === group) return null
          return (
            <MenuGroup key={page} {...props} sections={sections.filter((each) => each.group === group)} />
          )
        })}
      </ul>
    </nav>
  )
}

/** A group heading; on a rail a line in the heading's place. */
function MenuGroup({ sections, ...rest }: Props) {
  const id = useId()
  return (
    <li className="min-w-0 after:my-0.5 after:block after:h-px after:bg-frame-raised last:after:hidden">
      <p className="relative flex h-5 items-center text-sm max-md:h-8">
        <span className="absolute inset-x-0 h-px bg-frame-raised" />
        <span id={id} className={cx('relative truncate bg-frame px-3', rest.labelClass)}>
          {sections[0]?.group}
        </span>
      </p>
      <ul aria-labelledby={id} className="grid grid-cols-1">
        {sections.map((section) => (
          <MenuEntry key={section.page} section={section} {...rest} />
        ))}
      </ul>
    </li>
  )
}

type MenuEntryProps = Omit<Props, 'sections'> & { section: Section }

function MenuEntry({ section, labelClass, onFollow }: MenuEntryProps) {
  const [path] = useLocation()
  const { page, label, Icon } = section
  const current = path === page || path.startsWith(`${page}/`)
  const link = useRef<HTMLAnchorElement>(null)
  // The entry may be scrolled out of view in a long menu.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <li className="min-w-0">
      <Link
        ref={link}
        href={page}
        aria-current={current ? 'page' : undefined}
        onClick={() => onFollow?.()}
        className={cx(
          'relative flex min-h-7.5 min-w-0 items-center gap-4 rounded-ui px-3 font-medium outline-accent max-md:min-h-11 pointer-coarse:min-h-11 [@media(min-height:54rem)]:min-h-9',
          current
            ? 'bg-frame-raised text-frame-strong'
            : 'text-frame-text hover:bg-frame-raised hover:text-frame-strong',
        )}
      >
        {current && <span className="absolute inset-y-1.5 left-0 w-1 rounded-full bg-accent" />}
        <Icon aria-hidden="true" className="size-5.5 shrink-0" />
        <span className={cx('truncate', labelClass)}>{label}</span>
      </Link>
    </li>
  )
}

interface MobileMenuProps {
  sections: readonly Section[]
  empresa: string
  onClose: () => void
}

/** The menu on a phone, closed by Escape or a tap outside. */
export function MobileMenu({ sections, empresa, onClose }: MobileMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key; the click is on the backdrop
    <dialog
      ref={dialog}
      aria-label="Menú"
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="mr-auto h-dvh max-h-none w-72 max-w-[85vw] bg-frame office-type text-frame-text"
    >
      <div className="flex h-full flex-col">
        <div className="flex h-14 items-center gap-3 px-3.5">
          <Link
            href="/dashboard"
            onClick={onClose}
            className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-ui outline-accent"
          >
            <CompanyLogo className="size-9" />
            <span className="line-clamp-2 leading-tight font-bold wrap-anywhere text-frame-strong">
              {empresa || 'Inicio'}
            </span>
          </Link>
          <IconButton label="Cerrar el menú" onClick={onClose} onFrame>
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <MenuLinks sections={sections} onFollow={onClose} />
      </div>
    </dialog>
  )
}
