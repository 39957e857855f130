import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, one, sql } from '../db/sql.ts'
import type { QueueLoad } from '../limits/concurrencyLimit.ts'

export interface MetricsSources {
  db: Database
  replica: Database | undefined
  /** The newest own backup: null where there is none yet, no function where none are made. */
  lastBackup: (() => { hecho_en: string; error: string | null; archivos_faltan: number } | null) | undefined
  version: string
}

export interface Metrics {
  instrument: (fastify: FastifyInstance, exportsLoad: () => QueueLoad) => void
  contentType: string
  /** All of it in Prometheus' text format; the database is asked each time. */
  read: () => Promise<string>
}

/** What an operator watches, beside what prom-client itself tells of the process: memory, CPU, event loop. */
export function createMetrics({ db, replica, lastBackup, version }: MetricsSources): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({ name: 'flota_info', help: 'What runs', labelNames: ['version'], registers: [register] })
    .labels(version)
    .set(1)
  const askDatabase = addDatabaseMetrics(register, db)
  addPoolMetrics(register, { primary: db, ...(replica && { replica }) })
  if (lastBackup) addBackupMetrics(register, lastBackup)

  let reading: Promise<string> | undefined
  return {
    instrument(fastify, exportsLoad) {
      addRequestMetrics(register, fastify)
      addExportMetrics(register, exportsLoad)
    },
    contentType: register.contentType,
    // Whoever comes meanwhile reads the same: not each question is one to the database.
    read() {
      reading ??= askDatabase()
        .then(() => register.metrics())
        .finally(() => {
          reading = undefined
        })
      return reading
    },
  }
}

/** A gauge that is read when it is asked for, and absent while there is nothing to read. */
function gauge(register: Registry, name: string, help: string, read: () => number | undefined): void {
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

/** @returns what asks the database for an answer, and notes how long it took */
function addDatabaseMetrics(register: Registry, db: Database): () => Promise<void> {
  let seconds: number | undefined
  gauge(register, 'flota_database_up', '1 while the database answers', () => (seconds === undefined ? 0 : 1))
  gauge(
    register,
    'flota_database_answer_seconds',
    'How long the smallest question took, the wait for a connection included',
    () => seconds,
  )
  return async () => {
    const asked = performance.now()
    try {
      await one(db, sql`select 1`)
      seconds = (performance.now() - asked) / 1000
    } catch {
      seconds = undefined
    }
  }
}

function addPoolMetrics(register: Registry, pools: Record<string, Database>): void {
  const of = (name: string, help: string, read: (database: Database) => number) => {
    new Gauge({
      name,
      help,
      labelNames: ['database'],
      registers: [register],
      collect() {
        for (const [label, database] of Object.entries(pools)) this.labels(label).set(read(database))
      },
    })
  }
  of(
    'flota_connections_lent',
    'Connections to the database in use, of 16',
    (database) => database.load().inUse,
  )
  of(
    'flota_connections_waited_for',
    'Calls that wait for a connection',
    (database) => database.load().waiting,
  )
}

/** The moment and not the age: a reader's `time() - …` grows also where nobody asks. */
function addBackupMetrics(register: Registry, last: NonNullable<MetricsSources['lastBackup']>): void {
  gauge(register, 'flota_backup_last_timestamp_seconds', 'When the newest own backup was begun', () => {
    const found = last()
    return found ? Date.parse(found.hecho_en) / 1000 : undefined
  })
  gauge(register, 'flota_backup_last_failed', '1 while the newest own backup is one that failed', () =>
    last()?.error ? 1 : 0,
  )
  gauge(
    register,
    'flota_files_missing',
    'Photos and papers without whole bytes when the last own backup was made',
    () => last()?.archivos_faltan,
  )
}

function addExportMetrics(register: Registry, load: () => QueueLoad): void {
  gauge(register, 'flota_exports_running', 'Files and whole periods being made', () => load().running)
  gauge(register, 'flota_exports_waiting', 'Those that wait for their turn', () => load().waiting)
}

/** Calls are told apart as in the contract, never by the address that was asked: else a stranger names the series. */
function addRequestMetrics(register: Registry, fastify: FastifyInstance): void {
  const seconds = new Histogram({
    name: 'flota_request_seconds',
    help: 'Requests by call and status, until the last byte was taken',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 2, 5, 30],
    registers: [register],
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.line ?? 'other'
    seconds.labels(call, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
}
