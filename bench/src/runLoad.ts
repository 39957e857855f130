import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { cpuClock } from './processStats.ts'

/** One call of a flow: what differs from call to call is made for it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  token?: string
  /** Idempotency-Key */
  key?: string
  /** Sent as JSON; bytes as they are. */
  body?: unknown
}

export interface Target {
  address: string
  /** Whose CPU a call costs, the database's included. */
  pids: number[]
}

/** What a run of some clients measured, or several of them. */
export interface Sample {
  /** Milliseconds of each answered call, sorted. */
  latencies: number[]
  seconds: number
  cpu: number
  /** How many were told 503: that too many had come before them. */
  shed: number
}

const asRequest = ({ method, path, token, key, body }: Call): autocannon.Request => ({
  method,
  path,
  headers: {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(body !== undefined && {
      'content-type': Buffer.isBuffer(body) ? 'image/jpeg' : 'application/json',
    }),
  },
  ...(body !== undefined && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
})

/** What is cut off at the end of a run goes on in the database, at worst for a minute: the next run waits for it. */
async function settle(pids: number[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const cpu = cpuClock(pids)
    await sleep(200)
    if (cpu() < 20) return
  }
}

/** A busy machine may answer nobody in a short run: it goes on, each time for longer, at most until this long. */
const longest = 60

/**
 * Lets so many clients call for so long, each as soon as it was answered, and longer while fewer calls than clients
 * were answered.
 * @param rate how many they call a second, all together; as fast as they can where it is not said
 * @throws where an answer is no success, or nothing is answered
 */
export async function drive(
  target: Target,
  next: () => Call,
  clients: number,
  seconds: number,
  rate?: number,
): Promise<Sample> {
  const samples: Sample[] = []
  for (let more = seconds; more < longest; more *= 2) {
    samples.push(await driveOnce(target, next, clients, more, rate))
    const all = merge(samples)
    if (all.latencies.length >= clients) return all
  }
  throw new Error(`${next().method} ${next().path} was hardly ever answered`)
}

async function driveOnce(
  { address, pids }: Target,
  next: () => Call,
  clients: number,
  seconds: number,
  rate?: number,
): Promise<Sample> {
  const latencies: number[] = []
  let wrong: number | undefined
  let shed = 0
  const cpu = cpuClock(pids)
  const begun = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const instance = autocannon(
    {
      url: address,
      connections: clients,
      duration: seconds,
      ...(rate !== undefined && { overallRate: rate }),
      requests: [{ setupRequest: (request) => ({ ...request, ...asRequest(next()) }) }],
    },
    (error: Error | null) => (error ? reject(error) : resolve()),
  )
  // The library's own histogram knows whole milliseconds only.
  instance.on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300) latencies.push(milliseconds)
    else if (status === 503) shed++
    else wrong = status
  })
  await promise
  if (wrong !== undefined) throw new Error(`${next().method} ${next().path} answered ${wrong}`)
  const sample = { seconds: (performance.now() - begun) / 1000, cpu: cpu(), shed }
  await settle(pids)
  return { latencies: latencies.sort((a, b) => a - b), ...sample }
}

export const merge = (samples: Sample[]): Sample => ({
  latencies: samples.flatMap(({ latencies }) => latencies).sort((a, b) => a - b),
  seconds: samples.reduce((sum, { seconds }) => sum + seconds, 0),
  cpu: samples.reduce((sum, { cpu }) => sum + cpu, 0),
  shed: samples.reduce((sum, { shed }) => sum + shed, 0),
})

export const percentile = ({ latencies }: Pick<Sample, 'latencies'>, share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN
export const perSecond = ({ latencies, seconds }: Sample): number => latencies.length / seconds
export const cpuPerCall = ({ latencies, cpu }: Sample): number => cpu / latencies.length
