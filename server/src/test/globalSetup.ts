import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { raw } from '../db/sql.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The directory of the test server's socket. */
    postgres: string
  }
}

/** One real PostgreSQL for the run, and in it the migrated database that every test file clones. */
export default async function setup(project: TestProject) {
  // Itself the data directory: inside a 0700 one PostgreSQL's user could not enter it.
  const dataDir = await mkdtemp(`${tmpdir()}/flota-pruebas-`)
  const embedded = await startEmbedded({ dataDir, notice: () => undefined })
  const connection = { ...embedded.connection, database: 'plantilla' }

  const admin = connect(embedded.connection, () => undefined, 1)
  await admin.query(raw('create database plantilla'))
  await admin.close()
  const template = connect(connection, () => undefined, 1)
  await migrate(template)
  await template.close()

  project.provide('postgres', connection.host)
  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
