import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { cpuClock } from './processStats.ts'

/** One request. Flows create it anew for each call. */
export interface LoadCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  token?: string
  key?: string
  /** Sent as JSON, a Buffer as it is. */
  body?: unknown
  /** Sends the ETag of the last response to the same token and path. */
  conditional?: true
}

export interface LoadTarget {
  address: string
  /** Processes whose CPU is counted, including PostgreSQL. */
  pids: number[]
}

/** Result of one run or of several merged ones. */
export interface LoadSample {
  latencies: number[]
  seconds: number
  cpu: number
  shed: number
}

const tags = new Map<string, string>()
const tagKey = ({ token, path }: LoadCall) => `${token} ${path}`

const tagHeader = (call: LoadCall) => {
  const tag = call.conditional && tags.get(tagKey(call))
  return tag ? { 'if-none-match': tag } : {}
}

function keepTag(call: LoadCall | undefined, headers: autocannon.Request['headers']): void {
  if (!call?.conditional) return
  const [, tag] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'etag') ?? []
  if (typeof tag === 'string') tags.set(tagKey(call), tag)
}

const asRequest = (call: LoadCall): autocannon.Request => {
  const { method, path, token, key, body } = call
  return {
    method,
    path,
    headers: {
      ...tagHeader(call),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && {
        'content-type': Buffer.isBuffer(body) ? 'image/jpeg' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  }
}

/** Builds each request anew. A client has a context of its own and sends one request at a time. */
const requestOf = (next: () => LoadCall): autocannon.Request => ({
  setupRequest: (request, context: { call?: LoadCall }) => {
    context.call = next()
    return { ...request, ...asRequest(context.call) }
  },
  onResponse: (_status, _body, context: { call?: LoadCall }, headers) => keepTag(context.call, headers),
})

/** Waits until PostgreSQL has finished the requests cut off at the end of a run, at most a minute. */
async function waitUntilIdle(pids: number[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const cpu = cpuClock(pids)
    await sleep(200)
    if (cpu() < 20) return
  }
}

/** Without enough responses, runs are repeated with doubled length below this limit. */
const maxRunSeconds = 60

/**
 * Runs `clients` concurrent clients, each sending its next request after a response. Repeats with longer runs
 * until there are as many responses as clients.
 * @param rate requests per second of all clients together, by default unlimited
 * @throws {Error} if a response is an error other than 503, or too few arrive
 */
export async function runLoad(
  target: LoadTarget,
  next: () => LoadCall,
  clients: number,
  seconds: number,
  rate?: number,
): Promise<LoadSample> {
  const samples: LoadSample[] = []
  for (let duration = seconds; duration < maxRunSeconds; duration *= 2) {
    samples.push(await runLoadOnce(target, next, clients, duration, rate))
    const all = mergeSamples(samples)
    if (all.latencies.length >= clients) return all
  }
  throw new Error(`${next().method} ${next().path} returned fewer responses than clients`)
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
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const instance = autocannon(
    {
      url: address,
      connections: clients,
      duration: seconds,
      ...(rate !== undefined && { overallRate: rate }),
      requests: [requestOf(next)],
    },
    (error: Error | null) => (error ? reject(error) : resolve()),
  )
  // The library's histogram has only whole milliseconds.
  instance.on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300 || status === 304) latencies.push(milliseconds)
    else if (status === 503) shed++
    else failedStatus = status
  })
  await promise
  if (failedStatus !== undefined) throw new Error(`${next().method} ${next().path} returned ${failedStatus}`)
  const sample = { seconds: (performance.now() - startedAt) / 1000, cpu: cpu(), shed }
  await waitUntilIdle(pids)
  return { latencies: latencies.sort((a, b) => a - b), ...sample }
}

export const mergeSamples = (samples: LoadSample[]): LoadSample => ({
  latencies: samples.flatMap(({ latencies }) => latencies).sort((a, b) => a - b),
  seconds: samples.reduce((sum, { seconds }) => sum + seconds, 0),
  cpu: samples.reduce((sum, { cpu }) => sum + cpu, 0),
  shed: samples.reduce((sum, { shed }) => sum + shed, 0),
})

/** Returns a percentile of the latencies in ms of `call`, repeated while `work` runs. */
export async function latencyDuring(
  work: Promise<unknown>,
  call: () => Promise<unknown>,
  share: number,
  pauseMs = 0,
): Promise<number> {
  const ended = new AbortController()
  const done = work.finally(() => ended.abort())
  // Awaited below. An earlier rejection must not end the process before the servers are stopped.
  done.catch(() => undefined)
  const latencies: number[] = []
  while (!ended.signal.aborted) {
    const startedAt = performance.now()
    await call()
    latencies.push(performance.now() - startedAt)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  await done
  return percentile({ latencies: latencies.sort((a, b) => a - b) }, share)
}

export const percentile = ({ latencies }: Pick<LoadSample, 'latencies'>, share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN
export const perSecond = ({ latencies, seconds }: LoadSample): number => latencies.length / seconds
export const cpuPerCall = ({ latencies, cpu }: LoadSample): number => cpu / latencies.length
