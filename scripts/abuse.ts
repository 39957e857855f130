import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { testBounds } from './abuse/bounds.ts'
import { runFloodTest } from './abuse/connectionFlood.ts'
import { testLoginTiming } from './abuse/loginTiming.ts'
import { testMalformedRequests } from './abuse/malformedRequests.ts'
import { testHostileSheets } from './abuse/sheetUploads.ts'
import { startTarget } from './abuse/startTarget.ts'
import { parseCount, shutdownSignal } from './crash/cli.ts'

// npm run test:abuse [-- --count 10000 --seed 7 --only sheets]: malformed requests, login timing, hostile
// sheets, what one caller can store, and connection floods.

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
})
const count = parseCount(values.count)
const seed = values.seed === undefined ? randomInt(2 ** 31 - 1) : parseCount(values.seed)

const parts = {
  malformed: () => testMalformedRequests(testTarget, { seed, count }),
  logins: () => testLoginTiming(testTarget),
  sheets: () => testHostileSheets(testTarget),
  bounds: () => testBounds(testTarget, 6 * count),
  flood: () => runFloodTest(testTarget),
}
const { only } = values
const selectedParts = Object.entries(parts).filter(([name]) => only === undefined || name === only)
if (selectedParts.length === 0) throw new Error(`--only must be one of ${Object.keys(parts).join(', ')}`)

const signal = shutdownSignal()
const interrupted = new Promise<never>((_resolve, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason as Error))
})

const testTarget = await startTarget()
try {
  const runParts = async () => {
    const results: boolean[] = []
    for (const [, run] of selectedParts) results.push(await run())
    return results
  }
  const results = await Promise.race([runParts(), interrupted])
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await testTarget.close()
}
