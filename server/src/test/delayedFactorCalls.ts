import { type CallContext, type RevokedCall, revokedCall } from './delayedCall.ts'
import { activateFactor, codeAt, segundoFactorPath as factorPath, removeFactor } from './segundoFactor.ts'
import type { Client } from './testApp.ts'
import { aUser, userPassword } from './users.ts'

/** Calls of the own second factor, each with the state it needs. */
export const segundoFactorCalls: ((by: Client) => Promise<RevokedCall>)[] = [
  async (by) => {
    const { secreto } = (await by.post(factorPath, { actual: userPassword })).body.data
    return revokedCall(`PUT ${factorPath}`, 0, { codigo: codeAt(secreto, Date.now()) })
  },
  async (by) => {
    const { recuperacion } = await activateFactor(by)
    return { line: `DELETE ${factorPath}`, make: (late) => removeFactor(late, recuperacion[0] ?? '') }
  },
]

/** Calls for a user who lost the phone. */
export async function lostDeviceCalls({ server }: CallContext): Promise<RevokedCall[]> {
  const { client } = await aUser(server)
  await activateFactor(client)
  return [revokedCall('DELETE /api/usuarios/:id/segundo-factor', client.userId ?? 0)]
}
