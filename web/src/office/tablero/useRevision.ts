import type { Ruta } from '@flota/contract/rutas.ts'
import { useEndpointWhile } from '../../api/cache/queries.ts'
import { useSettled } from '../../form/useSettled.ts'
import { isOpen } from './day.ts'
import type { Changes } from './useSaveCambio.ts'

/** What is asked about a route with these changes; null of one that occupies nobody. */
function askedOf(ruta: Ruta, changes: Changes) {
  if (!isOpen(ruta)) return null
  const { camion_id, chofer_id, ayudante_id, cliente_id, fecha, hora } = ruta
  const { origen, destino, servicio, mercaderia, duracion_min } = ruta
  return {
    camion_id,
    chofer_id,
    ayudante_id,
    cliente_id,
    fecha,
    hora: hora.slice(0, 5),
    origen,
    destino,
    servicio,
    mercaderia,
    duracion_min,
    ...changes,
    ruta_id: ruta.id,
  }
}

/**
 * What would speak against a route with these changes: asked once they rest, and left when they go on. `avisos` are the
 * last ones that were told, `current` where they are of these changes.
 */
export function useRevision(ruta: Ruta | undefined, changes: Changes | null) {
  const asked = ruta && changes && askedOf(ruta, changes)
  const key = JSON.stringify(asked)
  const settled = useSettled(asked, key)
  const body = asked && JSON.stringify(settled) === key ? asked : null
  const { data, isPlaceholderData } = useEndpointWhile('POST /api/rutas/revision', body && { body })
  return {
    key,
    avisos: asked ? data?.data.avisos : undefined,
    current: body !== null && data !== undefined && !isPlaceholderData,
  }
}
