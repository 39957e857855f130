import { parseArgs } from 'node:util'
import { CrashRun } from '../server/src/test/crash/crashRun.ts'
import { adminPassword } from '../server/src/test/crash/openOffice.ts'
import { type Program, startProgram } from '../server/src/test/program.ts'
import { parseCount } from './crash/parseCount.ts'
import { reportOutcome, reportRound } from './crash/report.ts'
import { shutdownSignal } from './crash/shutdownSignal.ts'
import { type Cluster, startCluster } from './failover/cluster.ts'
import { installPackages, unsupportedReason } from './failover/packages.ts'
import { createProcessGroup } from './failover/processGroup.ts'
import { testUploadFailover } from './failover/uploadFailover.ts'
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

const kills = parseCount(values.kills)

const faults = [
  { name: 'PostgreSQL alone', alsoPatroni: false, limit: 10_000 },
  { name: 'PostgreSQL and Patroni', alsoPatroni: true, limit: 30_000 },
] as const

async function runFailover(cluster: Cluster, programs: Program[], signal: AbortSignal): Promise<boolean> {
  const start = async () => {
    const env = { DATABASE_URL: cluster.url, ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'fatal' }
    const program = startProgram(env)
    programs.push(program)
    const address = await program.listening
    return { address: () => address, signal }
  }
  const crashRun = await CrashRun.start([await start(), await start()])
  for (let i = 0; i < kills; i++) {
    const { name, alsoPatroni } = faults[i % 2 === 0 ? 0 : 1]
    await crashRun.runRound(name, async () => {
      const leader = await cluster.leader()
      const killed = performance.now()
      await leader.kill(alsoPatroni)
      return killed
    })
    reportRound(crashRun)
    await cluster.restore()
  }
  return reportOutcome(
    await crashRun.outcome(),
    ({ fault }) => faults.find(({ name }) => name === fault)?.limit ?? 0,
  )
}

async function withCluster(signal: AbortSignal): Promise<boolean> {
  const processGroup = createProcessGroup(signal)
  const programs: Program[] = []
  let cluster: Cluster | undefined
  try {
    cluster = await startCluster(processGroup)
    return await runFailover(cluster, programs, signal)
  } catch (error) {
    // What then fails, fails because all is ended.
    if (signal.aborted) console.error(signal.reason)
    else console.error(error, processGroup.logTails())
    return false
  } finally {
    for (const { child, ended } of programs) {
      child.kill('SIGTERM')
      await ended
    }
    await cluster?.end()
    await processGroup.end()
  }
}

const testEachMajor = async (): Promise<boolean> => {
  const vitestArgs = ['run', '--project', 'slow', 'server/src/main.debian.test.ts']
  return (await run([bin('vitest'), ...vitestArgs], { env: { ...process.env, FLOTA_DEBIAN: 'todas' } })) === 0
}

const problem = unsupportedReason()
if (problem !== undefined) {
  console.error(problem)
  process.exitCode = 1
} else {
  installPackages()
  const filesOnly = values['files-only']
  const areMajorsPassed = filesOnly || (await testEachMajor())
  const signal = shutdownSignal()
  const isPassed =
    areMajorsPassed && (await testUploadFailover(kills, signal)) && (filesOnly || (await withCluster(signal)))
  process.exitCode = isPassed ? 0 : 1
}
