import { parseArgs } from 'node:util'
import { runCrashRounds } from '../server/src/test/crash/crashRounds.ts'
import { countFsyncs } from './crash/fsyncs.ts'
import { runLoadTest } from './crash/loadTest.ts'
import { runMoneyFaults } from './crash/moneyFaults.ts'
import { parseCount } from './crash/parseCount.ts'
import { reportOutcome, reportRound } from './crash/report.ts'
import { shutdownSignal } from './crash/shutdownSignal.ts'

// npm run test:crash [-- --rounds 100 --minutes 10 --clients 500]: the whole form of the fault tests, of which npm test has a short one.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '500' },
  },
})
const rounds = parseCount(values.rounds)
const minutes = parseCount(values.minutes)
const clients = parseCount(values.clients)
const signal = shutdownSignal()

/** Of service after a crash, in ms. */
const maxServiceMs = 10_000

async function testFsyncs(): Promise<boolean> {
  const found = await countFsyncs(signal)
  if (!found) {
    console.log('Syncs: not counted, strace is not installed or may not look.')
    return true
  }
  const { writes, writesWithoutFsync, syncs } = found
  console.log(
    `Syncs: ${writes} writes one after the other, ${syncs} syncs, ${writesWithoutFsync} writes answered before one had finished`,
  )
  return writesWithoutFsync === 0
}

async function testCrashes(): Promise<boolean> {
  return reportOutcome(await runCrashRounds({ rounds, signal, onRound: reportRound }), () => maxServiceMs)
}

const results = [
  await testFsyncs(),
  await testCrashes(),
  await runMoneyFaults(rounds, signal),
  await runLoadTest(minutes, clients),
]
process.exitCode = results.every(Boolean) ? 0 : 1
