import { parseArgs } from 'node:util'
import { Trial } from '../server/src/test/crash/crashRun.ts'
import { password } from '../server/src/test/crash/openOffice.ts'
import { type Program, startProgram } from '../server/src/test/program.ts'
import { wholeNumber } from './crash/parseCount.ts'
import { reportOutcome, reportRound } from './crash/report.ts'
import { untilSignal } from './crash/shutdownSignal.ts'
import { type Cluster, startCluster } from './failover/cluster.ts'
import { installPackages, refusal } from './failover/packages.ts'
import { aGround } from './failover/processGroup.ts'
import { rehearseFiles } from './failover/uploadFailover.ts'
import { bin, run } from './run.ts'

// npm run rehearse [-- --kills 10 --files-only]: every PostgreSQL that Debian's repositories have takes the migrations
// and a restore; one of two programs that upload to one store is killed; then the leader of three nodes is killed, again
// and again, under two programs that write.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    'files-only': { type: 'boolean', default: false },
  },
})

const kills = wholeNumber(values.kills)

const faults = [
  { name: 'PostgreSQL alone', alsoPatroni: false, limit: 10_000 },
  { name: 'PostgreSQL and Patroni', alsoPatroni: true, limit: 30_000 },
] as const

async function rehearse(cluster: Cluster, programs: Program[], signal: AbortSignal): Promise<boolean> {
  const start = async () => {
    const env = { DATABASE_URL: cluster.url, ADMIN_PASSWORD: password, LOG_LEVEL: 'fatal' }
    const program = startProgram(env)
    programs.push(program)
    const address = await program.listening
    return { address: () => address, signal }
  }
  const trial = await Trial.begin([await start(), await start()])
  for (let i = 0; i < kills; i++) {
    const { name, alsoPatroni } = faults[i % 2 === 0 ? 0 : 1]
    await trial.round(name, async () => {
      const leader = await cluster.leader()
      const killed = performance.now()
      await leader.kill(alsoPatroni)
      return killed
    })
    reportRound(trial)
    await cluster.restore()
  }
  return reportOutcome(
    await trial.outcome(),
    ({ fault }) => faults.find(({ name }) => name === fault)?.limit ?? 0,
  )
}

async function onGround(signal: AbortSignal): Promise<boolean> {
  const ground = aGround(signal)
  const programs: Program[] = []
  let cluster: Cluster | undefined
  try {
    cluster = await startCluster(ground)
    return await rehearse(cluster, programs, signal)
  } catch (error) {
    // What then fails, fails because all is ended.
    if (signal.aborted) console.error(signal.reason)
    else console.error(error, ground.tails())
    return false
  } finally {
    for (const { child, ended } of programs) {
      child.kill('SIGTERM')
      await ended
    }
    await cluster?.end()
    await ground.end()
  }
}

const onEachMajor = async (): Promise<boolean> => {
  const words = ['run', '--project', 'slow', 'server/src/main.debian.test.ts']
  return (await run([bin('vitest'), ...words], { env: { ...process.env, FLOTA_DEBIAN: 'todas' } })) === 0
}

const reason = refusal()
if (reason !== undefined) {
  console.error(reason)
  process.exitCode = 1
} else {
  installPackages()
  const filesOnly = values['files-only']
  const isMajorsWell = filesOnly || (await onEachMajor())
  const signal = untilSignal()
  const isWell =
    isMajorsWell && (await rehearseFiles(kills, signal)) && (filesOnly || (await onGround(signal)))
  process.exitCode = isWell ? 0 : 1
}
