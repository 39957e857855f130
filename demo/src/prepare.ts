import { StartError } from '@flota/postgres/startError.ts'
import { type PostgresOptions, startPostgres } from '@flota/postgres/startPostgres.ts'
import { syncTimeZone } from '@flota/server/domain/trips/tripHours.ts'
import { connect, migrationTimeoutMs } from '@flota/server/platform/db/connect.ts'
import { migrate } from '@flota/server/platform/db/migrate.ts'
import { type DemoOptions, fillDemo, readDemoUsers } from './fill.ts'
import { formatUsuarios } from './usuarios.ts'

/** Makes the data where there is none. @returns users, passwords @throws {StartError} over a company's own data */
export async function prepareDemo(database: PostgresOptions, options: DemoOptions): Promise<string> {
  const { dataDir, notice } = database
  const postgres = await startPostgres(database)
  const db = connect(postgres.connection, () => undefined, 2, migrationTimeoutMs)
  try {
    await migrate(db)
    const users = await readDemoUsers(db)
    if (users === null) {
      throw new StartError(
        `DATA_DIR (${dataDir}) tiene datos que no son de la demostración: indica otra carpeta.`,
      )
    }
    if (users !== undefined) return users
    // What a trip's hour means, before there are trips: later only the open ones would be reckoned anew.
    await syncTimeZone(db, options.zone)
    notice(`Creando los datos de la demostración: ${options.rutas} rutas…`)
    return formatUsuarios(await fillDemo(db, options))
  } finally {
    await db.close()
    await postgres.stop()
  }
}
