import { randomBytes } from 'node:crypto'
import { type Token, type TokenValues, tokens } from '@flota/contract/account/tokens.ts'
import { addDays } from '@flota/contract/core/dates.ts'
import { rolId } from '@flota/contract/core/permisos.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { type CompanyClock, companyToday } from '../../platform/clock.ts'
import { type Database, type Db, many, one, run, sql } from '../../platform/db/sql.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { hashToken } from '../../platform/http/authentication.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'
import { findUsuario, lockUsuario } from './queries.ts'

const maxTokens = 10

const logTokenChange = (tx: Db, id: number, username: string, change: [string | null, string | null]) =>
  run(
    tx,
    sql`select bitacora_agregar('permisos', 'usuarios', ${id}, ${username}, ${JSON.stringify({ token: change })}, null)`,
  )

const fields = sql`id, nombre, creado_en, vence, usado_en`

/** Creates a token in a transaction. The lock on the user keeps concurrent requests within maxTokens. */
async function createToken(tx: Db, id: number, { nombre, dias }: TokenValues, hoy: string) {
  const usuario = await lockUsuario(tx, id)
  if (!usuario) throw notFound(registros.usuarios.notFound)
  if (usuario.rol_id !== rolId.usuario)
    throw invalid({ id: 'Solo un usuario con rol usuario puede tener tokens.' })
  await run(tx, sql`delete from tokens where usuario_id = ${id} and vence < ${hoy}`)
  const token = `flota_${randomBytes(32).toString('base64url')}`
  const row = await one<Token>(
    tx,
    sql`insert into tokens (usuario_id, nombre, token_hash, vence)
      select ${id}, ${nombre}, ${hashToken(token)}, ${addDays(hoy, dias)}
      where (select count(*) from tokens where usuario_id = ${id}) < ${maxTokens} returning ${fields}`,
  )
  if (!row) throw conflict(`Este usuario ya tiene ${maxTokens} tokens.`)
  await logTokenChange(tx, id, usuario.username, [null, nombre])
  return { ...row, token }
}

async function removeToken(tx: Db, id: number, tid: number, hoy: string): Promise<null> {
  const usuario = await findUsuario(tx, id)
  const removed = await one<{ nombre: string }>(
    tx,
    sql`delete from tokens where id = ${tid} and usuario_id = ${id} and vence >= ${hoy} returning nombre`,
  )
  if (!removed) throw notFound('Token no encontrado')
  await logTokenChange(tx, id, usuario.username, [removed.nombre, null])
  return null
}

async function findTokens(db: Db, id: number, hoy: string): Promise<Token[]> {
  const { rol_id } = await findUsuario(db, id)
  if (rol_id !== rolId.usuario) return []
  return many<Token>(
    db,
    sql`select ${fields} from tokens where usuario_id = ${id} and vence >= ${hoy}
      order by nombre collate es_nombre, id`,
  )
}

/** Serves the API tokens of users (docs/contract/sessions.md). */
export function tokensRoutes(app: App, db: Database, clock: CompanyClock): void {
  const today = () => companyToday(clock)
  serve(app, tokens.list, ({ params }) => findTokens(db, params.id, today()))
  serveWrite(app, tokens.create, (tx, { params, body }) => createToken(tx, params.id, body, today()))
  serveWrite(app, tokens.remove, (tx, { params }) => removeToken(tx, params.id, params.tid, today()))
}
