import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export const badgeColors = {
  yellow: 'border-pendiente-fill bg-pendiente-soft text-pendiente',
  blue: 'border-en-curso-fill bg-en-curso-soft text-en-curso',
  green: 'border-entregado-fill bg-entregado-soft text-entregado',
  red: 'border-incidente-fill bg-incidente-soft text-incidente',
  grey: 'border-field bg-sunken text-ink',
} as const

interface Props {
  Icon: LucideIcon
  color: string
  children: ReactNode
  className?: string | undefined
}

export function Badge({ Icon, color, children, className }: Props) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full border py-0.5 pr-2.5 pl-2 text-sm font-semibold whitespace-nowrap',
        color,
        className,
      )}
    >
      <Icon className="size-4 shrink-0" />
      {children}
    </span>
  )
}
