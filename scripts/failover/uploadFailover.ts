import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../postgres/src/startPostgres.ts'
import { openOffice, password } from '../../server/src/test/crash/openOffice.ts'
import { sender } from '../../server/src/test/crash/retryingSender.ts'
import { aDirectory, type Program, startCommand, startProgram } from '../../server/src/test/program.ts'
import { type Store, startSwift } from '../rehearse/swift.ts'
import { aGround, killAndWait } from './processGroup.ts'
import { type Door, faultsOf, type Kept, Uploads } from './uploads.ts'
import { until } from './waitUntil.ts'

/** How many files go to each program at a time. */
const senders = 4
const sound = 'Los datos están bien: no había nada que corregir.\n'

/** What the rehearsal has started, to be ended, and where. */
interface Place {
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
export async function rehearseFiles(kills: number, signal: AbortSignal): Promise<boolean> {
  const [directory, ground] = [await aDirectory(), aGround(signal)]
  const programs: Program[] = []
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  const start = (env: Record<string, string>) => {
    const program = startProgram({ ADMIN_PASSWORD: password, BACKUP_DIR: 'off', LOG_LEVEL: 'fatal', ...env })
    programs.push(program)
    return program
  }
  try {
    const store = await startSwift(ground)
    postgres = await startPostgres({ dataDir: directory.dataDir, notice: console.log })
    const { host, user, database } = postgres.connection
    const url = `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
    const at = (name: string) => join(directory.path, name)
    const faults = await rehearse({ store, at, database: { DATABASE_URL: url }, start, signal }, kills)
    for (const fault of faults) console.log(`✗ ${fault}`)
    return faults.length === 0
  } catch (error) {
    // What then fails, fails because all is ended.
    if (signal.aborted) console.error(signal.reason)
    else console.error(error, ground.tails())
    return false
  } finally {
    for (const { child } of programs) child.kill('SIGTERM')
    for (const { ended } of programs) await ended
    await postgres?.stop()
    await ground.end()
    await directory.remove()
  }
}

async function rehearse(place: Place, kills: number): Promise<string[]> {
  const { store, at, database, signal } = place
  const env = { ...database, ...store.env('ARCHIVOS_S3', 'fotos') }
  const pair = await startPair(place, env)
  const [one, two] = pair.doors
  const uploads: [Uploads, Uploads] = [new Uploads(one, senders), new Uploads(two, senders)]
  for (let i = 1; i <= kills; i++) {
    const underWay = await killDuring(uploads[0], pair, signal)
    const taken = uploads[0].kept.length + uploads[1].kept.length
    console.log(`${i}. A program killed with ${underWay} uploads under way; ${taken} acknowledged so far`)
  }
  for (const each of uploads) await each.stop()

  const kept = uploads.flatMap((each) => each.kept)
  const faults = [
    ...(await faultsOf(two, uploads[0].kept)),
    ...(await faultsOf(one, uploads[1].kept)),
    ...(await commandFaults('checkData', [], { ...env, DATA_DIR: at('dos') }, sound)),
    ...(await restoreFaults(place, kept)),
  ]
  console.log(
    `${kept.length} files acknowledged (${kept.filter(({ tries }) => tries > 1).length} after a repeat), each read ` +
      `from the other program and from a backup restored out of the store: ${faults.length} faults`,
  )
  return faults
}

interface Pair {
  doors: [Door, Door]
  /** kill -9 of the first, which is then started again. */
  killFirst(): Promise<void>
}

/** Two programs on two folders. */
async function startPair({ at, start, signal }: Place, env: Record<string, string>): Promise<Pair> {
  let first = start({ ...env, DATA_DIR: at('uno') })
  let address = await first.listening
  const second = await start({ ...env, DATA_DIR: at('dos') }).listening
  const { admin: token } = (await openOffice({ address: () => address, signal })).tokens
  return {
    doors: [
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
async function killDuring(uploads: Uploads, pair: Pair, signal: AbortSignal): Promise<number> {
  const before = uploads.kept.length
  await until('uploads are taken', 120, signal, async () => {
    uploads.check()
    return uploads.kept.length >= before + 10
  })
  await sleep(randomInt(1000), undefined, { signal })
  const { underWay } = uploads
  await pair.killFirst()
  return underWay
}

/** An own backup put into the store, and restored from there into another database. */
async function restoreFaults({ store, at, database, start, signal }: Place, kept: readonly Kept[]) {
  const name = `respaldo-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const stores = { ...store.env('ARCHIVOS_S3', 'fotos'), ...store.env('RESPALDO_S3', 'copias') }
  const env = { ...database, ...stores, DATA_DIR: at('dos') }
  const there = { ...stores, DATA_DIR: at('nuevo') }
  const faults = [
    ...(await commandFaults('automaticBackup', [at(`respaldos/${name}`)], env)),
    ...(await commandFaults('pushBackups', [at('respaldos')], env)),
    ...(await commandFaults('restore', [`s3:${name}`], there)),
  ]
  if (faults.length > 0) return faults
  const program = start({ ...store.env('ARCHIVOS_S3', 'fotos'), DATA_DIR: at('nuevo') })
  const address = await program.listening
  const nobody = { address: () => address, signal }
  const login = await sender(nobody)('POST', '/api/auth/login', { username: 'admin', password })
  // The contract's shape; `body` is any for those who look at whatever came.
  const { data } = login.body as { data: { token: string } }
  return faultsOf({ ...nobody, token: data.token }, kept)
}

/** @param expected what it has to say; anything where it is left out */
async function commandFaults(name: string, words: string[], env: Record<string, string>, expected?: string) {
  const { code, stdout, stderr } = await startCommand(name, words, env).ended
  const isFine = code === 0 && stderr === '' && (expected === undefined || stdout === expected)
  return isFine ? [] : [`${name} ended with ${code}: ${stdout}${stderr}`]
}
