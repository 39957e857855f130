import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { named, queryText } from './values.ts'

/** What a pilot owes, or below 0 is owed, and what is to be reviewed and settled. */
const saldo = named('Saldo', {
  chofer_id: z.int(),
  piloto: z.string(),
  saldo: z.number(),
  /** How many are registrado, those that the company paid too. */
  por_revisar: z.int(),
  /** How many are aprobado and to be settled. */
  abiertos: z.int(),
  /** The oldest fecha of both. */
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
