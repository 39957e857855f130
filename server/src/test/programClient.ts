import { patientFetch } from './patientFetch.ts'

/** Password of the first administrator, for programs started by a test. */
export const ADMIN_PASSWORD = 'La oficina abre a las 7'

/** Returns the calls of an administrador to a running program. */
export async function connectOffice(address: string) {
  const call = async (
    path: string,
    body?: object | Buffer,
    token?: string,
    method = body ? 'POST' : 'GET',
  ) => {
    const answer = await patientFetch(address + path, {
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
      },
      method,
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
    return (await answer.json()) as any
  }
  const { token } = (await call('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })).data
  return {
    post: async (path: string, body: object | Buffer) => (await call(path, body, token)).data,
    get: async (path: string) => (await call(path, undefined, token)).data,
    put: async (path: string, body: object) => (await call(path, body, token, 'PUT')).data,
    delete: async (path: string) => (await call(path, undefined, token, 'DELETE')).data,
    contents: async (id: number) => {
      const answer = await fetch(`${address}/api/archivos/${id}/contenido`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return [answer.status, Buffer.from(await answer.arrayBuffer())] as const
    },
  }
}
