import { z } from 'zod'
import { endpoint, fileResponse } from '../core/endpoint.ts'
import { pathId } from '../core/values.ts'

/** For a piloto the sheet never shows the price. */
const precio = z.enum(['si', 'no']).default('no')

const idsText = 'Elige de 1 a 50 rutas diferentes.'
const maxIds = 50

/** 1 to 50 distinct ids separated by commas, in printing order. */
const ids = z
  .string()
  .transform((value) => value.split(','))
  .refine((each) => each.length <= maxIds && new Set(each).size === each.length, { error: idsText })
  .pipe(z.array(pathId()))
  .meta({ description: idsText })

const sheetEndpoint = fileResponse('La hoja de ruta', 'application/pdf')

export const hojas = {
  one: endpoint('GET /api/rutas/:id/hoja', {
    summary: 'Imprimir la hoja de una ruta',
    params: z.object({ id: pathId() }),
    query: z.object({ precio }),
    ...sheetEndpoint,
  }),
  entrega: endpoint('GET /api/rutas/:id/entrega/hoja', {
    summary: 'Imprimir el comprobante de entrega de una ruta',
    params: z.object({ id: pathId() }),
    ...sheetEndpoint,
    message: 'El comprobante de entrega',
  }),
  many: endpoint('GET /api/rutas/hojas', {
    summary: 'Imprimir las hojas de varias rutas, una página cada una',
    query: z.object({ ids, precio }),
    ...sheetEndpoint,
    errorStatuses: [404],
  }),
}
