import type { Line } from '@flota/contract/calls.ts'
import type { FastifyRequest } from 'fastify'
import { unavailable } from '../http/errors.ts'

/** They keep next to nothing, only ask with a body, or stop whoever fills the disk (docs/contract/general.md, 503). */
export const needNoRoom: ReadonlySet<Line> = new Set<Line>([
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/reportes/periodo',
  'POST /api/rutas/revision',
  'DELETE /api/archivos/:id',
  'DELETE /api/auth/sesiones/:id',
  'DELETE /api/auth/sesiones',
  'DELETE /api/usuarios/:id',
  'DELETE /api/usuarios/:id/tokens/:tid',
  'PATCH /api/usuarios/:id/status',
])

/** @param why for the log @returns the refusal */
export function noRoom(
  { log }: FastifyRequest,
  why = 'less than DISCO_MINIMO_MB are free: nothing is written',
) {
  log.warn(why)
  return unavailable()
}
