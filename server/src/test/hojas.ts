import type { Client, TestApp } from './testApp.ts'

/** Returns a sheet and its headers. */
export async function fetchHoja(from: TestApp, { token }: Client, path: string, headers = {}) {
  const answer = await from.app.inject({
    url: `/api/rutas/${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, file: answer.rawPayload }
}
