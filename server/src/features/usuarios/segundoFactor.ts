import { segundoFactor } from '@flota/contract/account/segundoFactor.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { type Db, run, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { type App, serveWrite } from '../../platform/http/serve.ts'
import { endSessions, lockUsuario } from './queries.ts'

const cambios = JSON.stringify({ segundo_factor: ['sí', 'no'] })

/** @returns false if the user had none */
export const deleteFactorOfUser = async (tx: Db, id: number): Promise<boolean> =>
  (await run(tx, sql`delete from segundos_factores where usuario_id = ${id} and desde is not null`)) > 0

/** Adds the removal to the log row of the password that this transaction will set. */
export const logFactorRemovalWithPassword = (tx: Db) =>
  run(tx, sql`select set_config('flota.con_clave', ${cambios}, true)`)

/** Removes another user's second factor, for example after a lost phone, and revokes that user's sessions. */
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
  serveWrite(app, segundoFactor.removeOf, (tx, { params, session }) => removeFactor(tx, params.id, session))
}
