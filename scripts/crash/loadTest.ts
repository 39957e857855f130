import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDemo } from '../../demo/src/prepare.ts'
import { login } from '../../server/src/test/crash/openOffice.ts'
import { repeatRequests, type TimedResponse } from '../../server/src/test/httpRetry.ts'
import { createDataDirectory, startProgram } from '../../server/src/test/program.ts'
import { readMemoryMb } from '../../server/src/test/watchMemory.ts'
import { percentile } from '../statistics.ts'
import { runMixedLoad } from './mixedLoad.ts'

/** Limits for 500 clients: p99 of the 200 responses in ms, memory of the program in MB. */
const loadLimits = { p99: 2000, memory: 350, memoryAfter: 200 }
const expectedStatuses = [200, 429, 503]
const rutas = 200_000
const username = 'gerencia'

type MemoryReader = (which?: 'VmHWM') => Promise<number>

/**
 * Lets clients request the list of trips repeatedly, then read, write, report and export for a minute. Prints statistics
 * each minute, and the memory one minute after the lists.
 * @param minutes of lists; 0 omits them
 * @param data folder of an earlier run; by default 200,000 trips are created and deleted
 * @returns whether every limit was met
 */
export async function runLoadTest(minutes: number, clients: number, data?: string): Promise<boolean> {
  const directory = await createDataDirectory()
  const dataDir = data ?? directory.dataDir
  const demo = { rutas, zone: 'America/Guatemala', now: new Date() }
  const users = await prepareDemo({ dataDir, notice: console.log }, demo)
  const program = startProgram({ DATA_DIR: dataDir, BACKUP_DIR: 'off', LOG_LEVEL: 'warn' })
  const memoryMb: MemoryReader = async (which) => Math.round(await readMemoryMb(program.pid, which))
  try {
    const address = await program.listening
    const token = await login({ address: () => address }, username, passwordIn(users))
    const isFast = minutes === 0 || (await runListLoad({ address, token }, { minutes, clients, memoryMb }))
    return (await runMixedLoad({ address, token }, clients, 60)) && isFast
  } finally {
    program.child.kill('SIGTERM')
    await program.ended
    await directory.remove()
  }
}

async function runListLoad(
  target: { address: string; token: string },
  { minutes, clients, memoryMb }: { minutes: number; clients: number; memoryMb: MemoryReader },
): Promise<boolean> {
  const call = { ...target, path: '/api/rutas?pagina=1&porPagina=10' }
  console.log(`${clients} clients, ${rutas} trips; ${await memoryMb()} MB before`)
  const all: TimedResponse[] = []
  const deadline = AbortSignal.timeout(minutes * 60_000)
  const requests = repeatRequests(clients, call, deadline, (answered) => all.push(answered))
  let reportedCount = 0
  for (let minute = 1; minute <= minutes; minute++) {
    await sleep(60_000)
    console.log(
      `${String(minute).padStart(3)}  ${describeResponses(all.slice(reportedCount))}  ${await memoryMb()} MB`,
    )
    reportedCount = all.length
  }
  await requests
  const peakMb = await memoryMb('VmHWM')
  await sleep(60_000)
  const after = await memoryMb()
  console.log(`all  ${describeResponses(all)}  most ${peakMb} MB, a minute after ${after} MB`)
  return (
    all.every(({ status }) => expectedStatuses.includes(status)) &&
    latency(all, 0.99) <= loadLimits.p99 &&
    peakMb < loadLimits.memory &&
    after < loadLimits.memoryAfter
  )
}

const passwordIn = (users: string) => new RegExp(`^ +${username} +(\\S+)`, 'm').exec(users)?.[1] ?? ''

/** Returns a percentile of the successful responses, in ms. */
function latency(responses: readonly TimedResponse[], share: number): number {
  const successful = responses.filter(({ status }) => status === 200)
  return Math.round(
    percentile(
      successful.map(({ ms }) => ms),
      share,
    ),
  )
}

function describeResponses(answers: readonly TimedResponse[]): string {
  const shares = expectedStatuses.map((status) => {
    const n = answers.filter((answer) => answer.status === status).length
    return `${status}: ${((100 * n) / answers.length).toFixed(1)} %`
  })
  const others = answers.filter(({ status }) => !expectedStatuses.includes(status)).length
  const [p50, p99] = [latency(answers, 0.5), latency(answers, 0.99)]
  return `${answers.length} answers (${shares.join(', ')}, other: ${others})  of the 200s p50 ${p50} ms, p99 ${p99} ms`
}
