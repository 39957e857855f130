import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

interface Props {
  title: string
  open: boolean
  onToggle: () => void
  children: ReactNode
}

export const Collapsible = ({ title, open, onToggle, children }: Props) => (
  <>
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex min-h-10 w-full items-center gap-1.5 px-2 text-left font-semibold hover:bg-sunken max-md:min-h-11"
    >
      <ChevronRight aria-hidden="true" className={cx('size-4.5 shrink-0', open && 'rotate-90')} />
      {title}
    </button>
    {open && children}
  </>
)
