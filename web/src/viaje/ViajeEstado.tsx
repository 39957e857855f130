import { conRetraso, type Viaje } from '@flota/contract/retraso.ts'
import { useNow } from '../api/useToday.ts'
import { Badge } from '../ui/Badge.tsx'
import { estadoLook } from './EstadoBadge.tsx'

/** How a trip's state looks and is said by now, for a `Badge`: 'Con retraso' where its hour has passed. */
export const useEstado = (ruta: Viaje) => estadoSaid(ruta.estado, conRetraso(ruta, useNow()))

export function estadoSaid(estado: string, late: boolean) {
  const look = { ...estadoLook(estado), children: estado }
  if (!late) return look
  return {
    ...look,
    // Inverted, so that it stands out among those that are only waiting.
    color: 'border-pendiente bg-pendiente text-pendiente-soft',
    children: (
      <>
        <span className="sr-only">{estado}</span> Con retraso
      </>
    ),
  }
}

export const ViajeEstado = ({ ruta }: { ruta: Viaje }) => <Badge {...useEstado(ruta)} />
