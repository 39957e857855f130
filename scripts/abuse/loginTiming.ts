import { aUsuario } from '../../server/src/test/usuarios.ts'
import { median } from '../statistics.ts'
import type { TestTarget } from './startTarget.ts'

const kinds = ['known', 'unknown', 'inactive'] as const
type Kind = (typeof kinds)[number]

/** Maximum ratio of the largest median to the smallest. */
const maxMedianRatio = 1.05
const rounds = 3
const loginsPerKind = 100
/** Below the number of failures that locks a username. */
const loginsPerName = 25

/** Measures rejected logins. @returns whether one of three rounds shows no difference between kinds */
export async function testLoginTiming(testTarget: TestTarget): Promise<boolean> {
  for (let round = 1; round <= rounds; round++) {
    const times = await measure(testTarget, round)
    const medians = kinds.map((kind) => median(times[kind]))
    const ratio = Math.max(...medians) / Math.min(...medians)
    const summary = kinds.map((kind, i) => `${kind} ${medians[i]?.toFixed(1)} ms`).join(', ')
    console.log(`Rejected logins, ${loginsPerKind} of each: ${summary}; ratio ${ratio.toFixed(3)}`)
    if (ratio <= maxMedianRatio) return true
  }
  return false
}

/** Alternates the kinds, so that noise affects all of them. */
async function measure({ admin, address }: TestTarget, round: number): Promise<Record<Kind, number[]>> {
  const names = Array.from({ length: loginsPerKind / loginsPerName }, (_, i) => `${round}-${i}`)
  for (const name of names) {
    await admin('POST', '/api/usuarios', aUsuario({ username: `known-${name}` }))
    await admin('POST', '/api/usuarios', aUsuario({ username: `inactive-${name}`, estado: 'inactivo' }))
  }
  const times: Record<Kind, number[]> = { known: [], unknown: [], inactive: [] }
  const answers = new Set<string>()
  let from = 0
  for (let i = 0; i < loginsPerKind; i++) {
    for (const kind of kinds.map((_, k) => kinds[(i + k) % kinds.length] ?? 'known')) {
      const startedAt = performance.now()
      const answer = await fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': clientAddress(round, ++from) },
        body: JSON.stringify({ username: `${kind}-${names[i % names.length]}`, password: 'no es esta, 77' }),
      })
      answers.add(`${answer.status} ${await answer.text()}`)
      times[kind].push(performance.now() - startedAt)
    }
  }
  if (answers.size !== 1) throw new Error(`Rejected logins differ: ${[...answers].join('; ')}`)
  return times
}

/** Returns a distinct address per attempt of a round. */
const clientAddress = (round: number, from: number) => `10.${round}.${from >> 8}.${from & 255}`
