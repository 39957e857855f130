import { z } from 'zod'
import { named } from './values.ts'

/** What a person calls a trip: its number alone says nothing. All as it is today. */
export const tripName = named('NombreDeViaje', {
  cliente: z.string(),
  origen: z.string(),
  destino: z.string(),
  fecha: z.string(),
})
export type TripName = z.output<typeof tripName>

/** Query value that adds `viaje` or `viajes` to the rows about trips. */
export const withTripNames = z.enum(['si']).optional()

/** Query of a call whose only parameter is `viaje`. */
export const tripNamesQuery = z.object({ viaje: withTripNames })
