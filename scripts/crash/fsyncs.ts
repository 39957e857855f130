import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openOffice, password } from '../../server/src/test/crash/openOffice.ts'
import { sender } from '../../server/src/test/crash/retryingSender.ts'
import { aCamion } from '../../server/src/test/factories.ts'
import { aDirectory, startProgram, treeOf } from '../../server/src/test/program.ts'

const count = 200

interface Span {
  from: number
  to: number
}

export interface Fsyncs {
  writes: number
  /** Writes between whose sending and whose answer the database finished no fsync or fdatasync. */
  without: number
  syncs: number
}

/** Writes one after the other while strace looks at the database; undefined where there is no strace, or it may not look. */
export async function countFsyncs(signal: AbortSignal): Promise<Fsyncs | undefined> {
  if (spawnSync('strace', ['-V']).status !== 0) return undefined
  const directory = await aDirectory()
  const file = `${directory.path}/strace`
  const program = startProgram({
    DATA_DIR: directory.dataDir,
    BACKUP_DIR: 'off',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
  })
  try {
    const address = await program.listening
    const caller = { address: () => address, signal }
    const { tokens } = await openOffice(caller)
    const database = (await treeOf(program.pid)).filter(({ command }) => command === 'postgres')
    const tracer = await trace(
      database.map(({ pid }) => pid),
      file,
    )
    if (!tracer) return undefined
    const writes = await write(sender({ ...caller, token: tokens.admin }))
    tracer.kill('SIGINT')
    await once(tracer, 'close')
    const syncs = finished(await readFile(file, 'utf8'))
    const without = writes.filter(({ from, to }) => !syncs.some((at) => at >= from && at <= to)).length
    return { writes: writes.length, without, syncs: syncs.length }
  } finally {
    program.child.kill('SIGTERM')
    await program.ended
    await rm(file, { force: true })
    await directory.remove()
  }
}

async function trace(pids: readonly number[], file: string): Promise<ChildProcess | undefined> {
  const targets = pids.flatMap((pid) => ['-p', String(pid)])
  const words = ['-f', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', file, ...targets]
  const tracer = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  // It names each process that it has taken hold of.
  while (said.split('attached').length <= pids.length) {
    if (tracer.exitCode !== null) return undefined
    await sleep(20)
  }
  return tracer
}

const now = () => performance.timeOrigin + performance.now()

async function write(send: ReturnType<typeof sender>): Promise<Span[]> {
  const spans: Span[] = []
  for (let i = 0; i < count; i++) {
    const from = now()
    const { status } = await send('POST', '/api/camiones', aCamion())
    if (status !== 201) throw new Error(`not written: ${status}`)
    spans.push({ from, to: now() })
  }
  return spans
}

/** The ends of all syncs in ms, of lines such as `17 1700000000.123456 fdatasync(5) = 0 <0.000812>`. */
function finished(log: string): number[] {
  return log.split('\n').flatMap((line) => {
    const [, begun, name, took] = /^\d+ +(\d+\.\d+) (.*) = 0 <(\d+\.\d+)>$/.exec(line) ?? []
    if (begun === undefined) return []
    // A call that another line interrupts is told a second time when it is resumed, with that moment.
    const duration = name?.startsWith('<...') ? 0 : Number(took)
    return [(Number(begun) + duration) * 1000]
  })
}
