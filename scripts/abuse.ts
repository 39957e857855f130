import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { meetCrowds } from './abuse/connectionFlood.ts'
import { compareLogins } from './abuse/loginTiming.ts'
import { refuseMalformed } from './abuse/malformedRequests.ts'
import { sendSheets } from './abuse/sheetUploads.ts'
import { openHouse } from './abuse/startTarget.ts'
import { wholeNumber } from './crash/parseCount.ts'
import { untilSignal } from './crash/shutdownSignal.ts'

// npm run test:strangers [-- --count 10000 --seed 7 --only sheets]: what strangers send, and what a login lets them
// learn.

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
})
const count = wholeNumber(values.count)
const seed = values.seed === undefined ? randomInt(2 ** 31 - 1) : wholeNumber(values.seed)

const parts = {
  malformed: () => refuseMalformed(house, { seed, count }),
  logins: () => compareLogins(house),
  sheets: () => sendSheets(house),
  crowds: () => meetCrowds(house),
}
const { only } = values
const chosen = Object.entries(parts).filter(([name]) => only === undefined || name === only)
if (chosen.length === 0) throw new Error(`--only is one of ${Object.keys(parts).join(', ')}`)

const signal = untilSignal()
const interrupted = new Promise<never>((_resolve, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason as Error))
})

const house = await openHouse()
try {
  const work = async () => {
    const results: boolean[] = []
    for (const [, run] of chosen) results.push(await run())
    return results
  }
  const results = await Promise.race([work(), interrupted])
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await house.close()
}
