import { ChevronRight, type LucideIcon } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../ui/cx.ts'
import { usePopoverPosition } from '../ui/usePopoverPosition.ts'

/** Runs `onSelect`, or shows the actions `next` instead. */
export type MenuAction = {
  label: string
  Icon: LucideIcon
  letter?: string | undefined
  danger?: boolean
} & ({ onSelect: () => void; next?: undefined } | { next: readonly MenuAction[]; onSelect?: undefined })

export interface OpenMenu {
  by: HTMLButtonElement
  /** Initially focused item: first or last by keyboard, none by mouse or touch. */
  at: 'first' | 'last' | null
}

interface Props {
  trigger: (attributes: ReturnType<typeof menuTriggerProps>) => ReactNode
  actions: readonly MenuAction[]
}

export function Menu({ trigger, actions }: Props) {
  const id = useId()
  const [opened, setOpened] = useState<OpenMenu | null>(null)
  return (
    <>
      {trigger(menuTriggerProps(id, opened !== null, setOpened))}
      {opened && <MenuActions {...opened} actions={actions} onClose={() => setOpened(null)} />}
    </>
  )
}

export const menuTriggerProps = (id: string, isOpen: boolean, open: (opened: OpenMenu | null) => void) => ({
  id,
  'aria-haspopup': 'menu' as const,
  'aria-expanded': isOpen,
  // A keyboard press has a click count (`detail`) of 0.
  onClick: ({ currentTarget: by, detail }: MouseEvent<HTMLButtonElement>) =>
    open(isOpen ? null : { by, at: detail === 0 ? 'first' : null }),
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open({ by: event.currentTarget, at: event.key === 'ArrowDown' ? 'first' : 'last' })
  },
  // Otherwise the blur closes the open menu and the click opens it again.
  onMouseDown: (event: MouseEvent) => {
    if (isOpen) event.preventDefault()
  },
})

interface MenuActionsProps extends OpenMenu {
  actions: readonly MenuAction[]
  onClose: () => void
}

export function MenuActions({ by, at, actions, onClose }: MenuActionsProps) {
  const button = useRef(by)
  const menu = useRef<HTMLDivElement>(null)
  usePopoverPosition(true, button, menu, { atEnd: true })
  const [chosen, setChosen] = useState<readonly MenuAction[]>()
  const items = () => [...(menu.current?.querySelectorAll('button') ?? [])]
  useLayoutEffect(() => {
    const start = at || chosen ? nextItem(at === 'last' && !chosen ? 'End' : 'Home', items()) : menu.current
    start?.focus({ preventScroll: true })
  }, [at, chosen])
  const press = (event: KeyboardEvent) => {
    const all = items()
    const next = nextItem(event.key, all)
    if (next) next.focus()
    // Tab continues from the button; a held key acts once.
    else if (event.key === 'Escape' || event.key === 'Tab') by.focus()
    else if (!event.repeat) return
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    <div
      ref={menu}
      role="menu"
      aria-labelledby={by.id}
      tabIndex={-1}
      popover="manual"
      onKeyDown={press}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onClose()}
      className="fixed inset-auto m-0 max-w-[calc(100vw-8px)] min-w-44 overflow-auto rounded-ui border border-line bg-card p-1 text-ink shadow-soft outline-none"
    >
      {(chosen ?? actions).map(({ label, Icon, onSelect, next, danger }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-haspopup={next && 'menu'}
          onPointerEnter={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
          onClick={() => {
            if (next) return setChosen(next)
            // An action may open a dialog, which restores the focus when it closes.
            by.focus()
            onSelect()
          }}
          className={cx(
            'flex min-h-10 w-full items-center gap-3 rounded-[6px] px-3 text-left font-normal whitespace-nowrap outline-none focus:bg-sunken max-md:min-h-11',
            danger && 'text-danger',
          )}
        >
          <Icon className="size-4.5 shrink-0" />
          <span className="truncate">{label}</span>
          {next && <ChevronRight className="ml-auto size-4 shrink-0 text-muted" />}
        </button>
      ))}
    </div>
  )
}

/** Returns the item for a key: arrows wrap around, Home and End, or the next item that begins with the letter. */
function nextItem(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const here = items.findIndex((item) => item === document.activeElement)
  if (key === 'ArrowDown') return items[(here + 1) % items.length]
  if (key === 'ArrowUp') return items.at(Math.max(here, 0) - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length > 1 || key === ' ') return undefined
  const following = [...items.slice(here + 1), ...items.slice(0, here + 1)]
  return following.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))
}
