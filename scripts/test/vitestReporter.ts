import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { root } from '../run.ts'
import type { VitestReport } from './results.ts'

const fileOf = ({ moduleId }: TestModule) => relative(root, moduleId)

/** Writes a report that includes uncaught errors, which Vitest's JSON report lacks. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const workerDied = modules.some((module) => module.state() === 'pending')
    const report: VitestReport = {
      files: modules.map((module) => ({
        file: fileOf(module),
        // The state stays 'pending' if the worker died.
        failed: !['passed', 'skipped'].includes(module.state()),
        tests: [...module.children.allTests()].map((test) => {
          const { state } = test.result()
          // A test that did not end counts as failed.
          return { name: test.fullName, status: state === 'pending' ? 'failed' : state }
        }),
      })),
      // The death of a worker is counted, and repeated, with its file.
      errors: unhandled
        .map(({ message }) => message)
        .filter((message) => !(workerDied && message.startsWith('[vitest-pool]: Worker '))),
    }
    writeFileSync(process.env.VITEST_REPORT ?? 'vitest-report.json', JSON.stringify(report))
  }
}
