import { parseArgs } from 'node:util'
import { crashRounds } from '../server/src/test/crash/crashRounds.ts'
import { countFsyncs } from './crash/fsyncs.ts'
import { soak } from './crash/loadTest.ts'
import { dinero } from './crash/moneyFaults.ts'
import { wholeNumber } from './crash/parseCount.ts'
import { reportOutcome, reportRound } from './crash/report.ts'
import { untilSignal } from './crash/shutdownSignal.ts'

// npm run test:crash [-- --rounds 100 --minutes 10 --clients 500]: the whole form of the fault tests, of which npm test has a short one.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '500' },
  },
})
const rounds = wholeNumber(values.rounds)
const minutes = wholeNumber(values.minutes)
const clients = wholeNumber(values.clients)
const signal = untilSignal()

/** Of service after a crash, in ms. */
const limit = 10_000

async function fsyncs(): Promise<boolean> {
  const found = await countFsyncs(signal)
  if (!found) {
    console.log('Syncs: not counted, strace is not installed or may not look.')
    return true
  }
  const { writes, without, syncs } = found
  console.log(
    `Syncs: ${writes} writes one after the other, ${syncs} syncs, ${without} writes answered before one had finished`,
  )
  return without === 0
}

async function crashes(): Promise<boolean> {
  return reportOutcome(await crashRounds({ rounds, signal, onRound: reportRound }), () => limit)
}

const results = [await fsyncs(), await crashes(), await dinero(rounds, signal), await soak(minutes, clients)]
process.exitCode = results.every(Boolean) ? 0 : 1
