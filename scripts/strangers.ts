import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { untilSignal } from './crash/untilSignal.ts'
import { wholeNumber } from './crash/wholeNumber.ts'
import { meetCrowds } from './strangers/crowds.ts'
import { compareLogins } from './strangers/logins.ts'
import { refuseMalformed } from './strangers/malformed.ts'
import { openHouse } from './strangers/openHouse.ts'
import { sendSheets } from './strangers/sheets.ts'

// npm run test:strangers [-- --count 10000 --seed 7]: what strangers send, and what a login lets them learn.

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string' } },
})
const count = wholeNumber(values.count)
const seed = values.seed === undefined ? randomInt(2 ** 31 - 1) : wholeNumber(values.seed)

const signal = untilSignal()
const interrupted = new Promise<never>((_resolve, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason as Error))
})

const house = await openHouse()
try {
  const work = async () => [
    await refuseMalformed(house, { seed, count }),
    await compareLogins(house),
    await sendSheets(house),
    await meetCrowds(house),
  ]
  const results = await Promise.race([work(), interrupted])
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await house.close()
}
