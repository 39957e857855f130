import { permisos } from '../../contract/src/core/permisos.ts'
import { startPostgres } from '../../postgres/src/startPostgres.ts'
import { connect } from '../../server/src/platform/db/connect.ts'
import { adminPassword, login, openCrashOffice } from '../../server/src/test/crash/openOffice.ts'
import { retryingSender, type SendRequest } from '../../server/src/test/crash/retryingSender.ts'
import { aRuta } from '../../server/src/test/factories.ts'
import type { MalformedTarget } from '../../server/src/test/malformed/sendMalformed.ts'
import { aMantenimiento } from '../../server/src/test/mantenimientos.ts'
import {
  createDataDirectory,
  type Program,
  startCommand,
  startProgram,
} from '../../server/src/test/program.ts'
import { aUsuario, defaultPassword as usuarioPassword } from '../../server/src/test/usuarios.ts'

export type TestTarget = Awaited<ReturnType<typeof startTarget>>

/** Starts the program behind a trusted proxy, with one record of each kind and access to its database. */
export async function startTarget() {
  const directory = await createDataDirectory()
  const postgres = await startPostgres({ dataDir: directory.dataDir, notice: console.log })
  const { host, user, database } = postgres.connection
  const programs: Program[] = []
  const urlOf = (name: string) => `postgresql:///${name}?host=${encodeURIComponent(host)}&user=${user}`
  const storage = { DATABASE_URL: urlOf(database), ARCHIVOS_DIR: `${directory.dataDir}-archivos` }
  const start = (env: Record<string, string>) => {
    const program = startProgram({ ...storage, ADMIN_PASSWORD: adminPassword, BACKUP_DIR: 'off', ...env })
    programs.push(program)
    return program
  }
  const command = (name: string, words: string[], env = {}) =>
    startCommand(name, words, { ...storage, ...env }).ended
  const program = start({ TRUST_PROXY: 'true' })
  const db = connect(postgres.connection, () => undefined, 1)
  const close = async () => {
    for (const each of programs) each.child.kill('SIGTERM')
    for (const each of programs) await each.ended
    await db.close()
    await postgres.stop()
    await directory.remove()
  }
  try {
    const address = await program.listening
    const { admin, tokens, references } = await createTestData(address)
    const target: MalformedTarget = { port: Number(new URL(address).port), tokens }
    const post = postAsAdmin(address, tokens.administrador)
    const log = () => program.stderr()
    const data = { address, pid: program.pid, log, admin, references, post, db, target }
    return { ...data, folder: directory.path, urlOf, start, command, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns a function that posts JSON, or a file, as administrador and reads a response of the contract's shape. */
const postAsAdmin =
  (address: string, token: string) =>
  async <Body>(path: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const startedAt = performance.now()
    const response = await fetch(address + path, { method: 'POST', headers, body })
    const answer = (await response.json()) as Body
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, ms: performance.now() - startedAt, retryAfter, body: answer }
  }

/** @returns a sender of the administrador, a token per role, and the records of a trip */
async function createTestData(address: string) {
  const caller = { address: () => address }
  const { references, tokens } = await openCrashOffice(caller)
  const admin: SendRequest = retryingSender({ ...caller, token: tokens.admin })
  await admin('POST', '/api/rutas', aRuta(references))
  await admin('POST', '/api/mantenimientos', aMantenimiento(references.camion_id))
  const username = 'oficina'
  await admin('POST', '/api/usuarios', aUsuario({ username, permisos: permisos.map(({ id }) => id) }))
  const usuario = await login(caller, username, usuarioPassword)
  return { admin, references, tokens: { administrador: tokens.admin, usuario, piloto: tokens.pilot } }
}
