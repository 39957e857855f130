import type { RutaEstado } from '@flota/contract/estados.ts'
import { CircleCheck, CircleHelp, Clock, type LucideIcon, TriangleAlert, Truck } from 'lucide-react'
import { cx } from './cx.ts'

const looks: Partial<Record<string, { Icon: LucideIcon; color: string }>> = {
  Pendiente: { Icon: Clock, color: 'border-pendiente-fill bg-pendiente-soft text-pendiente' },
  'En curso': { Icon: Truck, color: 'border-en-curso-fill bg-en-curso-soft text-en-curso' },
  Entregado: { Icon: CircleCheck, color: 'border-entregado-fill bg-entregado-soft text-entregado' },
  Incidente: { Icon: TriangleAlert, color: 'border-incidente-fill bg-incidente-soft text-incidente' },
} satisfies Record<RutaEstado, unknown>

const other = { Icon: CircleHelp, color: 'border-field bg-sunken text-ink' }

/** The icon and colours of a state; grey for a word that nobody knows. */
export const estadoLook = (estado: string) => looks[estado] ?? other

/** A route's state: a word, an icon and a colour. */
export function EstadoBadge({ estado, className }: { estado: string; className?: string }) {
  const { Icon, color } = estadoLook(estado)
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full border py-0.5 pr-2.5 pl-2 text-sm font-semibold whitespace-nowrap',
        color,
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {estado}
    </span>
  )
}
