import { parseArgs } from 'node:util'
import { CrashRun } from '../server/src/test/crash/crashRun.ts'
import { adminPassword, login } from '../server/src/test/crash/openOffice.ts'
import { type ProgramPair, startProgramPair } from '../server/src/test/crash/programPair.ts'
import { findFaults, startUploads } from '../server/src/test/crash/uploads.ts'
import { startS3Server } from '../server/src/test/s3Server.ts'
import { parseCount, shutdownSignal } from './crash/cli.ts'
import { reportOutcome, reportRound } from './crash/report.ts'
import { type Cluster, openCluster } from './failover/cluster.ts'
import { installPackages } from './failover/packages.ts'
import { openProcessGroup } from './failover/processGroup.ts'
import { bin, run } from './run.ts'

// npm run test:failover [-- --kills 12]: runs the tests of Debian's PostgreSQL versions. Then two programs write to a
// cluster of three nodes and upload to one S3 store, while its leader or a program is killed again and again.

const { values } = parseArgs({ options: { kills: { type: 'string', default: '12' } } })
const kills = parseCount(values.kills)
const signal = shutdownSignal()

/** The longest time to service after each fault, in ms. */
const limits: Record<string, number> = {
  'PostgreSQL alone': 10_000,
  'PostgreSQL and Patroni': 30_000,
  'a program': 10_000,
}
const faults = Object.keys(limits)

async function strike(fault: string, cluster: Cluster, pair: ProgramPair): Promise<number> {
  const leader = await cluster.leader()
  const since = performance.now()
  if (fault === 'a program') await pair.killOne()
  else await leader.kill(fault === 'PostgreSQL and Patroni')
  return since
}

/** Returns whether each acknowledged write and file is there once, and service returned in time. */
async function writeUnderFaults(cluster: Cluster, pair: ProgramPair): Promise<boolean> {
  const crashRun = await CrashRun.start([pair.one, pair.two])
  const token = await login(pair.one, 'admin', adminPassword)
  const [one, two] = [
    { ...pair.one, token },
    { ...pair.two, token },
  ]
  const stops = [startUploads(one), startUploads(two)] as const
  for (let i = 0; i < kills; i++) {
    const fault = faults[i % faults.length] ?? ''
    await crashRun.runRound(fault, () => strike(fault, cluster, pair))
    reportRound(crashRun)
    await cluster.restore()
  }
  const [ofOne, ofTwo] = [await stops[0](), await stops[1]()]
  // Each file is read from the other program.
  const wrong = [...(await findFaults(two, ofOne)), ...(await findFaults(one, ofTwo))]
  console.log([`${ofOne.length + ofTwo.length} files acknowledged`, ...wrong].join('\n✗ '))
  const isWritten = reportOutcome(await crashRun.outcome(), ({ fault }) => limits[fault] ?? 0)
  const checked = await pair.check()
  console.log(`check-data: ${checked}`)
  return isWritten && wrong.length === 0 && checked.startsWith('Los datos están bien')
}

async function testFailover(): Promise<boolean> {
  const [group, store] = [openProcessGroup(), await startS3Server()]
  const cluster = await openCluster(group, signal)
  let pair: ProgramPair | undefined
  try {
    await cluster.start()
    const env = {
      ADMIN_PASSWORD: adminPassword,
      BACKUP_DIR: 'off',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: cluster.url,
    }
    pair = await startProgramPair({ ...env, ...store.env('ARCHIVOS_S3') }, signal)
    return await writeUnderFaults(cluster, pair)
  } catch (error) {
    console.error(signal.aborted ? signal.reason : error, signal.aborted ? '' : group.lastLogLines())
    return false
  } finally {
    await pair?.end()
    await cluster.end()
    await group.end()
    await store.close()
  }
}

await installPackages()
const debian = ['run', '--project', 'slow', 'server/src/main.debian.test.ts']
const majors = await run([bin('vitest'), ...debian], { env: { ...process.env, FLOTA_DEBIAN: 'todas' } })
process.exitCode = majors === 0 && (await testFailover()) ? 0 : 1
