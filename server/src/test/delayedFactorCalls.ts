import { type At, call, type Late } from './delayedCall.ts'
import { activate, codeAt, path as factorPath, remove } from './segundoFactor.ts'
import type { Client } from './testApp.ts'
import { aPassword, aUser } from './users.ts'

/** Of the own second factor, each by somebody who is that far. */
export const factorCalls: ((by: Client) => Promise<Late>)[] = [
  async (by) => {
    const { secreto } = (await by.post(factorPath, { actual: aPassword })).body.data
    return call(`PUT ${factorPath}`, 0, { codigo: codeAt(secreto, Date.now()) })
  },
  async (by) => {
    const { recuperacion } = await activate(by)
    return { line: `DELETE ${factorPath}`, make: (late) => remove(late, recuperacion[0] ?? '') }
  },
]

/** Whoever lost the phone. */
export async function lostCalls({ server }: At): Promise<Late[]> {
  const { client } = await aUser(server)
  await activate(client)
  return [call('DELETE /api/usuarios/:id/segundo-factor', client.userId ?? 0)]
}
