import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ContractLine } from '@flota/contract/core/calls.ts'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { noDiskSpace } from '../errors.ts'

/** Applies `measure` to the nearest parent when the folder does not exist yet. */
const ofNearest = <T>(path: string, measure: (path: string) => Promise<T>): Promise<T> =>
  measure(path).catch((error: unknown) => {
    if (path === dirname(path)) throw error
    return ofNearest(dirname(path), measure)
  })

/** Returns the free bytes of the file system that contains a folder. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await ofNearest(folder, (path) => statfs(path))
  return bavail * bsize
}

export interface DiskReading {
  /** The first measured folder on the file system. */
  folder: string
  freeBytes: number
  totalBytes: number
}

/** Measures each file system that contains one of the folders once. */
export async function readDisks(folders: readonly string[]): Promise<DiskReading[]> {
  const disks = new Map<number, DiskReading>()
  for (const folder of folders) {
    const { dev } = await ofNearest(folder, (path) => stat(path))
    if (disks.has(dev)) continue
    const { bavail, blocks, bsize } = await ofNearest(folder, (path) => statfs(path))
    disks.set(dev, { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize })
  }
  return [...disks.values()]
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
  return noDiskSpace()
}
