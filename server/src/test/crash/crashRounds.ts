import { setTimeout as sleep } from 'node:timers/promises'
import {
  createDataDirectory,
  type Process,
  type Program,
  processTree,
  startProgram,
  stillRunning,
} from '../program.ts'
import { type CrashOutcome, CrashRun } from './crashRun.ts'
import { adminPassword } from './openOffice.ts'

const victims = ['everything', 'the program', 'the database'] as const
type Victim = (typeof victims)[number]

interface CrashOptions {
  rounds: number
  onRound?: (run: CrashRun) => void
  signal?: AbortSignal
}

/** Kills each process in turn at random moments during writes of all kinds, on a database of its own. */
export async function runCrashRounds({ rounds, onRound, signal }: CrashOptions): Promise<CrashOutcome> {
  const directory = await createDataDirectory()
  const env = {
    DATA_DIR: directory.dataDir,
    ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'warn',
    BACKUP_DIR: 'off',
  }
  let program = startProgram(env)
  try {
    let address = await program.listening
    const run = await CrashRun.start([{ address: () => address, signal }])
    const killVictim = async (victim: Victim) => {
      const killed = performance.now()
      await kill(program, victim)
      if (victim === 'the database') return killed
      const started = performance.now()
      program = startProgram(env)
      address = await program.listening
      return started
    }
    for (let i = 0; i < rounds; i++) {
      const victim = victims[i % victims.length] ?? 'everything'
      await run.runRound(victim, () => killVictim(victim))
      onRound?.(run)
    }
    return await run.outcome()
  } finally {
    program.child.kill('SIGTERM')
    await program.ended
    await directory.remove()
  }
}

/** Kills the victim with SIGKILL. 'everything' simulates a power failure. */
async function kill(program: Program, victim: Victim): Promise<void> {
  const tree = await processTree(program.pid)
  const database = tree.filter(({ command }) => command === 'postgres')
  if (database.length < 3) throw new Error('No PostgreSQL process to kill')
  const victims: readonly Process[] = {
    everything: tree,
    'the program': tree.filter(({ pid }) => pid === program.pid),
    'the database': database,
  }[victim]
  for (const { pid } of victims) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended in the meantime.
    }
  }
  // A process dies a moment after its signal.
  while ((await stillRunning(victims)).length > 0) await sleep(5)
}
