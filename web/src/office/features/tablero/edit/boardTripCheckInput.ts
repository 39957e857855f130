import { isOpen } from '@flota/contract/estados.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import type { TripCheckInput } from '../../../../trip/office/useTripCheck.ts'
import type { TripChanges } from './useSaveTripEdit.ts'

/** Returns the check's input for the changed trip; null if it is closed. */
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
