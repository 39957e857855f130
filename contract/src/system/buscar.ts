import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { fromKeys } from '../core/keys.ts'
import { listQuery, named } from '../core/values.ts'
import { catalogueNames } from '../records/catalogues.ts'

const hallado = named('Hallado', { id: z.int(), texto: z.string(), detalle: z.string() })
export type Hallado = z.output<typeof hallado>

const hallados = z.array(hallado).optional()

export const buscar = {
  /** At most five matches per kind, and only kinds that the caller may read. */
  all: endpoint('GET /api/buscar', {
    summary: 'Buscar rutas, clientes, pilotos, ayudantes y camiones',
    query: z.object({ buscar: listQuery.buscar }),
    data: named('Hallados', {
      rutas: hallados,
      ...fromKeys(catalogueNames, () => hallados),
    }),
  }),
}
