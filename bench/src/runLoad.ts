import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { cpuClock } from './processStats.ts'

/** One call of a flow: what differs from call to call is made for it. */
export interface LoadCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  token?: string
  /** Idempotency-Key */
  key?: string
  /** Sent as JSON; bytes as they are. */
  body?: unknown
}

export interface LoadTarget {
  address: string
  /** Whose CPU a call costs, the database's included. */
  pids: number[]
}

/** What a run of some clients measured, or several of them. */
export interface LoadSample {
  /** Milliseconds of each answered call, sorted. */
  latencies: number[]
  seconds: number
  cpu: number
  /** How many were told 503: that too many had come before them. */
  shed: number
}

const asRequest = ({ method, path, token, key, body }: LoadCall): autocannon.Request => ({
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
async function waitUntilIdle(pids: number[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const cpu = cpuClock(pids)
    await sleep(200)
    if (cpu() < 20) return
  }
}

/** A busy machine may answer nobody in a short run: it goes on, each time for longer, at most until this long. */
const maxRunSeconds = 60

/**
 * Lets so many clients call for so long, each as soon as it was answered, and longer while fewer calls than clients
 * were answered.
 * @param rate how many they call a second, all together; as fast as they can where it is not said
 * @throws where an answer is no success, or nothing is answered
 */
export async function runLoad(
  target: LoadTarget,
  next: () => LoadCall,
  clients: number,
  seconds: number,
  rate?: number,
): Promise<LoadSample> {
  const samples: LoadSample[] = []
  for (let more = seconds; more < maxRunSeconds; more *= 2) {
    samples.push(await runLoadOnce(target, next, clients, more, rate))
    const all = mergeSamples(samples)
    if (all.latencies.length >= clients) return all
  }
  throw new Error(`${next().method} ${next().path} was hardly ever answered`)
}

async function runLoadOnce(
  { address, pids }: LoadTarget,
  next: () => LoadCall,
  clients: number,
  seconds: number,
  rate?: number,
): Promise<LoadSample> {
  const latencies: number[] = []
  let failedStatus: number | undefined
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
    else failedStatus = status
  })
  await promise
  if (failedStatus !== undefined) throw new Error(`${next().method} ${next().path} answered ${failedStatus}`)
  const sample = { seconds: (performance.now() - begun) / 1000, cpu: cpu(), shed }
  await waitUntilIdle(pids)
  return { latencies: latencies.sort((a, b) => a - b), ...sample }
}

export const mergeSamples = (samples: LoadSample[]): LoadSample => ({
  latencies: samples.flatMap(({ latencies }) => latencies).sort((a, b) => a - b),
  seconds: samples.reduce((sum, { seconds }) => sum + seconds, 0),
  cpu: samples.reduce((sum, { cpu }) => sum + cpu, 0),
  shed: samples.reduce((sum, { shed }) => sum + shed, 0),
})

export const percentile = ({ latencies }: Pick<LoadSample, 'latencies'>, share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN
export const perSecond = ({ latencies, seconds }: LoadSample): number => latencies.length / seconds
export const cpuPerCall = ({ latencies, cpu }: LoadSample): number => cpu / latencies.length
