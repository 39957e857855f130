import { parseArgs } from 'node:util'
import { runCrashRounds } from '../server/src/test/crash/crashRounds.ts'
import { parseCount, shutdownSignal } from './crash/cli.ts'
import { countFsyncs } from './crash/fsyncs.ts'
import { runLoadTest } from './crash/loadTest.ts'
import { runMoneyFaults } from './crash/moneyFaults.ts'
import { reportOutcome, reportRound } from './crash/report.ts'

// npm run test:crash [-- --rounds 100 --minutes 10 --clients 500]: full length of the fault tests. npm test
// runs a short form.

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

/** Milliseconds between a crash and the first response. */
const maxServiceMs = 10_000

async function testFsyncs(): Promise<boolean> {
  const counts = await countFsyncs(signal)
  if (!counts) {
    console.log('Syncs: not counted, strace is not installed or not permitted.')
    return true
  }
  const { writes, writesWithoutFsync, syncs } = counts
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
