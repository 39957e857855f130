import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Connection, connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { type Env, readEnv } from './env.ts'
import { createLog } from './log.ts'
import { checkAdminPassword, ensureFirstAdmin } from './session/firstAdmin.ts'
import { startBlock } from './startBlock.ts'
import { StartError } from './startError.ts'

const root = new URL('../../', import.meta.url)

/** What was opened, to be closed in the opposite order. */
const opened: (() => Promise<void>)[] = []
let closing: Promise<void> | undefined

const closeAll = () => {
  closing ??= (async () => {
    for (const close of opened.reverse()) await close()
  })()
  return closing
}

async function start(): Promise<void> {
  const env = readEnv(process.env)
  checkAdminPassword(env)
  const log = createLog(env)
  const version = await readVersion()

  const db = connect(await openDatabase(env), (err) => log.warn({ err }, 'idle connection lost'))
  opened.push(() => db.close())
  await migrate(db)
  const generatedPassword = await ensureFirstAdmin(db, env)

  const app = buildApp({ db, env, log, version, webFolder: fileURLToPath(new URL('web/dist', root)) })
  opened.push(() => app.close())
  await listen(app, env)
  process.stdout.write(`${startBlock({ env, version, address: addressOf(app, env), generatedPassword })}\n`)
}

async function readVersion(): Promise<string> {
  // Our own package.json, which has it.
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { version: string }
  return version
}

async function openDatabase(env: Env): Promise<Connection> {
  if (env.DATABASE_URL) return { connectionString: env.DATABASE_URL }
  const embedded = await startEmbedded({
    dataDir: env.DATA_DIR,
    notice: (line) => process.stdout.write(`${line}\n`),
  })
  opened.push(() => embedded.stop())
  return embedded.connection
}

async function listen(app: FastifyInstance, { PORT, HOST }: Env): Promise<void> {
  try {
    await app.listen({ port: PORT, host: HOST })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartError(`PORT ${PORT} ya está en uso: elige otro, o 0 para uno libre.`)
    if (code === 'EACCES')
      throw new StartError(`PORT ${PORT} necesita permisos de administrador: elige otro.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${HOST} no es una dirección de esta máquina.`)
    }
    throw error
  }
}

function addressOf(app: FastifyInstance, { HOST }: Env): string {
  // A server that listens on a port has an address of this kind.
  const { port } = app.server.address() as AddressInfo
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
}

/** A signal during the start waits for nothing that is not open yet. */
function endOn(signal: NodeJS.Signals): void {
  process.on(signal, () => {
    closeAll().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  })
}

function fail(error: unknown): void {
  process.stderr.write(
    error instanceof StartError
      ? `${error.message}\n`
      : `${String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) endOn(signal)
try {
  await start()
} catch (error) {
  await closeAll().catch(() => undefined)
  fail(error)
}
