import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { named, queryText } from './values.ts'

/** Balance of a pilot (positive if the pilot owes) and open work. */
const saldo = named('Saldo', {
  chofer_id: z.int(),
  piloto: z.string(),
  saldo: z.number(),
  /** Number of registrado movements, including those that the company paid. */
  por_revisar: z.int(),
  /** Number of aprobado movements that are not settled. */
  abiertos: z.int(),
  /** Oldest fecha of both. */
  desde: z.string().nullable(),
})
export type Saldo = z.output<typeof saldo>

export const saldos = {
  list: endpoint('GET /api/saldos', {
    summary: 'Listar lo que cada piloto debe o se le debe',
    query: z.object({ buscar: queryText() }),
    data: z.array(saldo),
    wrapping: 'rows',
  }),
}
