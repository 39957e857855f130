import { codeAt } from './segundoFactor.ts'
import type { Client } from './testApp.ts'

type CallEndpoint = (
  client: Client,
  line: string,
  ids?: (string | number)[],
  body?: Record<string, unknown>,
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
) => Promise<any>

/** Calls every endpoint of the second factor successfully. `actual` is the client's password. */
export async function callFactorEndpoints(
  callEndpoint: CallEndpoint,
  client: Client,
  admin: Client,
  actual: string,
): Promise<void> {
  const { secreto } = await callEndpoint(client, 'POST /api/auth/segundo-factor', [], { actual })
  const codigo = codeAt(secreto, Date.now())
  const { recuperacion } = await callEndpoint(client, 'PUT /api/auth/segundo-factor', [], { codigo })
  await callEndpoint(client, 'GET /api/auth/segundo-factor')
  await callEndpoint(client, `DELETE /api/auth/segundo-factor?codigo=${recuperacion[0]}`)
  await callEndpoint(admin, 'DELETE /api/usuarios/:id/segundo-factor', [client.userId ?? 0])
}
