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
      })
      .nullable(),
  }),
}
