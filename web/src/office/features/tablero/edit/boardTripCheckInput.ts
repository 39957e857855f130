import { isOpen } from '@flota/contract/estados.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import type { TripCheckInput } from '../../../../trip/office/useTripCheck.ts'
import type { TripChanges } from './useSaveTripEdit.ts'

/** What is asked about a route with these changes; null where the trip is closed and occupies nobody. */
export function boardTripCheckInput(ruta: Ruta, changes: TripChanges): TripCheckInput | null {
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
