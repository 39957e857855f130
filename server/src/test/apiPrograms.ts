import { run, sql } from '../platform/db/sql.ts'
import type { Client, TestApp, UserOptions } from './testApp.ts'
import { aUser } from './users.ts'

/** Calls after which a client gets a new token, below the rate limit per token. */
const maxCallsPerToken = 400

/**
 * Returns a function that replaces a usuario's session by an API token of the same user, for up to four
 * calls.
 */
export function programClients(of: () => { server: TestApp; admin: Client }) {
  const programs = new Map<Client, { client: Client; calls: number }>()
  return async (session: Client | undefined): Promise<Client> => {
    if (!session) throw new Error('programClients: the call has no session')
    const program = programs.get(session)
    if (program && program.calls < maxCallsPerToken) {
      program.calls += 4
      return program.client
    }
    const { server, admin } = of()
    const { userId } = session
    await run(server.db, sql`delete from tokens where usuario_id = ${userId}`)
    const { token } = (await admin.post(`/usuarios/${userId}/tokens`, { nombre: 'Programa' })).body.data
    const client = server.clientOf(server.app, token, userId)
    programs.set(session, { client, calls: 4 })
    return client
  }
}

/** Creates a user with a session, and an API token that an administrador made for it. */
export async function createProgram(
  { server, admin }: { server: TestApp; admin: Client },
  options: UserOptions = {},
) {
  const { username, client } = await aUser(server, { rol: 'usuario', permisos: ['ver_rutas'], ...options })
  const { body } = await admin.post(`/usuarios/${client.userId}/tokens`, { nombre: 'Contador' })
  const { id, token } = body.data as { id: number; token: string }
  return { username, session: client, id, token, client: server.clientOf(server.app, token) }
}
