import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { connect, migrationTimeoutMs } from '@flota/server/platform/db/connect.ts'
import { migrate } from '@flota/server/platform/db/migrate.ts'

/** Creates the database that the server of a single test begins with (scripts/e2eServer.ts). */
export default async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'flota-e2e-'))
  const postgres = await startPostgres({ dataDir, notice: () => undefined })
  const db = connect(postgres.connection, () => undefined, 1, migrationTimeoutMs)
  await migrate(db)
  await db.close()
  await postgres.stop()
  process.env.E2E_DATABASE = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}
