import { errorGrupo, filaError } from '@flota/contract/imports/importar.ts'
import { avisoDeCopia } from '@flota/contract/trips/repetir.ts'
import { avisoDeViaje } from '@flota/contract/trips/revision.ts'
import { z } from 'zod'

/** Lists of an error response. */
export const errorLists = z.object({
  avisos: z.array(z.union([avisoDeCopia, avisoDeViaje])).optional(),
  filas: z.array(filaError).optional(),
  grupos: z.array(errorGrupo).optional(),
  registros: z.array(z.string()).optional(),
})
