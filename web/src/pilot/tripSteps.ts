import { type RutaEstado, type TiempoNombre, tiempoNombres } from '@flota/contract/records/estados.ts'
import type { KnownTiempos } from './outbox/outboxItems.ts'

export const tiempoLabels: Record<TiempoNombre, string> = {
  llegada_carga: 'Llegué a cargar',
  salida_carga: 'Salí cargado',
  llegada_descarga: 'Llegué a descargar',
  salida_descarga: 'Terminé',
}

export interface TripStep {
  label: string
  tiempo?: TiempoNombre
  estado?: RutaEstado
  dialog?: 'Entrega' | 'Foto'
}

/** Returns a trip's next step; null for an unknown state. */
export function nextTripStep(estado: string, tiempos: KnownTiempos): TripStep | null {
  if (estado === 'Incidente') return { label: 'Seguir viaje', estado: 'En curso' }
  if (estado === 'Entregado') return { label: 'Agregar foto', dialog: 'Foto' }
  if (estado !== 'Pendiente' && estado !== 'En curso') return null
  const last = tiempoNombres.findLastIndex((name) => tiempos[name])
  // The last step remains until the delivery.
  const tiempo = tiempoNombres[last + 1] ?? 'salida_descarga'
  const label = tiempoLabels[tiempo]
  if (tiempo === 'salida_descarga') return { label, dialog: 'Entrega' }
  if (tiempo === 'salida_carga' && estado === 'Pendiente') return { label, tiempo, estado: 'En curso' }
  return { label, tiempo }
}
