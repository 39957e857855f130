import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

export const respaldo = {
  last: endpoint('GET /api/respaldo', {
    summary: 'Ver cuándo se hizo el último respaldo propio',
    /** null without automatic backups, or before the first one. */
    data: z
      .object({
        hecho_en: z.iso.datetime(),
        /** Null after a success. */
        error: z.string().nullable(),
        /** Files that were missing or damaged. */
        archivos_faltan: z.int(),
        /** State of the off-site store; null if none is configured. */
        fuera: z
          .object({
            /** Creation of the newest backup stored there, null if there is none. */
            hecho_en: z.iso.datetime().nullable(),
            /** Error of the last upload, null after a success. */
            error: z.string().nullable(),
          })
          .nullable(),
      })
      .nullable(),
  }),
}
