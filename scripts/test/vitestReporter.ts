import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { root } from '../run.ts'
import type { VitestReport } from './results.ts'

const fileOf = ({ moduleId }: TestModule) => relative(root, moduleId)

/** Vitest's own JSON report says nothing of errors that no test caught. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const report: VitestReport = {
      files: modules.map((module) => ({
        file: fileOf(module),
        // Not passed and not left out: a worker that died leaves its file as it was.
        failed: !['passed', 'skipped'].includes(module.state()),
        tests: [...module.children.allTests()].map((test) => {
          const { state } = test.result()
          // One that did not come to its end neither passed nor was left out.
          return { name: test.fullName, status: state === 'pending' ? 'failed' : state }
        }),
      })),
      errors: unhandled.map(({ message }) => message),
    }
    writeFileSync(process.env.VITEST_REPORT ?? 'vitest-report.json', JSON.stringify(report))
  }
}
