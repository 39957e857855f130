import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { threeDecimals } from '../core/galones.ts'
import { amount, named, pathId, text, version } from '../core/values.ts'
import { mantenimiento } from './mantenimientos.ts'

export const maxLineas = 100
export const lineasTooExpensive = 'El total no puede pasar de Q99,999,999.99.'

const lineaValues = named('LineaValues', {
  descripcion: text(200),
  cantidad: threeDecimals('Escribe una cantidad de 0.001 a 9999.999.'),
  precio: amount(),
})
export type LineaValues = z.output<typeof lineaValues>

export const lineas = {
  update: endpoint('PUT /api/mantenimientos/:id/lineas', {
    summary: 'Guardar el trabajo y los repuestos de un mantenimiento',
    params: z.object({ id: pathId() }),
    body: z.object({
      lineas: z.array(lineaValues).max(maxLineas, { error: `Máximo ${maxLineas} líneas.` }),
      version: version(),
    }),
    data: mantenimiento,
    message: 'Mantenimiento actualizado exitosamente',
  }),
}
