import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { date, endsInOrder, named, pathId } from '../core/values.ts'
import { lecturaFaltas } from '../records/cargas.ts'

export const origenes = ['carga', 'mantenimiento', 'lectura'] as const
export type Origen = (typeof origenes)[number]

const kilometrajeRow = named('Kilometraje', {
  origen: z.enum(origenes),
  origen_id: z.int(),
  fecha: z.string(),
  km: z.int(),
  reinicia: z.boolean(),
  falta: z.enum(lecturaFaltas).nullable(),
})
export type Kilometraje = z.output<typeof kilometrajeRow>

const tramo = named('Tramo', {
  /** The carga that ends it, with its pilot. */
  carga_id: z.int(),
  chofer_id: z.int().nullable(),
  piloto: z.string().nullable(),
  desde: z.string(),
  hasta: z.string(),
  km: z.int(),
  galones: z.number(),
  km_galon: z.number(),
  /** Median of the 10 tramos before it; null with fewer than 4. */
  usual: z.number().nullable(),
})
export type Tramo = z.output<typeof tramo>

const params = z.object({ id: pathId() })

export const kilometraje = {
  list: endpoint('GET /api/camiones/:id/kilometraje', {
    summary: 'Listar las lecturas del odómetro de un camión: hasta 1,000',
    params,
    data: z.array(kilometrajeRow),
    wrapping: 'rows',
  }),
  /** km_galon is of all tramos of the period, also of those past the 1,000 that are listed. */
  tramos: endpoint('GET /api/camiones/:id/rendimiento', {
    summary: 'Ver los kilómetros por galón de un camión, por tramo',
    params,
    query: z
      .object({ desde: date().optional(), hasta: date().optional() })
      .check(endsInOrder('desde', 'hasta')),
    data: z.object({ km_galon: z.number().nullable(), tramos: z.array(tramo) }),
  }),
}
