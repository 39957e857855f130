import { z } from 'zod'
import { integer, optionalMoment } from './values.ts'

/** When something was done on the road, as the phone tells it, in what is sent and in what is read. */

const maxOffsetSeconds = 2_000_000_000

export const hechoValues = {
  /** The phone's clock when it was decided. */
  hora_dispositivo: optionalMoment(),
  /** The seconds that this clock is ahead of the server's. */
  desfase_s: z
    .preprocess(
      (value) => (value === '' ? null : value),
      integer(-maxOffsetSeconds, maxOffsetSeconds).nullish(),
    )
    .transform((value) => value ?? 0),
}
export type HechoValues = z.output<z.ZodObject<typeof hechoValues>>

export const hecho = {
  hora_dispositivo: z.iso.datetime().nullable(),
  /** Null where the phone did not tell it, or told what cannot be. */
  hecho_en: z.iso.datetime().nullable(),
  dudosa: z.boolean(),
}
