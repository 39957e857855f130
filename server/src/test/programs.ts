import { run, sql } from '../db/sql.ts'
import type { Client, TestApp } from './testApp.ts'

/** So many calls of one token a minute are answered; another is made before that. */
const callsOfOne = 400

/** What a usuario's program calls with, by its user's session; each time for up to four calls. */
export function programsOf(of: () => { server: TestApp; admin: Client }) {
  const programs = new Map<Client, { client: Client; calls: number }>()
  return async (session: Client | undefined): Promise<Client> => {
    if (!session) throw new Error('a program needs a user')
    const own = programs.get(session)
    if (own && own.calls < callsOfOne) {
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
