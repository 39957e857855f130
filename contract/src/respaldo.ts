import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const respaldo = {
  last: endpoint('GET /api/respaldo', {
    summary: 'Ver cuándo se hizo el último respaldo propio',
    /** null where the program makes none, or has made none yet. */
    data: z
      .object({
        hecho_en: z.iso.datetime(),
        /** Why it could not be made; null when it went well. */
        error: z.string().nullable(),
        /** How many photos and papers had no whole bytes any more. */
        archivos_faltan: z.int(),
        /** Of the store off this machine; null where none is set. */
        fuera: z
          .object({
            /** When the newest own backup was put there last; null where none was yet. */
            hecho_en: z.iso.datetime().nullable(),
            /** Why the last try failed; null when it went well. */
            error: z.string().nullable(),
          })
          .nullable(),
      })
      .nullable(),
  }),
}
