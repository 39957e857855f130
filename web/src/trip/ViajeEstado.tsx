import { lapseInWords, lateMinutesOf, type TripTimes } from '@flota/contract/retraso.ts'
import { useNow } from '../api/useToday.ts'
import { Badge } from '../ui/Badge.tsx'
import { estadoLook } from './EstadoBadge.tsx'

/** How a trip's state looks and is said by now, for a `Badge`: 'Con retraso · 12 min' where it is late. */
export const useEstadoLook = (viaje: TripTimes) =>
  estadoWithDelay(viaje.estado, lateMinutesOf(viaje, useNow()))

/** @param retraso in minutes; 0 where it is not late */
export function estadoWithDelay(estado: string, retraso: number) {
  const { Icon, color } = estadoLook(estado)
  if (!retraso) return { Icon, color, children: estado }
  return {
    Icon,
    // Its state's own ground within a red edge.
    color: color.replace(/\S+/, 'border-danger'),
    children: (
      <>
        <span className="sr-only">{estado}</span> Con retraso · {lapseInWords(retraso)}
      </>
    ),
  }
}

interface Props {
  ruta: TripTimes
  className?: string
}

export const ViajeEstado = ({ ruta, className }: Props) => (
  <Badge {...useEstadoLook(ruta)} className={className} />
)
