import type { FastifyBaseLogger } from 'fastify'
import { backupDirOf } from '../../platform/backup/schedule.ts'
import { companyToday, type Now } from '../../platform/clock.ts'
import { type Database, type Db, one, run, sql } from '../../platform/db/sql.ts'
import { archivosDirOf, type Env } from '../../platform/env.ts'
import { type DiskReading, readDisks } from '../../platform/limits/freeDiskSpace.ts'
import { startPeriodicJob } from '../../platform/startPeriodicJob.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Less could be one import or one copy of files. */
const minForecastMs = 3 * dayMs
const maxForecastDays = 365

/** Below either a disk is short. */
const short = { bytes: 2_000_000_000, days: 30 }
/** Above both a shortage has ended, so that a disk near the limit makes no mail each day. */
const ample = { bytes: 3_000_000_000, days: 45 }

/** Folders of the program's own data, without those of a PostgreSQL that it does not run. */
export const dataFolders = (env: Env): string[] =>
  [env.DATABASE_URL ? undefined : env.DATA_DIR, archivosDirOf(env), backupDirOf(env)].filter(
    (folder) => folder !== undefined,
  )

/** Records the free space of the program's disks now and each hour. */
export const startDiskJob = (db: Database, env: Env, log: FastifyBaseLogger) =>
  startPeriodicJob(log, hourMs, 'free disk space not recorded', async () =>
    recordDisks(db, await readDisks(dataFolders(env)), { env, now: () => new Date() }),
  )

/** Stores readings of all disks, and for how long each has been short of space. */
export async function recordDisks(db: Database, disks: readonly DiskReading[], clock: Clock): Promise<void> {
  const ahora = clock.now()
  const hoy = companyToday(clock)
  for (const disk of disks) await db.transaction((tx) => recordDisk(tx, disk, { ahora, hoy }))
  // Of folders that the configuration no longer names.
  await run(db, sql`delete from discos where medido_en < ${ahora}::timestamptz - interval '2 days'`)
}

async function recordDisk(tx: Db, disk: DiskReading, { ahora, hoy }: { ahora: Date; hoy: string }) {
  const stored = await one<{ id: number; desde: string | null }>(
    tx,
    sql`insert into discos (carpeta, libres, medido_en) values (${disk.folder}, ${disk.freeBytes}, ${ahora})
      on conflict (carpeta) do update set libres = excluded.libres, medido_en = excluded.medido_en
      returning id, desde`,
  )
  if (!stored) throw new Error('Insert into discos returned no row')
  const dias = forecastDays(disk, await storeReading(tx, stored.id, disk, ahora), ahora)
  const poco = disk.freeBytes < short.bytes || (dias !== null && dias < short.days)
  const isAmple = disk.freeBytes >= ample.bytes && (dias === null || dias >= ample.days)
  const since = poco ? (stored.desde ?? hoy) : stored.desde
  await run(
    tx,
    sql`update discos set dias = ${dias}, poco = ${poco}, desde = ${isAmple ? null : since} where id = ${stored.id}`,
  )
}

interface StoredReading {
  hora: string
  libres: number
}

/** @returns the oldest reading of the last 7 days; undefined before the second one */
async function storeReading(tx: Db, id: number, { freeBytes, totalBytes }: DiskReading, ahora: Date) {
  await run(
    tx,
    sql`insert into discos_lecturas (disco_id, hora, libres, total)
      values (${id}, date_trunc('hour', ${ahora}::timestamptz), ${freeBytes}, ${totalBytes})
      on conflict (disco_id, hora) do update set libres = excluded.libres, total = excluded.total`,
  )
  const limit = sql`${ahora}::timestamptz - interval '7 days'`
  await run(tx, sql`delete from discos_lecturas where disco_id = ${id} and hora < ${limit}`)
  return one<StoredReading>(
    tx,
    sql`select hora, libres from discos_lecturas where disco_id = ${id} and total = ${totalBytes}
      order by hora limit 1`,
  )
}

/** Returns the days until the disk is full at the pace since `oldest`; null without a forecast. */
function forecastDays({ freeBytes }: DiskReading, oldest: StoredReading | undefined, ahora: Date) {
  if (!oldest) return null
  const elapsedMs = ahora.getTime() - Date.parse(oldest.hora)
  const growth = oldest.libres - freeBytes
  if (elapsedMs < minForecastMs || growth <= 0) return null
  const days = Math.floor((freeBytes / growth) * (elapsedMs / dayMs))
  return days > maxForecastDays ? null : days
}
