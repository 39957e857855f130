import type { References } from './rutas.ts'
import type { ApiResponse, Client, TestApp } from './testApp.ts'

// Writing calls that are sent when the caller may no longer make them.

export interface CallContext {
  server: TestApp
  admin: Client
  references: References & { ayudante_id: number }
}

/** Call by a user who is allowed to make it. */
export interface RevokedCall {
  line: string
  make: (by: Client) => Promise<ApiResponse>
}

export const revokedCall = (
  line: string,
  id: number | string | readonly number[],
  body?: unknown,
  headers?: Record<string, string>,
): RevokedCall => ({
  line,
  make: (by) => {
    const [method = '', path = ''] = line.split(' ')
    const [first, second] = [id].flat()
    return by.send({
      method,
      url: path
        .replace(':tipo', 'clientes')
        .replace(':id', String(first))
        .replace(/:(?:[it]|alias_)id/, String(second)),
      ...(body !== undefined && {
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    })
  },
})
