import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { named, pathId } from '../core/values.ts'

const sesion = named('Sesion', {
  id: z.int(),
  creada_en: z.iso.datetime(),
  /** Precise to a minute. */
  usada_en: z.iso.datetime(),
  /** IP address of the login; null in sessions older than this field. */
  direccion: z.string().nullable(),
  /** 'Chrome en Windows', or 'Otro'. */
  navegador: z.string(),
  /** True for the session of this request. */
  actual: z.boolean(),
})
export type Sesion = z.output<typeof sesion>

export const sesiones = {
  list: endpoint('GET /api/auth/sesiones', {
    summary: 'Listar las sesiones propias que siguen abiertas',
    data: z.array(sesion),
    wrapping: 'rows',
  }),
  close: endpoint('DELETE /api/auth/sesiones/:id', {
    summary: 'Cerrar una sesión propia',
    params: z.object({ id: pathId() }),
    data: z.null(),
    message: 'Sesión cerrada',
  }),
  closeOthers: endpoint('DELETE /api/auth/sesiones', {
    summary: 'Cerrar todas las sesiones propias menos la que llama',
    data: z.null(),
  }),
}
