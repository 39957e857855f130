import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StartError } from '@flota/postgres/startError.ts'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { startTotalsMergeJob } from './domain/trips/totals.ts'
import { syncTimeZone } from './domain/trips/tripHours.ts'
import { startUploadCleanupJob } from './features/archivos/cleanupJob.ts'
import { loadMailer } from './features/correo/loadMailer.ts'
import { dataFolders, startDiskJob } from './features/disco/recordDisks.ts'
import { startImportCleanupJob } from './features/importar/undo.ts'
import { startLoginCleanupJob } from './features/session/cleanupJob.ts'
import { checkAdminPassword, ensureFirstAdmin } from './features/session/firstAdmin.ts'
import { removeAbandonedDataDirs } from './platform/backup/folders.ts'
import { backupBeforeUpgrade, backupDirOf, startBackupJob } from './platform/backup/schedule.ts'
import { connect, migrationTimeoutMs } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { findServerVersion } from './platform/db/requirements.ts'
import type { Connection } from './platform/db/servers.ts'
import { type Database, sql } from './platform/db/sql.ts'
import { type Env, readEnv } from './platform/env.ts'
import { listen } from './platform/http/listen.ts'
import { createDiskSpaceCheck, readDisks } from './platform/limits/freeDiskSpace.ts'
import { createLog } from './platform/log.ts'
import type { Metrics, MetricsSources } from './platform/metrics/createMetrics.ts'
import { metricsServer } from './platform/metrics/metricsServer.ts'
import { firstLogin, serverUrl, startupBanner } from './platform/startupBanner.ts'
import { openStore, prepareStore } from './platform/store/openStore.ts'
import { readVersion } from './platform/version.ts'

const root = new URL('../../', import.meta.url)

/** Close in reverse order. */
const closers: (() => Promise<void>)[] = []
let closing: Promise<void> | undefined
/** Set once the start has succeeded. */
let serverLog: FastifyBaseLogger | undefined

const closeAll = () => {
  closing ??= (async () => {
    for (const close of closers.reverse()) await close()
  })()
  return closing
}

async function start(): Promise<void> {
  const env = readEnv(process.env)
  checkAdminPassword(env)
  const log = createLog(env)
  const version = await readVersion()

  const connection = await openDatabase(env, log)
  await prepareStore(env)
  await prepareDatabase(connection, env, version)
  const db = connect(connection, (err) => log.warn({ err }, 'idle connection lost'))
  closers.push(() => waitAtMost(2000, db.close()))
  const generatedPassword = await ensureFirstAdmin(db, env)
  // Printed at once: a later failure of the start must not lose it.
  if (generatedPassword) process.stdout.write(firstLogin(env.ADMIN_USERNAME, generatedPassword))
  const backups = startAutomaticBackups(db, env, log)
  const replica = openReplica(env, log)
  const metrics = await loadMetrics(env, { db, replica, lastBackup: backups?.last, version })
  const app = buildApp({
    db,
    mailer: await loadMailer(env, db),
    replica,
    ...(!env.DATABASE_URL && { hasFreeSpace: createDiskSpaceCheck(env.DATA_DIR, env.DISCO_MINIMO_MB) }),
    env,
    log,
    version,
    ...(backups && { lastBackup: backups.last, offsite: backups.offsite }),
    ...(metrics && { instrument: metrics.instrument }),
    webFolder: fileURLToPath(new URL('web/dist', root)),
  })
  closers.push(() => closeApp(app))
  await listen('PORT', env.PORT, env.HOST, () => app.listen({ port: env.PORT, host: env.HOST }))
  const metricsAddress = metrics && (await openMetrics(metrics, env))
  startJobs(db, env, log)
  serverLog = log
  const address = serverUrl(app.server, env.HOST)
  const serverVersion = await findServerVersion(db)
  const banner = startupBanner({ env, version, address, serverVersion, metricsAddress })
  process.stdout.write(`${banner}\n`)
}

function startJobs(db: Database, env: Env, log: FastifyBaseLogger): void {
  const jobs = [
    startTotalsMergeJob(db, log),
    startLoginCleanupJob(db, log),
    startImportCleanupJob(db, log),
    startDiskJob(db, env, log),
  ]
  for (const job of [...jobs, startUploadCleanupJob(db, openStore(env), log)])
    closers.push(async () => job.stop())
}

