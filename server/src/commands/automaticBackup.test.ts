import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readBackup } from '../platform/backup/restore.ts'
import { backupDirOf, startBackupJob } from '../platform/backup/schedule.ts'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { run, sql } from '../platform/db/sql.ts'
import { readEnv } from '../platform/env.ts'
import { readVersion } from '../platform/version.ts'
import { copyDatabase, createDataDirectory, startProgram } from '../test/program.ts'
import { ADMIN_PASSWORD, connectOffice } from '../test/programClient.ts'
import { makeRelease100 } from '../test/release100.ts'

// Automatic backups of the embedded database (docs/contract/configuration.md, BACKUP_DIR).

let directory: Awaited<ReturnType<typeof createDataDirectory>>
beforeEach(async () => {
  directory = await createDataDirectory()
})
afterEach(() => directory.remove())
const migrated = () => copyDatabase(inject('migratedDataDir'), directory.dataDir)

/** Creates a DATA_DIR of release 1.0.0. */
async function olderData() {
  const postgres = await startPostgres({ dataDir: directory.dataDir, notice: () => undefined })
  const db = connect(postgres.connection, () => undefined, 2, migrationTimeoutMs)
  await makeRelease100(db, { isFilled: false })
  await db.close()
  await postgres.stop()
}

test.each([
  [{ DATA_DIR: '/srv/datos' }, '/srv/datos-respaldos'],
  [{ DATA_DIR: '/srv/datos', BACKUP_DIR: '/otro/disco' }, '/otro/disco'],
  [{ DATA_DIR: '/srv/datos', BACKUP_DIR: 'off' }, undefined],
  [{ DATABASE_URL: 'postgres://h/b' }, undefined],
])('backupDirOf: %o is %s', (variables, folder) => {
  expect(backupDirOf(readEnv(variables))).toBe(folder)
})

test('start: backs up an older database before the upgrade, but not a new one', async () => {
  await olderData()
  const folder = `${directory.dataDir}-respaldos`
  for (const _ of ['the upgrade', 'a start like any other']) {
    const program = startProgram({ DATA_DIR: directory.dataDir })
    await program.listening
    program.child.kill('SIGTERM')
    await program.ended
    expect(await readdir(folder)).toEqual([`antes-de-${await readVersion()}`])
  }
  const { manifest } = await readBackup(join(folder, `antes-de-${await readVersion()}`))
  expect(manifest.schema).toBe(41)
})

test('startBackupJob: makes backups in a child process when there are writes', async () => {
  await migrated()
  const program = startProgram({ DATA_DIR: directory.dataDir, BACKUP_DIR: 'off' })
  await program.listening
  const env = readEnv({ DATA_DIR: directory.dataDir, BACKUP_DIR: join(directory.path, 'copias') })
  const connection = { host: join(directory.dataDir, 'run'), user: 'postgres', database: 'flota' }
  const db = connect(connection, () => undefined, 1)
  // PostgreSQL counts the start's writes when its sessions end.
  await run(
    db,
    sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  let moment = Date.now()
  const folder = backupDirOf(env) ?? ''
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const script = (name: string) => join(import.meta.dirname, `${name}.ts`)
  const scripts = { automaticBackup: script('automaticBackup'), pushBackups: script('pushBackups') }
  const backups = startBackupJob({ db, env, folder, scripts, log, now: () => new Date(moment) })
  moment += 3_600_000
  await backups.tick()
  const names = async () => (await readdir(folder)).filter((name) => name.startsWith('respaldo-'))
  expect(backups.last()).toMatchObject({ error: null })
  const [first = ''] = await names()
  expect((await readBackup(join(folder, first))).manifest.tables.length).toBeGreaterThan(5)

  moment += 3_600_000
  await backups.tick()
  expect(await names()).toEqual([first])
  await run(
    db,
    sql`insert into archivos (entidad, entidad_id, clase, nombre, tipo_mime, bytes, sha256, subido_por_id, terminado_en)
      values ('clientes', 1, 'foto', 'carga.jpg', 'image/jpeg', 10, ${'a'.repeat(64)}, 1, now())`,
  )
  await run(db, sql`select pg_stat_force_next_flush()`)
  moment += 3_600_000
  await backups.tick()
  expect(await names()).toHaveLength(2)
  // The file is missing: the backup succeeds and reports it.
  expect(backups.last()).toMatchObject({ error: null, archivos_faltan: 1 })
  expect(lines).toEqual([expect.stringContaining('files without whole bytes')])
  await backups.stop()
  await db.close()
  program.child.kill('SIGTERM')
  await program.ended
})

test('GET /api/respaldo: returns the last state after a restart', async () => {
  const BACKUP_DIR = join(directory.path, 'copias')
  await mkdir(BACKUP_DIR)
  const data = {
    hecho_en: '2026-11-20T15:00:00.000Z',
    error: 'No se hizo el respaldo: quedaría menos de 1 GB libre en el disco.',
    archivos_faltan: 2,
  }
  const state = { ...data, seconds: 1, bytes: 1000, mark: '7' }
  await writeFile(join(BACKUP_DIR, 'ultimo.json'), JSON.stringify(state))
  await migrated()
  const program = startProgram({ DATA_DIR: directory.dataDir, BACKUP_DIR, ADMIN_PASSWORD })
  const office = await connectOffice(await program.listening)
  expect(await office.get('/api/respaldo')).toEqual({ ...data, fuera: null })
  program.child.kill('SIGTERM')
  await program.ended
})
