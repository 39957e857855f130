import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ContractLine } from '@flota/contract/core/calls.ts'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { unavailable } from '../errors.ts'

/** Measures the nearest parent when the folder does not exist yet. */
const statfsOfNearest = (path: string): Promise<StatsFs> =>
  statfs(path).catch((error: unknown) => {
    if (path === dirname(path)) throw error
    return statfsOfNearest(dirname(path))
  })

/** Returns the free bytes of the file system that contains a folder. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfsOfNearest(folder)
  return bavail * bsize
}

const minCheckIntervalMs = 1000

/** Returns a check for free space: PostgreSQL stops when its log can't grow (docs/contract/general.md, 503). */
export function createDiskSpaceCheck(folder: string, megabytes: number): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let hasFreeSpace = Promise.resolve(true)
  const measure = async () => (await freeBytesAt(folder)) >= megabytes * 1024 ** 2
  return () => {
    if (performance.now() - checkedAt > minCheckIntervalMs) {
      checkedAt = performance.now()
      // When statfs fails, PostgreSQL's own errors still reach the client.
      hasFreeSpace = measure().catch(() => true)
    }
    return hasFreeSpace
  }
}

/** Endpoints allowed without free space and above the daily limit of writes: reads, and an administrator's remedies. */
export const alwaysAllowed: ReadonlySet<ContractLine> = new Set<ContractLine>([
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

/** Whether a call stores anything, as an export adds a row to the log, and needs space and the daily limit. */
export const isLimitedWrite = ({ method, line }: Pick<Endpoint, 'method' | 'line'>): boolean =>
  !alwaysAllowed.has(line) &&
  (method !== 'GET' || line.endsWith('/exportar') || line === 'GET /api/rutas/hojas')

export function diskFullError(
  { log }: FastifyRequest,
  reason = 'less than DISCO_MINIMO_MB are free: nothing is written',
) {
  log.warn(reason)
  return unavailable()
}
