import { z } from 'zod'
import { type CatalogueName, catalogueNames } from './catalogues.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, named } from './values.ts'

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
      // Object.fromEntries loses the key type.
      ...(Object.fromEntries(catalogueNames.map((name) => [name, hallados])) as Record<
        CatalogueName,
        typeof hallados
      >),
    }),
  }),
}
