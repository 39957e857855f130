type Status = 'passed' | 'failed' | 'skipped'

/** Result of a run: tests by file and name, and failures outside of tests. */
export interface Results {
  tests: Map<string, { file: string; status: Status }>
  brokenFiles: Set<string>
  /** Failures without a file. They are not repeated. */
  errors: string[]
}

export interface VitestReport {
  files: { file: string; failed: boolean; tests: { name: string; status: Status }[] }[]
  errors: string[]
}

interface PlaywrightSuite {
  title: string
  file: string
  specs: { title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

const emptyResults = (): Results => ({ tests: new Map(), brokenFiles: new Set(), errors: [] })

/** Adds a test, with a number if the name exists already. */
function add({ tests }: Results, file: string, name: string, status: Status): void {
  const id = `${file} > ${name}`
  for (let times = 1; ; times += 1) {
    const uniqueId = times === 1 ? id : `${id} (${times})`
    if (tests.has(uniqueId)) continue
    tests.set(uniqueId, { file, status })
    return
  }
}

export function vitestResults(report: unknown): Results {
  const { files, errors } = report as VitestReport
  const results = { ...emptyResults(), errors }
  for (const { file, failed, tests } of files) {
    for (const { name, status } of tests) add(results, file, name, status)
    if (failed && !tests.some(({ status }) => status === 'failed')) results.brokenFiles.add(file)
  }
  return results
}

/** Playwright's retries are off, so 'flaky' counts as failed. */
const playwrightStatus: Record<string, Status> = { expected: 'passed', skipped: 'skipped' }

export function playwrightResults(report: unknown): Results {
  const { suites, errors } = report as PlaywrightReport
  const results = { ...emptyResults(), errors: errors.map(({ message }) => message ?? 'an error') }
  const walk = ({ file, specs, suites: inner = [] }: PlaywrightSuite, names: string[]): void => {
    for (const { title, tests } of specs)
      for (const { status } of tests)
        add(results, file, [...names, title].join(' > '), playwrightStatus[status] ?? 'failed')
    for (const each of inner) walk(each, [...names, each.title])
  }
  for (const each of suites) walk(each, [])
  return results
}

export const failedRun = (what: string): Results => ({ ...emptyResults(), errors: [what] })

const namesWithStatus = ({ tests }: Results, status: Status) =>
  [...tests].filter(([, each]) => each.status === status).map(([id]) => id)

export const failedFiles = ({ tests, brokenFiles }: Results): string[] => [
  ...new Set([
    ...brokenFiles,
    ...[...tests.values()].filter((t) => t.status === 'failed').map((t) => t.file),
  ]),
]

const eitherStatus = (a: Status | undefined, b: Status | undefined): Status =>
  a === 'passed' || b === 'passed' ? 'passed' : a === 'failed' || b === 'failed' ? 'failed' : 'skipped'

/** Merges a run and its repeat: a test passes if one passed. `unsteady` lists those that also failed. */
export function combineRuns(first: Results, again: Results): Results & { unsteady: string[] } {
  const seen = new Set([...again.tests.values()].map(({ file }) => file))
  const tests = new Map([...first.tests, ...again.tests])
  for (const [id, { file }] of tests)
    tests.set(id, { file, status: eitherStatus(first.tests.get(id)?.status, again.tests.get(id)?.status) })
  const broken = [...first.brokenFiles].filter((file) => again.brokenFiles.has(file) || !seen.has(file))
  const failedOnce = [...namesWithStatus(first, 'failed'), ...namesWithStatus(again, 'failed')]
  const flakyTests = [
    ...failedOnce.filter((id) => tests.get(id)?.status === 'passed'),
    ...[...first.brokenFiles].filter((file) => !broken.includes(file)),
  ]
  return {
    tests,
    brokenFiles: new Set(broken),
    errors: [...first.errors, ...again.errors],
    unsteady: [...new Set(flakyTests)],
  }
}

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export const countResults = (results: Results): Counts => ({
  passed: namesWithStatus(results, 'passed').length,
  failed: namesWithStatus(results, 'failed').length + results.brokenFiles.size + results.errors.length,
  skipped: namesWithStatus(results, 'skipped').length,
})

export const sumCounts = (all: readonly Counts[]): Counts =>
  all.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** Formats the last line of the output. */
export const formatCounts = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
