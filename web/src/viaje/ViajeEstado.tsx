import { conRetraso } from '@flota/contract/retraso.ts'
import { useNow } from '../api/useToday.ts'
import { Badge } from '../ui/Badge.tsx'
import { estadoLook } from './EstadoBadge.tsx'

interface Viaje {
  estado: string
  fecha: string
  hora: string
}

/** How a trip's state looks and is said by now: 'Con retraso' where its hour has passed. */
export function useEstado(ruta: Viaje) {
  const ahora = useNow()
  const { Icon, color } = estadoLook(ruta.estado)
  if (!ahora || !conRetraso(ruta, ahora)) return { Icon, color, words: ruta.estado }
  return {
    Icon,
    // Inverted, so that it stands out among those that are only waiting.
    color: 'border-pendiente bg-pendiente text-pendiente-soft',
    words: (
      <>
        <span className="sr-only">{ruta.estado}, </span>Con retraso
      </>
    ),
  }
}

export function ViajeEstado({ ruta, className }: { ruta: Viaje; className?: string }) {
  const { words, ...look } = useEstado(ruta)
  return (
    <Badge {...look} className={className}>
      {words}
    </Badge>
  )
}
