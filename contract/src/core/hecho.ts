import { z } from 'zod'
import { clearable, integer, optionalMoment } from './values.ts'

/** Time of an event as the phone reports it, in requests and in responses. */

const maxOffsetSeconds = 2_000_000_000

export const hechoValues = {
  /** The phone's clock at the event. */
  hora_dispositivo: optionalMoment(),
  /** Seconds that the phone's clock is ahead of the server's. */
  desfase_s: clearable(integer(-maxOffsetSeconds, maxOffsetSeconds)).transform((value) => value ?? 0),
}
export type HechoValues = z.output<z.ZodObject<typeof hechoValues>>

export const hecho = {
  hora_dispositivo: z.iso.datetime().nullable(),
  /** Null if the phone reported no time or an impossible one. */
  hecho_en: z.iso.datetime().nullable(),
  dudosa: z.boolean(),
}
