import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { bin, root, run } from './run.ts'
import { type Counts, playwrightCounts, sum, vitestCounts } from './test/counts.ts'

// Everything that must pass: static checks, Vitest, the browser tests. The last line sums them up.
// `quick`: without what starts programs or takes long, and without browsers.

const quick = process.argv[2] === 'quick'

const reports = mkdtempSync(join(tmpdir(), 'flota-test-'))

/** Runs a test runner, which prints for people and writes a report for us. */
const runner = async (
  command: string[],
  report: string,
  count: (report: unknown) => Counts,
): Promise<Counts> => {
  console.log('')
  const status = await run(command, {
    env: {
      ...process.env,
      // Absolute: some tests start programs in a project of their own.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
  })
  try {
    const counts = count(JSON.parse(readFileSync(report, 'utf8')))
    // A runner that failed without a failed test broke down outside of its tests.
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    console.error(`${command.join(' ')} left no report`)
    return { passed: 0, failed: 1 }
  }
}

const vitest = () => {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const projects = quick ? ['--project=!slow', '--project=!long'] : []
  return runner([bin('vitest'), 'run', '--allowOnly=false', ...projects, ...reporters], report, vitestCounts)
}

const browser = () =>
  runner(
    [bin('playwright'), 'test', '--forbid-only', '--reporter=list,json'],
    join(reports, 'playwright.json'),
    playwrightCounts,
  )

const all = async (): Promise<Counts> => {
  const counts = [await check(), await vitest()]
  return sum(quick ? counts : [...counts, await browser()])
}

try {
  const { passed, failed } = await all()
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
