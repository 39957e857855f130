import { run, sql } from '../platform/db/sql.ts'
import type { Client, TestApp, UserOptions } from './testApp.ts'
import { aUser } from './users.ts'

/** So many calls of one token a minute are answered; another is made before that. */
const maxCallsPerToken = 400

/** What a usuario's program calls with, by its user's session; each time for up to four calls. */
export function programClients(of: () => { server: TestApp; admin: Client }) {
  const programs = new Map<Client, { client: Client; calls: number }>()
  return async (session: Client | undefined): Promise<Client> => {
    if (!session) throw new Error('a program needs a user')
    const own = programs.get(session)
    if (own && own.calls < maxCallsPerToken) {
      own.calls += 4
      return own.client
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

/** A user of a program's own with its session, the token that an administrador made, and who calls with it. */
export async function createProgram(
  { server, admin }: { server: TestApp; admin: Client },
  who: UserOptions = {},
) {
  const { username, client } = await aUser(server, { rol: 'usuario', permisos: ['ver_rutas'], ...who })
  const { body } = await admin.post(`/usuarios/${client.userId}/tokens`, { nombre: 'Contador' })
  const { id, token } = body.data as { id: number; token: string }
  return { username, session: client, id, token, client: server.clientOf(server.app, token) }
}
