import type { Client, TestApp } from './testApp.ts'

type CallEndpoint = (
  line: string,
  ids?: number[],
  body?: Record<string, unknown>,
  by?: Client,
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the response has
) => Promise<any>

/** Calls the endpoints of an administrador's own account successfully. The account stays usable. */
export async function callOwnAccountEndpoints(
  callEndpoint: CallEndpoint,
  server: TestApp,
  client: Client,
): Promise<void> {
  const open = await callEndpoint('GET /api/auth/sesiones')
  await callEndpoint('DELETE /api/auth/sesiones/:id', [
    open.find((each: { actual: boolean }) => !each.actual).id,
  ])
  await callEndpoint('DELETE /api/auth/sesiones')
  await callEndpoint('GET /api/auth/correo')
  await callEndpoint('PUT /api/auth/correo', [], { correo: 'ana@empresa.gt', avisos: null })
  const mailer = { remitente: 'flota@empresa.gt', send: async () => undefined }
  await callEndpoint(
    'POST /api/correo/prueba',
    [],
    undefined,
    server.clientOf(server.startAnotherApp({ mailer }), client.token),
  )
  await callEndpoint('GET /api/correo')
}
