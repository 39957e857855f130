import type { RutaOffice } from './openOffice.ts'
import { activateFactor, segundoFactorPath as factorPath, removeFactor } from './segundoFactor.ts'
import type { ApiResponse, TestApp } from './testApp.ts'
import { aUser, userPassword } from './users.ts'
import { makeUsuario } from './usuarios.ts'
import { aVista } from './vistas.ts'

/** Makes one call that writes. Records needed by it are created by calls of their own. */
export type WritingCall = (office: RutaOffice) => Promise<ApiResponse>
/** The call, and the log rows (`accion tipo`) of that call alone. */
export type WritingCallTable = Record<string, readonly [WritingCall, ...rows: string[]]>

/** Creates a user with a second session. */
const userWithTwoSessions = async (server: TestApp) => {
  const user = await aUser(server)
  await server.anonymous.post('/api/auth/login', { username: user.username, password: userPassword })
  return user
}
const aToken = async ({ admin }: RutaOffice) => {
  const path = `/api/usuarios/${(await makeUsuario(admin)).id}/tokens`
  return { path, created: await admin.post(path, { nombre: 'Contador' }) }
}
const isOther = ({ actual }: { actual: boolean }) => !actual

/** Writing calls of the own account. */
export const accountCalls: WritingCallTable = {
  'POST /api/auth/login': [
    async ({ server }) => {
      const { username } = await aUser(server)
      return server.anonymous.post('/api/auth/login', { username, password: userPassword })
    },
    'entrar sesiones',
  ],
  'POST /api/auth/logout': [
    async ({ server }) => (await aUser(server)).client.post('/api/auth/logout'),
    'salir sesiones',
  ],
  'POST /api/auth/password': [
    async ({ server }) => {
      const { client } = await aUser(server)
      return client.post('/api/auth/password', { actual: userPassword, nueva: 'Otro volcán 77' })
    },
    'clave usuarios',
  ],
  'POST /api/auth/segundo-factor': [
    async ({ server }) => (await aUser(server)).client.post(factorPath, { actual: userPassword }),
  ],
  'PUT /api/auth/segundo-factor': [
    async ({ server }) => (await activateFactor((await aUser(server)).client)).answer,
    'editar usuarios',
  ],
  'DELETE /api/auth/segundo-factor': [
    async ({ server }) => {
      const { client } = await aUser(server)
      return removeFactor(client, (await activateFactor(client)).recuperacion[0] ?? '')
    },
    'editar usuarios',
  ],
  'DELETE /api/usuarios/:id/segundo-factor': [
    async ({ server, admin }) => {
      const { client } = await aUser(server)
      await activateFactor(client)
      return admin.delete(`/api/usuarios/${client.userId}/segundo-factor`)
    },
    'editar usuarios',
  ],
  'POST /api/usuarios/:id/tokens': [async (office) => (await aToken(office)).created, 'permisos usuarios'],
  'DELETE /api/usuarios/:id/tokens/:tid': [
    async (office) => {
      const { created, path } = await aToken(office)
      return office.admin.delete(`${path}/${created.body.data.id}`)
    },
    'permisos usuarios',
  ],
  'PUT /api/auth/correo': [
    async ({ server }) =>
      (await aUser(server)).client.put('/api/auth/correo', { correo: 'jefa@empresa.gt', avisos: false }),
    'editar usuarios',
  ],
  'DELETE /api/auth/sesiones/:id': [
    async ({ server }) => {
      const { client } = await userWithTwoSessions(server)
      const { data } = (await client.get('/api/auth/sesiones')).body
      return client.delete(`/api/auth/sesiones/${data.find(isOther).id}`)
    },
    'salir sesiones',
  ],
  // Views of lists are no records: the log has none of them.
  'POST /api/vistas': [async ({ admin }) => admin.post('/api/vistas', aVista)],
  'DELETE /api/vistas/:id': [
    async ({ admin }) =>
      admin.delete(`/api/vistas/${(await admin.post('/api/vistas', aVista)).body.data.id}`),
  ],
  'DELETE /api/auth/sesiones': [
    async ({ server }) => (await userWithTwoSessions(server)).client.delete('/api/auth/sesiones'),
    'salir sesiones',
  ],
}
