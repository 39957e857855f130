import { formatFecha } from '@flota/contract/core/format.ts'
import type { TripName } from '@flota/contract/core/tripName.ts'

/** Returns 'Transportes Maya · Cobán → Mixco · 21/11/2026', which stands beside a trip's number. */
export const tripNameText = ({ cliente, origen, destino, fecha }: TripName) =>
  [cliente, `${origen} → ${destino}`, formatFecha(fecha)].join(' · ')
