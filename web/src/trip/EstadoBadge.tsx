import type { RutaEstado } from '@flota/contract/estados.ts'
import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import { Badge, badgeColors } from '../ui/Badge.tsx'

const estadoLooks: Partial<Record<string, { Icon: LucideIcon; color: string }>> = {
  Pendiente: { Icon: Clock, color: badgeColors.yellow },
  'En curso': { Icon: Truck, color: badgeColors.blue },
  Entregado: { Icon: CircleCheck, color: badgeColors.green },
  Incidente: { Icon: TriangleAlert, color: badgeColors.red },
} satisfies Record<RutaEstado, unknown>

const unknownLook = { Icon: CircleHelp, color: badgeColors.grey }

/** Grey for an unknown state. */
export const estadoLook = (estado: string) => estadoLooks[estado] ?? unknownLook

export function EstadoBadge({ estado, className }: { estado: string; className?: string }) {
  return (
    <Badge {...estadoLook(estado)} className={className}>
      {estado}
    </Badge>
  )
}
