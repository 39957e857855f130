import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import type { TestProject } from 'vitest/node'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
import { raw } from '../platform/db/sql.ts'
import { copyDatabase } from './program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the test server's socket. */
    postgres: string
    /** DATA_DIR with an empty company's database. Only in the project slow, whose tests start programs. */
    migratedDataDir: string
  }
}

const start = (dataDir: string) => startPostgres({ dataDir, notice: () => undefined })

/** Starts one PostgreSQL for the run, with the migrated database that every test file clones. */
export default async function setup(project: TestProject) {
  // Not a subfolder: PostgreSQL's user could not enter a 0700 parent.
  const dataDir = await mkdtemp(`${tmpdir()}/flota-pruebas-`)
  let postgres = await start(dataDir)
  const company = connect(postgres.connection, () => undefined, 1, migrationTimeoutMs)
  await migrate(company)
  await company.close()
  if (project.name === 'slow') {
    await postgres.stop()
    await copyDatabase(dataDir, join(dataDir, 'migrada'))
    project.provide('migratedDataDir', join(dataDir, 'migrada'))
    postgres = await start(dataDir)
  }

  const admin = connect(
    { ...postgres.connection, database: 'postgres' },
    () => undefined,
    1,
    migrationTimeoutMs,
  )
  await admin.query(raw('create database plantilla template flota'))
  await admin.close()

  project.provide('postgres', postgres.connection.host)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
