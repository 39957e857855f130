import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, one, sql } from '../db/sql.ts'
import type { QueueLoad } from '../limits/concurrencyLimit.ts'
import type { DiskReading } from '../limits/freeDiskSpace.ts'

export interface MetricsSources {
  db: Database
  replica: Database | undefined
  /** Returns the newest automatic backup or null; undefined if automatic backups are off. */
  lastBackup: (() => { hecho_en: string; error: string | null; archivos_faltan: number } | null) | undefined
  version: string
  readDisks: () => Promise<DiskReading[]>
}

export interface Metrics {
  instrument: (fastify: FastifyInstance, exportsLoad: () => QueueLoad, waitingRequests: () => number) => void
  contentType: string
  /** Returns the metrics in Prometheus' text format, after a probe of the database. */
  read: () => Promise<string>
}

export function createMetrics({ db, replica, lastBackup, version, readDisks }: MetricsSources): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'flota_info',
    help: 'Version of the program',
    labelNames: ['version'],
    registers: [register],
  })
    .labels(version)
    .set(1)
  const probeDatabase = addDatabaseMetrics(register, db)
  addPoolMetrics(register, { primary: db, ...(replica && { replica }) })
  addDiskMetrics(register, readDisks)
  if (lastBackup) addBackupMetrics(register, lastBackup)

  let reading: Promise<string> | undefined
  return {
    instrument(fastify, exportsLoad, waitingRequests) {
      addRequestMetrics(register, fastify)
      addGauges(register, [
        ['flota_requests_waiting', 'Requests in the queue', waitingRequests],
        ['flota_exports_running', 'Exports in progress', () => exportsLoad().running],
        ['flota_exports_waiting', 'Exports in the queue', () => exportsLoad().waiting],
      ])
    },
    contentType: register.contentType,
    // Concurrent requests share one probe of the database.
    read() {
      reading ??= probeDatabase()
        .then(() => register.metrics())
        .finally(() => {
          reading = undefined
        })
      return reading
    },
  }
}

/** Adds gauges. Each is absent while its function returns undefined. */
function addGauges(
  register: Registry,
  gauges: readonly [name: string, help: string, read: () => number | undefined][],
): void {
  for (const [name, help, read] of gauges)
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        const value = read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
}

/** @returns a function that queries the database and measures the time */
function addDatabaseMetrics(register: Registry, db: Database): () => Promise<void> {
  let seconds: number | undefined
  addGauges(register, [
    ['flota_database_up', '1 while the database responds', () => (seconds === undefined ? 0 : 1)],
    [
      'flota_database_answer_seconds',
      'Seconds of a minimal query, with the wait for a connection',
      () => seconds,
    ],
  ])
  return async () => {
    const start = performance.now()
    try {
      await one(db, sql`select 1`)
      seconds = (performance.now() - start) / 1000
    } catch {
      seconds = undefined
    }
  }
}

function addPoolMetrics(register: Registry, pools: Record<string, Database>): void {
  const gauges = [
    { name: 'flota_connections_lent', help: 'Database connections in use, of 16', figure: 'inUse' },
    { name: 'flota_connections_waited_for', help: 'Requests that wait for a connection', figure: 'waiting' },
  ] as const
  for (const { figure, ...about } of gauges)
    new Gauge({
      ...about,
      labelNames: ['database'],
      registers: [register],
      collect() {
        for (const [label, database] of Object.entries(pools)) this.labels(label).set(database.load()[figure])
      },
    })
}

/** Absent while a folder can't be read. */
function addDiskMetrics(register: Registry, readDisks: MetricsSources['readDisks']): void {
  new Gauge({
    name: 'flota_disk_free_bytes',
    help: 'Free bytes of each disk, by the first folder of the program on it',
    labelNames: ['folder'],
    registers: [register],
    async collect() {
      this.reset()
      for (const { folder, freeBytes } of await readDisks().catch(() => []))
        this.labels(folder).set(freeBytes)
    },
  })
}

/** Exposes the time and not the age: Prometheus computes the age as `time() - …`. */
function addBackupMetrics(register: Registry, last: NonNullable<MetricsSources['lastBackup']>): void {
  const startedAt = () => {
    const backup = last()
    return backup ? Date.parse(backup.hecho_en) / 1000 : undefined
  }
  addGauges(register, [
    ['flota_backup_last_timestamp_seconds', 'Start of the newest automatic backup', startedAt],
    ['flota_backup_last_failed', '1 if the newest automatic backup failed', () => (last()?.error ? 1 : 0)],
    [
      'flota_files_missing',
      'Missing or damaged files at the last automatic backup',
      () => last()?.archivos_faltan,
    ],
  ])
}

/** Labels requests by endpoint and not by URL: otherwise a client could create any number of series. */
function addRequestMetrics(register: Registry, fastify: FastifyInstance): void {
  const seconds = new Histogram({
    name: 'flota_request_seconds',
    help: 'Requests by endpoint and status, until the client received the last byte',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 2, 5, 30],
    registers: [register],
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.line ?? 'other'
    seconds.labels(call, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
}
