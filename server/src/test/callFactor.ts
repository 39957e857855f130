import { codeAt } from './segundoFactor.ts'
import type { Client } from './testApp.ts'

type Send = (
  client: Client,
  line: string,
  ids?: (string | number)[],
  body?: Record<string, unknown>,
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
) => Promise<any>

/** Every call of a second factor, each as it should be; `actual` is the client's password. */
export async function answerFactor(
  answer: Send,
  client: Client,
  admin: Client,
  actual: string,
): Promise<void> {
  const { secreto } = await answer(client, 'POST /api/auth/segundo-factor', [], { actual })
  const codigo = codeAt(secreto, Date.now())
  const { recuperacion } = await answer(client, 'PUT /api/auth/segundo-factor', [], { codigo })
  await answer(client, 'GET /api/auth/segundo-factor')
  await answer(client, `DELETE /api/auth/segundo-factor?codigo=${recuperacion[0]}`)
  await answer(admin, 'DELETE /api/usuarios/:id/segundo-factor', [client.userId ?? 0])
}
