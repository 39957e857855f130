import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../postgres/src/startPostgres.ts'
import { adminPassword, openCrashOffice } from '../../server/src/test/crash/openOffice.ts'
import { retryingSender } from '../../server/src/test/crash/retryingSender.ts'
import {
  createDataDirectory,
  type Program,
  startCommand,
  startProgram,
} from '../../server/src/test/program.ts'
import { type Store, startSwift } from '../rehearse/swift.ts'
import { createProcessGroup, killAndWait } from './processGroup.ts'
import { type AcknowledgedFile, findUploadFaults, type Uploader, Uploads } from './uploads.ts'
import { waitUntil } from './waitUntil.ts'

/** How many files go to each program at a time. */
const concurrentUploads = 4
const cleanDataMessage = 'Los datos están bien: no había nada que corregir.\n'

/** What the rehearsal has started, to be ended, and where. */
interface FailoverRun {
  store: Store
  /** A folder of ours for each purpose. */
  at: (name: string) => string
  database: Record<string, string>
  start: (env: Record<string, string>) => Program
  signal: AbortSignal
}

/**
 * Two programs on two folders and one store, to which both upload; one is killed meanwhile, and started again. Then
 * each acknowledged file is read from the other one, and from a backup that was in the store too.
 */
export async function testUploadFailover(kills: number, signal: AbortSignal): Promise<boolean> {
  const [directory, processGroup] = [await createDataDirectory(), createProcessGroup(signal)]
  const programs: Program[] = []
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  const start = (env: Record<string, string>) => {
    const program = startProgram({
      ADMIN_PASSWORD: adminPassword,
      BACKUP_DIR: 'off',
      LOG_LEVEL: 'fatal',
      ...env,
    })
    programs.push(program)
    return program
  }
  try {
    const store = await startSwift(processGroup)
    postgres = await startPostgres({ dataDir: directory.dataDir, notice: console.log })
    const { host, user, database } = postgres.connection
    const url = `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
    const at = (name: string) => join(directory.path, name)
    const faults = await runUploadFailover(
      { store, at, database: { DATABASE_URL: url }, start, signal },
      kills,
    )
    for (const fault of faults) console.log(`✗ ${fault}`)
    return faults.length === 0
  } catch (error) {
    // What then fails, fails because all is ended.
    if (signal.aborted) console.error(signal.reason)
    else console.error(error, processGroup.logTails())
    return false
  } finally {
    for (const { child } of programs) child.kill('SIGTERM')
    for (const { ended } of programs) await ended
    await postgres?.stop()
    await processGroup.end()
    await directory.remove()
  }
}

async function runUploadFailover(run: FailoverRun, kills: number): Promise<string[]> {
  const { store, at, database, signal } = run
  const env = { ...database, ...store.env('ARCHIVOS_S3', 'fotos') }
  const pair = await startPair(run, env)
  const [one, two] = pair.uploaders
  const uploads: [Uploads, Uploads] = [
    new Uploads(one, concurrentUploads),
    new Uploads(two, concurrentUploads),
  ]
  for (let i = 1; i <= kills; i++) {
    const underWay = await killDuringUpload(uploads[0], pair, signal)
    const acknowledgedCount = uploads[0].acknowledged.length + uploads[1].acknowledged.length
    console.log(
      `${i}. A program killed with ${underWay} uploads under way; ${acknowledgedCount} acknowledged so far`,
    )
  }
  for (const each of uploads) await each.stop()

  const acknowledged = uploads.flatMap((each) => each.acknowledged)
  const faults = [
    ...(await findUploadFaults(two, uploads[0].acknowledged)),
    ...(await findUploadFaults(one, uploads[1].acknowledged)),
    ...(await findCommandFaults('checkData', [], { ...env, DATA_DIR: at('dos') }, cleanDataMessage)),
    ...(await findRestoreFaults(run, acknowledged)),
  ]
  console.log(
    `${acknowledged.length} files acknowledged (${acknowledged.filter(({ tries }) => tries > 1).length} after a repeat), each read ` +
      `from the other program and from a backup restored out of the store: ${faults.length} faults`,
  )
  return faults
}

interface ProgramPair {
  uploaders: [Uploader, Uploader]
  /** kill -9 of the first, which is then started again. */
  killFirst(): Promise<void>
}

/** Two programs on two folders. */
async function startPair(
  { at, start, signal }: FailoverRun,
  env: Record<string, string>,
): Promise<ProgramPair> {
  let first = start({ ...env, DATA_DIR: at('uno') })
  let address = await first.listening
  const second = await start({ ...env, DATA_DIR: at('dos') }).listening
  const { admin: token } = (await openCrashOffice({ address: () => address, signal })).tokens
  return {
    uploaders: [
      { address: () => address, token, signal },
      { address: () => second, token, signal },
    ],
    async killFirst() {
      await killAndWait(first.child)
      first = start({ ...env, DATA_DIR: at('uno') })
      address = await first.listening
    },
  }
}

/** At a random moment of its uploads. @returns how many were under way */
async function killDuringUpload(uploads: Uploads, pair: ProgramPair, signal: AbortSignal): Promise<number> {
  const before = uploads.acknowledged.length
  await waitUntil('uploads are taken', 120, signal, async () => {
    uploads.check()
    return uploads.acknowledged.length >= before + 10
  })
  await sleep(randomInt(1000), undefined, { signal })
  const { pendingUploads } = uploads
  await pair.killFirst()
  return pendingUploads
}

/** An own backup put into the store, and restored from there into another database. */
async function findRestoreFaults(
  { store, at, database, start, signal }: FailoverRun,
  acknowledged: readonly AcknowledgedFile[],
) {
  const name = `respaldo-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const stores = { ...store.env('ARCHIVOS_S3', 'fotos'), ...store.env('RESPALDO_S3', 'copias') }
  const env = { ...database, ...stores, DATA_DIR: at('dos') }
  const restoredEnv = { ...stores, DATA_DIR: at('nuevo') }
  const faults = [
    ...(await findCommandFaults('automaticBackup', [at(`respaldos/${name}`)], env)),
    ...(await findCommandFaults('pushBackups', [at('respaldos')], env)),
    ...(await findCommandFaults('restore', [`s3:${name}`], restoredEnv)),
  ]
  if (faults.length > 0) return faults
  const program = start({ ...store.env('ARCHIVOS_S3', 'fotos'), DATA_DIR: at('nuevo') })
  const address = await program.listening
  const anonymousCaller = { address: () => address, signal }
  const login = await retryingSender(anonymousCaller)('POST', '/api/auth/login', {
    username: 'admin',
    password: adminPassword,
  })
  // The contract's shape; `body` is any for those who look at whatever came.
  const { data } = login.body as { data: { token: string } }
  return findUploadFaults({ ...anonymousCaller, token: data.token }, acknowledged)
}

/** @param expected what it has to say; anything where it is left out */
async function findCommandFaults(
  name: string,
  words: string[],
  env: Record<string, string>,
  expected?: string,
) {
  const { code, stdout, stderr } = await startCommand(name, words, env).ended
  const isFine = code === 0 && stderr === '' && (expected === undefined || stdout === expected)
  return isFine ? [] : [`${name} ended with ${code}: ${stdout}${stderr}`]
}
