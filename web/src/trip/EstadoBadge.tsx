import type { RutaEstado } from '@flota/contract/records/estados.ts'
import { lapseInWords, lateMinutesOf, type TripTimes } from '@flota/contract/trips/retraso.ts'
import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import { useNow } from '../api/useToday.ts'
import { Badge, badgeColors } from '../ui/Badge.tsx'

const estadoLooks: Partial<Record<string, { Icon: LucideIcon; color: string }>> = {
  Pendiente: { Icon: Clock, color: badgeColors.yellow },
  'En curso': { Icon: Truck, color: badgeColors.blue },
  Entregado: { Icon: CircleCheck, color: badgeColors.green },
  Incidente: { Icon: TriangleAlert, color: badgeColors.red },
} satisfies Record<RutaEstado, unknown>

const unknownLook = { Icon: CircleHelp, color: badgeColors.grey }

export const estadoLook = (estado: string) => estadoLooks[estado] ?? unknownLook

export function EstadoBadge({ estado, className }: { estado: string; className?: string }) {
  return (
    <Badge {...estadoLook(estado)} className={className}>
      {estado}
    </Badge>
  )
}

/** Returns the props of a trip's `Badge`; a late trip has 'Con retraso · 12 min'. */
export const useEstadoLook = (viaje: TripTimes) =>
  estadoWithDelay(viaje.estado, lateMinutesOf(viaje, useNow()))

/** @param retraso delay in minutes */
export function estadoWithDelay(estado: string, retraso: number) {
  const { Icon, color } = estadoLook(estado)
  if (!retraso) return { Icon, color, children: estado }
  return {
    Icon,
    // Keeps the background of the state and changes the border.
    color: color.replace(/\S+/, 'border-danger'),
    children: (
      <>
        <span className="sr-only">{estado}</span> Con retraso · {lapseInWords(retraso)}
      </>
    ),
  }
}

export const ViajeEstado = ({ ruta, className }: { ruta: TripTimes; className?: string }) => (
  <Badge {...useEstadoLook(ruta)} className={className} />
)