async function openDatabase(env: Env, log: FastifyBaseLogger): Promise<Connection> {
  if (env.DATABASE_URL) return { connectionString: env.DATABASE_URL }
  const postgres = await startPostgres({
    dataDir: env.DATA_DIR,
    binDir: env.POSTGRES_BIN,
    // During the start the operator waits for the notices; later they are log entries.
    notice: (line) => void (serverLog ? serverLog.warn(line) : process.stdout.write(`${line}\n`)),
  })
  closers.push(() => postgres.stop())
  for (const path of removeAbandonedDataDirs(env.DATA_DIR))
    log.warn({ path }, 'removed the staging folder of an interrupted restore')
  return postgres.connection
}

function startAutomaticBackups(db: Database, env: Env, log: FastifyBaseLogger) {
  const folder = backupDirOf(env)
  if (folder === undefined) return undefined
  const script = (name: string) => fileURLToPath(new URL(`commands/${name}.ts`, import.meta.url))
  const scripts = { automaticBackup: script('automaticBackup'), pushBackups: script('pushBackups') }
  const backups = startBackupJob({ db, env, folder, scripts, log })
  closers.push(() => waitAtMost(2000, backups.stop()))
  return backups
}

/** Does not wait for the replica: reports read from the primary while it is unreachable. */
function openReplica({ DATABASE_REPLICA_URL }: Env, log: FastifyBaseLogger): Database | undefined {
  if (!DATABASE_REPLICA_URL) return undefined
  const onError = (err: Error) => log.warn({ err }, 'idle connection to the replica lost')
  const replica = connect({ connectionString: DATABASE_REPLICA_URL }, onError)
  closers.push(() => waitAtMost(2000, replica.close()))
  return replica
}

/** Migrates the database without a time limit. */
async function prepareDatabase(connection: Connection, env: Env, version: string): Promise<void> {
  const db = connect(connection, () => undefined, 1, migrationTimeoutMs)
  const folder = backupDirOf(env)
  try {
    if (env.DATABASE_URL) await assertReachable(db)
    if (folder) await backupBeforeUpgrade(db, connection, folder, version, openStore(env))
    await migrate(db)
    await syncTimeZone(db, env.TZ_EMPRESA)
  } finally {
    await waitAtMost(2000, db.close())
  }
}

async function assertReachable(db: Database): Promise<void> {
  try {
    await db.query(sql`select 1`)
  } catch (error) {
    const reason = error instanceof Error && error.message ? error.message : 'sin respuesta'
    throw new StartError(`DATABASE_URL no lleva a un PostgreSQL que responda: ${reason}.`, { cause: error })
  }
}

/** Limits each step of the shutdown, which must end within 20 s and may cut off requests. */
const waitAtMost = (milliseconds: number, work: Promise<void>): Promise<void> =>
  Promise.race([work, sleep(milliseconds, undefined, { ref: false })])

async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  await waitAtMost(3000, closed)
  app.server.closeAllConnections()
  await waitAtMost(1000, closed)
}

async function loadMetrics(
  env: Env,
  measured: Omit<MetricsSources, 'readDisks'>,
): Promise<Metrics | undefined> {
  if (env.METRICS_PORT === undefined) return undefined
  const { createMetrics } = await import('./platform/metrics/createMetrics.ts')
  return createMetrics({ ...measured, readDisks: () => readDisks(dataFolders(env)) })
}

/** Listens on the loopback interface alone. @returns the metrics' URL */
async function openMetrics(metrics: Metrics, { METRICS_PORT = 0 }: Env): Promise<string> {
  const server = metricsServer(metrics)
  const host = '127.0.0.1'
  await listen('METRICS_PORT', METRICS_PORT, host, () => once(server.listen(METRICS_PORT, host), 'listening'))
  closers.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  return `${serverUrl(server, host)}/metrics`
}

function closeOnSignal(signal: NodeJS.Signals): void {
  process.on(signal, () => {
    closeAll().then(
      () => {
        serverLog?.info('terminado en orden')
        process.exit(0)
      },
      (error: unknown) => fail(error),
    )
  })
}

function fail(error: unknown): void {
  process.stderr.write(
    error instanceof StartError
      ? `${error.message}\n`
      : `${String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
}

if (process.argv.includes('--version')) {
  process.stdout.write(`${await readVersion()}\n`)
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) closeOnSignal(signal)
try {
  await start()
} catch (error) {
  await closeAll().catch(() => undefined)
  fail(error)
}
