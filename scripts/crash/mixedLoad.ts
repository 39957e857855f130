import { loadavg } from 'node:os'
import { aCamion } from '../../server/src/test/factories.ts'
import { repeatRequests, type TimedResponse } from '../../server/src/test/httpRetry.ts'
import { percentile } from '../statistics.ts'

/** Milliseconds within which 99 % of the served requests of each kind end. */
const maxServedP99Ms = 5000

/** Calls of the clients; `share` of them send it. */
const calls = [
  { kind: 'lists', share: 0.5, path: '/api/rutas?pagina=1&porPagina=10' },
  { kind: 'searches', share: 0.1, path: '/api/buscar?buscar=cemento' },
  { kind: 'writes', share: 0.2, path: '/api/camiones', makeBody: () => aCamion() },
  { kind: 'reports', share: 0.15, path: '/api/reportes?filtro=mes' },
  { kind: 'exports', share: 0.05, path: '/api/camiones/exportar' },
]

/**
 * Lets clients read, write, report and export at once. Prints times and counts of each kind.
 * @returns whether only 429 and 503 were refused, and the served ones met the limit
 */
export async function runMixedLoad(
  target: { address: string; token: string },
  clients: number,
  seconds: number,
): Promise<boolean> {
  const deadline = AbortSignal.timeout(seconds * 1000)
  const runs = calls.map(async ({ kind, share, ...call }) => {
    const responses: TimedResponse[] = []
    const count = Math.round(clients * share)
    await repeatRequests(count, { ...target, ...call }, deadline, (response) => responses.push(response))
    return { kind, responses }
  })
  const byKind = await Promise.all(runs)
  const all = { kind: 'all', responses: byKind.flatMap(({ responses }) => responses) }
  console.log(`${clients} clients for ${seconds} s, load average ${loadavg()[0]?.toFixed(1)}`)
  return [...byKind, all].map(describeKind).every(Boolean)
}

const isServed = ({ status }: TimedResponse) => status === 200 || status === 201

function describeKind({ kind, responses }: { kind: string; responses: TimedResponse[] }): boolean {
  const served = responses.filter(isServed).map(({ ms }) => ms)
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => Math.round(percentile(served, share)))
  const count = (...statuses: number[]) => responses.filter(({ status }) => statuses.includes(status)).length
  const others = responses.length - count(200, 201, 429, 503)
  console.log(
    `${kind.padEnd(8)} served ${served.length}, p50 ${p50} ms, p99 ${p99} ms; ` +
      `429: ${count(429)}, 503: ${count(503)}, others: ${others}`,
  )
  return others === 0 && !(p99 > maxServedP99Ms)
}
