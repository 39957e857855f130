import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Section } from '../../shell/paths.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { MenuLinks } from './MenuLinks.tsx'

interface Props {
  sections: readonly Section[]
  empresa: string
  onClose: () => void
}

/** The menu on a phone, closed by Escape or a tap outside. */
export function MobileMenu({ sections, empresa, onClose }: Props) {
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
            <Logo className="size-9 shrink-0" />
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
