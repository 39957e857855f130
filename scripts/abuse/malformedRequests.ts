import { databaseDigest } from '../../server/src/test/malformed/databaseDigest.ts'
import {
  describeResult,
  type MalformedResult,
  sendMalformed,
} from '../../server/src/test/malformed/sendMalformed.ts'
import type { TestTarget } from './startTarget.ts'

const maxResponseMs = 1000

/** Returns log lines that are not JSON, are errors, or contain a token. */
function unexpectedLogLines({ log, target }: TestTarget): string[] {
  const tokens = Object.values(target.tokens)
  return log()
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => {
      try {
        const { level } = JSON.parse(line) as { level: number }
        return level >= 50 || tokens.some((token) => line.includes(token))
      } catch {
        return true
      }
    })
}

function countByStatus(sent: readonly MalformedResult[]): string {
  const groups = [...Map.groupBy(sent, ({ status }) => status ?? 0)].toSorted(([a], [b]) => a - b)
  return groups.map(([status, all]) => `${status || 'cut off'}: ${all.length}`).join(', ')
}

/** Sends malformed requests. @returns whether all were rejected in time without changing the database */
export async function testMalformedRequests(
  testTarget: TestTarget,
  options: { seed: number; count: number },
): Promise<boolean> {
  const before = await databaseDigest(testTarget.db)
  const results = await sendMalformed(testTarget.target, { ...options, concurrency: 2 })
  const after = await databaseDigest(testTarget.db)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  const faulty = results.filter(({ errors }) => errors.length > 0)
  const late = results.filter(({ ms }) => ms > maxResponseMs)
  const logLines = unexpectedLogLines(testTarget)
  for (const each of [...faulty, ...late].slice(0, 20))
    console.log(`✗ ${describeResult(each, testTarget.target)}`)
  for (const line of logLines.slice(0, 20)) console.log(`✗ ${line}`)
  const failed = results.filter(({ status = 0 }) => status >= 500).length
  const slowest = Math.max(...results.map(({ ms }) => ms))
  console.log(`${results.length} malformed requests, seed ${options.seed} (${countByStatus(results)})`)
  console.log(
    `${failed} answers of 5xx, ${late.length} over 1 s (the slowest ${Math.round(slowest)} ms), ` +
      `${faulty.length} with a fault, changed tables: ${changed.join(', ') || 'none'}, ${logLines.length} unexpected log lines`,
  )
  return faulty.length + late.length + changed.length + logLines.length === 0
}
