import { StartError } from '@flota/postgres/startError.ts'
import { type Database, lock, one, run, scalar, sql } from './sql.ts'

const minPostgresMajor = 15

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Returns the version as '18.4', without the distribution's suffix. */
export async function findServerVersion(db: Database): Promise<string> {
  return (await scalar<string>(db, sql`select split_part(current_setting('server_version'), ' ', 1)`)) ?? ''
}

/** Checks an external PostgreSQL. @throws {StartError} when it does not answer, is too old, or lacks ICU or pg_trgm */
export async function checkServer(db: Database): Promise<void> {
  const server = await one<{ version: number; icu: boolean }>(
    db,
    sql`select current_setting('server_version_num')::int / 10000 as version,
      exists (select from pg_collation where collprovider = 'i') as icu`,
  ).catch((error: unknown) => {
    throw new StartError(`No se puede usar la base de datos: ${messageOf(error)}.`)
  })
  if (!server || server.version < minPostgresMajor) {
    throw new StartError(
      `PostgreSQL ${server?.version} es muy antiguo: se necesita el ${minPostgresMajor} o uno más nuevo.`,
    )
  }
  if (!server.icu) throw new StartError('Este PostgreSQL no tiene ICU: instala uno compilado con ICU.')
  await db
    .transaction(async (tx) => {
      await lock(tx, 'migraciones')
      await run(tx, sql`create extension if not exists pg_trgm`)
    })
    .catch((error: unknown) => {
      throw new StartError(
        `La base de datos no tiene la extensión pg_trgm y este usuario no la puede crear (${messageOf(error)}). Pide a su administrador: create extension pg_trgm;`,
      )
    })
}
