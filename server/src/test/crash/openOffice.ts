import { aCamion, aChofer, aPersona } from '../factories.ts'
import { aUsuario, defaultPassword as pilotPassword } from '../usuarios.ts'
import type { References } from './recordKinds.ts'
import { type CrashClient, retryingSender, type SendRequest } from './retryingSender.ts'

export const adminPassword = 'La oficina abre a las 7'

export interface CrashOffice {
  references: References
  tokens: { admin: string; pilot: string }
}

/** Logs in as administrador and as pilot, and creates the records a trip refers to. */
export async function openCrashOffice(caller: CrashClient): Promise<CrashOffice> {
  const admin = await login(caller, 'admin', adminPassword)
  const make = async (path: string, body: unknown): Promise<number> =>
    (await postOrThrow(retryingSender({ ...caller, token: admin }), path, body)).id
  const references = {
    cliente_id: await make('/api/clientes', aPersona()),
    camion_id: await make('/api/camiones', aCamion()),
    chofer_id: await make('/api/choferes', aChofer()),
    ayudante_id: await make('/api/ayudantes', aPersona()),
  }
  await make('/api/usuarios', aUsuario({ username: 'piloto', rol_id: 2, piloto_id: references.chofer_id }))
  return { references, tokens: { admin, pilot: await login(caller, 'piloto', pilotPassword) } }
}

/** Returns a session token. */
export const login = async (caller: CrashClient, username: string, secret: string): Promise<string> =>
  (await postOrThrow(retryingSender(caller), '/api/auth/login', { username, password: secret })).token

async function postOrThrow(send: SendRequest, path: string, body: unknown) {
  const answer = await send('POST', path, body)
  if (answer.status >= 300)
    throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
