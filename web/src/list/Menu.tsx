import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { portal } from '../ui/Modal.tsx'

export interface MenuAction {
  label: string
  Icon: LucideIcon
  onSelect: () => void
  danger?: boolean
}

interface Props {
  /** The button that opens it. */
  trigger: ReactElement
  actions: readonly MenuAction[]
}

/** A dropdown of actions. */
export function Menu({ trigger, actions }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  // An action may open a dialog, which gives focus back to where it was: to the trigger, not to a menu that is gone.
  const run = (nowOpen: boolean) => {
    if (nowOpen || !chosen.current) return
    button.current?.focus()
    chosen.current()
    chosen.current = null
  }
  return (
    <Base.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={run}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal container={portal()}>
        <Base.Positioner align="end" sideOffset={4} collisionPadding={8} className="z-40">
          <Base.Popup className="min-w-44 rounded-ui border border-line bg-card p-1 shadow-soft outline-none">
            {actions.map(({ label, Icon, onSelect, danger }) => (
              <Base.Item
                key={label}
                onClick={() => {
                  chosen.current = onSelect
                }}
                className={cx(
                  'flex min-h-10 items-center gap-3 rounded-[6px] px-3 outline-none select-none max-md:min-h-11',
                  'data-highlighted:bg-sunken',
                  danger && 'text-danger',
                )}
              >
                <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
