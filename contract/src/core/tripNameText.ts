import { formatFecha } from './format.ts'
import type { TripName } from './tripName.ts'

/**
 * Returns 'Transportes Maya · Cobán → Mixco · 21/11/2026', which stands beside a trip's number.
 * @param shownDay day that the reader knows: a trip of this day is named without it
 */
export const tripNameText = ({ cliente, origen, destino, fecha }: TripName, shownDay?: string) =>
  [cliente, `${origen} → ${destino}`, ...(fecha === shownDay ? [] : [formatFecha(fecha)])].join(' · ')

/** Returns the names of trips whose numbers a sentence above has; of several each with its number. */
export const tripNameLines = (viajes: readonly (TripName & { no_ruta: string })[] = []) =>
  viajes.map((viaje) => `${viajes.length > 1 ? `${viaje.no_ruta}: ` : ''}${tripNameText(viaje)}`)
