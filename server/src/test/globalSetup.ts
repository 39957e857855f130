import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import type { TestProject } from 'vitest/node'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
import { raw } from '../platform/db/sql.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the test server's socket. */
    postgres: string
  }
}

/** Starts one PostgreSQL for the run, with the migrated database that every test file clones. */
export default async function setup(project: TestProject) {
  // Not a subfolder: PostgreSQL's user could not enter a 0700 parent.
  const dataDir = await mkdtemp(`${tmpdir()}/flota-pruebas-`)
  const postgres = await startPostgres({ dataDir, notice: () => undefined })
  const connection = { ...postgres.connection, database: 'plantilla' }

  const admin = connect(postgres.connection, () => undefined, 1, migrationTimeoutMs)
  await admin.query(raw('create database plantilla'))
  await admin.close()
  const template = connect(connection, () => undefined, 1, migrationTimeoutMs)
  await migrate(template)
  await template.close()

  project.provide('postgres', connection.host)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
