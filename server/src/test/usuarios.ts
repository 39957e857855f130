import { randomUUID } from 'node:crypto'
import type { Usuario } from '@flota/contract/account/usuarios.ts'
import { aChofer } from './factories.ts'
import type { ApiResponse, Client, TestApp } from './testApp.ts'

type Changes = Record<string, unknown>

export const defaultPassword = 'Quetzal-4471'

/** Complete form of a usuario with a unique name. */
export const aUsuario = (changes: Changes = {}) => ({
  username: `usuario-${randomUUID().slice(0, 8)}`,
  password: defaultPassword,
  rol_id: 3,
  estado: 'activo',
  ...changes,
})

const expectCreated = ({ status, body }: ApiResponse) => {
  if (status !== 201) throw new Error(`Expected 201, got ${status} ${JSON.stringify(body)}`)
  return body.data
}

export const makeUsuario = async (admin: Client, changes: Changes = {}): Promise<Usuario> =>
  expectCreated(await admin.post('/api/usuarios', aUsuario(changes)))

/** Creates a pilot. @returns the id */
export const makeChofer = async (admin: Client, changes: Changes = {}): Promise<number> =>
  expectCreated(await admin.post('/api/choferes', aChofer(changes))).id

/** Creates a user of role piloto with a pilot of its own. */
export const makePiloto = async (admin: Client, changes: Changes = {}): Promise<Usuario> =>
  makeUsuario(admin, { rol_id: 2, ...changes, piloto_id: changes.piloto_id ?? (await makeChofer(admin)) })

/** Opens a session by logging in. */
export async function loginAs(server: TestApp, username: string, secret = defaultPassword): Promise<Client> {
  const { status, body } = await server.anonymous.post('/api/auth/login', { username, password: secret })
  if (status !== 200) throw new Error(`Login returned ${status} ${JSON.stringify(body)}`)
  return server.clientOf(server.app, body.data.token, body.data.user.id)
}
