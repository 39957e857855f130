import { type RutaEstado, type TiempoNombre, tiempoNombres } from '@flota/contract/estados.ts'
import type { KnownTiempos } from './outbox/outboxItems.ts'

/** What a pilot says when a time is set. */
export const tiempoLabels: Record<TiempoNombre, string> = {
  llegada_carga: 'Llegué a cargar',
  salida_carga: 'Salí cargado',
  llegada_descarga: 'Llegué a descargar',
  salida_descarga: 'Terminé',
}

export interface TripStep {
  label: string
  /** The time that it sets. */
  tiempo?: TiempoNombre
  /** The state that it sets. */
  estado?: RutaEstado
  /** The dialog that it opens. */
  dialog?: 'Entrega' | 'Fotos'
}

/** A trip's next step, by its state and times; none of a state that the phone does not know. */
export function nextTripStep(estado: string, tiempos: KnownTiempos): TripStep | null {
  if (estado === 'Incidente') return { label: 'Seguir viaje', estado: 'En curso' }
  if (estado === 'Entregado') return { label: 'Agregar foto', dialog: 'Fotos' }
  if (estado !== 'Pendiente' && estado !== 'En curso') return null
  const last = tiempoNombres.findLastIndex((name) => tiempos[name])
  // The last stays until the trip is delivered.
  const tiempo = tiempoNombres[last + 1] ?? 'salida_descarga'
  const label = tiempoLabels[tiempo]
  if (tiempo === 'salida_descarga') return { label, dialog: 'Entrega' }
  if (tiempo === 'salida_carga' && estado === 'Pendiente') return { label, tiempo, estado: 'En curso' }
  return { label, tiempo }
}
