import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { bin, root, run } from './run.ts'
import {
  brokenRun,
  combineRuns,
  countResults,
  failedFiles,
  formatCounts,
  playwrightResults,
  type Results,
  sumCounts,
  vitestResults,
} from './test/results.ts'

// Everything that must pass: static checks, Vitest, the browser tests. The last line sums them up.
// `quick`: without what starts programs or takes long, and without browsers.

const quick = process.argv[2] === 'quick'

// What is random is the same when it is run again: another seed would hide what the first one found.
const seed = String(Math.floor(Math.random() * 2 ** 31))

const reports = mkdtempSync(join(tmpdir(), 'flota-test-'))

/** Runs a test runner, which prints for people and writes a report for us. */
const runner = async (command: string[], read: (report: unknown) => Results): Promise<Results> => {
  console.log('')
  const report = join(reports, 'report.json')
  rmSync(report, { force: true })
  const status = await run(command, {
    env: {
      MODEL_SEED: seed,
      MALFORMED_SEED: seed,
      ...process.env,
      // Absolute: some tests start programs in a project of their own.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      VITEST_REPORT: report,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
  })
  try {
    const results = read(JSON.parse(readFileSync(report, 'utf8')))
    const brokeDown = status !== 0 && countResults(results).failed === 0
    return brokeDown ? { ...results, errors: ['it broke down outside of its tests'] } : results
  } catch {
    return brokenRun(`${command.join(' ')} left no report`)
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

/** Where more fails than this it is no bad luck. */
const mostTriedAgain = 10

/** What failed is run once more, a file at a time with nothing beside it: twice red is red. */
const tryAgain = async (first: Results, again: (files: string[]) => Promise<Results>) => {
  const files = failedFiles(first)
  if (files.length === 0 || files.length > mostTriedAgain) return { ...first, unsteady: [] }
  console.log(`\nOnce more, by themselves: ${files.join(', ')}`)
  return combineRuns(first, await again(files))
}

const all = async () => {
  const checked = { ...(await check()), skipped: 0 }
  const projects = quick ? ['--project=!slow', '--project=!long'] : []
  const runs = [
    await tryAgain(await vitest(...projects), (files) =>
      vitest('--no-file-parallelism', ...files.map((file) => join(root, file))),
    ),
  ]
  if (!quick) runs.push(await tryAgain(await playwright(), () => playwright('--last-failed', '--workers=1')))
  return { counts: sumCounts([checked, ...runs.map(countResults)]), runs }
}

try {
  const { counts, runs } = await all()
  const errors = runs.flatMap((each) => [...each.brokenFiles, ...each.errors])
  const unsteady = runs.flatMap((each) => each.unsteady)
  if (errors.length > 0) console.log(['\nBroken outside of its tests:', ...errors].join('\n  '))
  if (unsteady.length > 0)
    console.log(['\nFailed once, and passed when run again:', ...unsteady].join('\n  '))
  console.log(`\n${formatCounts(counts)}`)
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
