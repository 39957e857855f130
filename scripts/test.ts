import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { bin, root, run } from './run.ts'
import {
  combineRuns,
  countResults,
  failedFiles,
  failedRun,
  formatCounts,
  playwrightResults,
  type Results,
  sumCounts,
  vitestResults,
} from './test/results.ts'

// Runs all checks: static checks, Vitest, browser tests. The last line has the totals.
// `quick` skips the projects slow and long and the browser tests.

const quick = process.argv[2] === 'quick'

// Fixed for the whole run, so that a repeat finds the same failure.
const seed = String(Math.floor(Math.random() * 2 ** 31))

const ramDisk = '/dev/shm'
/** Leaves room beside what a run keeps at its peak. */
const minRoomBytes = 6 * 2 ** 30

/** Returns whether the RAM disk takes the test data: the databases of a run write 76 GB in all. */
function fitsInMemory(): boolean {
  if (process.env.TMPDIR || !existsSync(ramDisk)) return false
  const { bavail, bsize } = statfsSync(ramDisk)
  return Math.min(bavail * bsize, freemem()) >= minRoomBytes
}

const folder = mkdtempSync(join(fitsInMemory() ? ramDisk : tmpdir(), 'flota-'))
// PostgreSQL runs as another user and has to enter it.
chmodSync(folder, 0o755)

/** Runs a test runner that prints its output and writes a report. */
const runner = async (command: string[], read: (report: unknown) => Results): Promise<Results> => {
  console.log('')
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const status = await run(command, {
    env: {
      MODEL_SEED: seed,
      MALFORMED_SEED: seed,
      ...process.env,
      TMPDIR: folder,
      // Absolute, because some tests start programs in another checkout.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      VITEST_REPORT: report,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
  })
  try {
    const results = read(JSON.parse(readFileSync(report, 'utf8')))
    const failedOutsideTests = status !== 0 && countResults(results).failed === 0
    return failedOutsideTests ? { ...results, errors: ['the runner failed outside of its tests'] } : results
  } catch {
    return failedRun(`${command.join(' ')} left no report`)
  }
}

const vitest = (...more: string[]) =>
  runner(
    [bin('vitest'), 'run', '--allowOnly=false', '--reporter=default', vitestReporter, ...more],
    vitestResults,
  )
const vitestReporter = `--reporter=${join(root, 'scripts/test/vitestReporter.ts')}`

const playwright = (...more: string[]) =>
  runner([bin('playwright'), 'test', '--forbid-only', '--reporter=list,json', ...more], playwrightResults)

/** More failures than this are not chance, so nothing is repeated. */
const maxRepeatedFiles = 10

/** Repeats failed files once, one at a time. */
const repeatFailed = async (first: Results, again: (files: string[]) => Promise<Results>) => {
  const files = failedFiles(first)
  if (files.length === 0 || files.length > maxRepeatedFiles) return { ...first, unsteady: [] }
  console.log(`\nRepeating: ${files.join(', ')}`)
  return combineRuns(first, await again(files))
}

const all = async () => {
  const checked = { ...(await check()), skipped: 0 }
  const projects = quick ? ['--project=!slow', '--project=!long'] : []
  const runs = [
    await repeatFailed(await vitest(...projects), (files) =>
      vitest('--no-file-parallelism', ...files.map((file) => join(root, file))),
    ),
  ]
  if (!quick)
    runs.push(await repeatFailed(await playwright(), () => playwright('--last-failed', '--workers=1')))
  return { counts: sumCounts([checked, ...runs.map(countResults)]), runs }
}

try {
  const { counts, runs } = await all()
  const errors = runs.flatMap((each) => [...each.brokenFiles, ...each.errors])
  const unsteady = runs.flatMap((each) => each.unsteady)
  if (errors.length > 0) console.log(['\nFailed outside of tests:', ...errors].join('\n  '))
  if (unsteady.length > 0) console.log(['\nFailed once and passed once:', ...unsteady].join('\n  '))
  console.log(`\n${formatCounts(counts)}`)
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
