import { registros } from '@flota/contract/registros.ts'
import { segundoFactor } from '@flota/contract/segundoFactor.ts'
import { type Db, run, sql } from '../../platform/db/sql.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { notFound } from '../../platform/http/errors.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { endSessions, lockUsuario } from './queries.ts'

/** What the log is told of a user who has it no more. */
const cambios = JSON.stringify({ segundo_factor: ['sí', 'no'] })

/** @returns whether there was one */
export const deleteFactorOfUser = async (tx: Db, id: number): Promise<boolean> =>
  (await run(tx, sql`delete from segundos_factores where usuario_id = ${id} and desde is not null`)) > 0

/** In the row of the new password that this transaction is about to set. */
export const logFactorRemovalWithPassword = (tx: Db) =>
  run(tx, sql`select set_config('flota.con_clave', ${cambios}, true)`)

/** For whoever lost the phone: in a transaction. Where there is none it does nothing. */
async function removeFactor(tx: Db, id: number, { tokenHash }: Session): Promise<null> {
  const usuario = await lockUsuario(tx, id)
  if (!usuario) throw notFound(registros.usuarios.notFound)
  if (await deleteFactorOfUser(tx, id)) {
    await run(
      tx,
      sql`select bitacora_agregar('editar', 'usuarios', ${id}, ${usuario.username}, ${cambios}, null)`,
    )
    await endSessions(tx, id, tokenHash)
  }
  return null
}

export function factorRoutes(app: App): void {
  serve(app, segundoFactor.removeOf, ({ params, session, db: writer }) =>
    writer.transaction((tx) => removeFactor(tx, params.id, session)),
  )
}
