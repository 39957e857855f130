import { afterEach, beforeEach } from 'vitest'
import { createDataDirectory, type Program, startProgram } from './program.ts'

/** A directory for each test of a file, and the programs that the test starts: both are gone after it. */
export function programsPerTest() {
  let directory: Awaited<ReturnType<typeof createDataDirectory>>
  let running: Program[] = []
  const endAll = async () => {
    for (const { child, ended } of running) {
      child.kill('SIGTERM')
      await ended
    }
    running = []
  }
  beforeEach(async () => {
    directory = await createDataDirectory()
  })
  afterEach(async () => {
    await endAll()
    await directory.remove()
  })
  return {
    directory: {
      get path() {
        return directory.path
      },
      get dataDir() {
        return directory.dataDir
      },
    },
    /** On the directory's DATA_DIR, unless `env` has another. */
    start: (env: Record<string, string> = {}): Program => {
      const program = startProgram({ DATA_DIR: directory.dataDir, ...env })
      running.push(program)
      return program
    },
    endAll,
  }
}
