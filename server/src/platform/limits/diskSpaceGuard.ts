import type { ContractLine } from '@flota/contract/calls.ts'
import type { FastifyRequest } from 'fastify'
import { unavailable } from '../errors.ts'

/** They keep next to nothing, only ask with a body, or stop whoever fills the disk (docs/contract/general.md, 503). */
export const allowedWithoutFreeSpace: ReadonlySet<ContractLine> = new Set<ContractLine>([
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
export function diskFullError(
  { log }: FastifyRequest,
  reason = 'less than DISCO_MINIMO_MB are free: nothing is written',
) {
  log.warn(reason)
  return unavailable()
}
