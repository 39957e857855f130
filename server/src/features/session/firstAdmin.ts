import { defaultPermisos, rolId } from '@flota/contract/core/permisos.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Database, lock, one, run, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { generatePassword, hashPassword, passwordProblem } from '../../platform/passwords.ts'

/** @throws {StartError} if ADMIN_PASSWORD is not a valid password */
export function checkAdminPassword({ ADMIN_PASSWORD }: Env): void {
  const problem = ADMIN_PASSWORD === undefined ? undefined : passwordProblem(ADMIN_PASSWORD)
  if (problem) throw new StartError(`ADMIN_PASSWORD no es válida: ${problem}`)
}

/** Creates the first administrador if no user exists, deleted or not. @returns the password if it was generated */
export async function ensureFirstAdmin(db: Database, env: Env): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined
  const generated = env.ADMIN_PASSWORD === undefined ? generatePassword() : undefined
  const hash = await hashPassword(generated ?? env.ADMIN_PASSWORD ?? '')
  return db.transaction(async (tx) => {
    await lock(tx, 'primer administrador')
    if (await hasUsers(tx)) return undefined
    await run(
      tx,
      sql`insert into usuarios (username, password_hash, rol_id, permisos, busqueda)
        values (${env.ADMIN_USERNAME}, ${hash}, ${rolId.administrador}, ${defaultPermisos('administrador')},
          ${searchText([env.ADMIN_USERNAME])})`,
    )
    return generated
  })
}

const hasUsers = async (db: Parameters<typeof one>[0]) =>
  (await one<{ hay: boolean }>(db, sql`select exists (select from usuarios) as hay`))?.hay ?? false
