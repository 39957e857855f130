import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminPassword, openCrashOffice } from '../../server/src/test/crash/openOffice.ts'
import { retryingSender } from '../../server/src/test/crash/retryingSender.ts'
import { aCamion } from '../../server/src/test/factories.ts'
import { createDataDirectory, processTree, startProgram } from '../../server/src/test/program.ts'

const writeCount = 200

interface WriteSpan {
  from: number
  to: number
}

export interface FsyncCounts {
  writes: number
  /** Writes without a completed fsync or fdatasync between request and response. */
  writesWithoutFsync: number
  syncs: number
}

/** Counts syncs during sequential writes. Returns undefined if strace is missing or not permitted. */
export async function countFsyncs(signal: AbortSignal): Promise<FsyncCounts | undefined> {
  if (spawnSync('strace', ['-V']).status !== 0) return undefined
  const directory = await createDataDirectory()
  const file = `${directory.path}/strace`
  const program = startProgram({
    DATA_DIR: directory.dataDir,
    BACKUP_DIR: 'off',
    ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'warn',
  })
  try {
    const address = await program.listening
    const caller = { address: () => address, signal }
    const { tokens } = await openCrashOffice(caller)
    const database = (await processTree(program.pid)).filter(({ command }) => command === 'postgres')
    const tracer = await traceSyncs(
      database.map(({ pid }) => pid),
      file,
    )
    if (!tracer) return undefined
    const writes = await writeTrucks(retryingSender({ ...caller, token: tokens.admin }))
    tracer.kill('SIGINT')
    await once(tracer, 'close')
    const syncs = syncEnds(await readFile(file, 'utf8'))
    const without = writes.filter(({ from, to }) => !syncs.some((at) => at >= from && at <= to)).length
    return { writes: writes.length, writesWithoutFsync: without, syncs: syncs.length }
  } finally {
    program.child.kill('SIGTERM')
    await program.ended
    await rm(file, { force: true })
    await directory.remove()
  }
}

async function traceSyncs(pids: readonly number[], file: string): Promise<ChildProcess | undefined> {
  const targets = pids.flatMap((pid) => ['-p', String(pid)])
  const words = ['-f', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', file, ...targets]
  const tracer = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  // strace prints a line for each process it attaches to.
  while (output.split('attached').length <= pids.length) {
    if (tracer.exitCode !== null) return undefined
    await sleep(20)
  }
  return tracer
}

const now = () => performance.timeOrigin + performance.now()

async function writeTrucks(send: ReturnType<typeof retryingSender>): Promise<WriteSpan[]> {
  const spans: WriteSpan[] = []
  for (let i = 0; i < writeCount; i++) {
    const from = now()
    const { status } = await send('POST', '/api/camiones', aCamion())
    if (status !== 201) throw new Error(`POST /api/camiones returned ${status}`)
    spans.push({ from, to: now() })
  }
  return spans
}

/** Returns the end of each sync in ms. Lines look like `17 1700000000.123456 fdatasync(5) = 0 <0.000812>`. */
function syncEnds(log: string): number[] {
  return log.split('\n').flatMap((line) => {
    const [, startedAt, name, took] = /^\d+ +(\d+\.\d+) (.*) = 0 <(\d+\.\d+)>$/.exec(line) ?? []
    if (startedAt === undefined) return []
    // An interrupted call has a second line when it resumes, whose timestamp is its end.
    const duration = name?.startsWith('<...') ? 0 : Number(took)
    return [(Number(startedAt) + duration) * 1000]
  })
}
