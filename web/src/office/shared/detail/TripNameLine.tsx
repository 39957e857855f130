import type { TripName } from '@flota/contract/core/tripName.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'

/** Shows the trip's client, places and day below its number. */
export const TripNameLine = ({ viaje }: { viaje: TripName | undefined }) =>
  viaje && <span className="block text-sm wrap-anywhere text-muted">{tripNameText(viaje)}</span>
