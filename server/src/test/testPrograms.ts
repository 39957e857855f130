import { afterEach, beforeEach } from 'vitest'
import { createDataDirectory, type Program, startProgram } from './program.ts'

/** Provides a folder for each test of a file, and stops programs and removes the folder after it. */
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
    /** Starts a program in the folder, unless `env` sets another DATA_DIR. */
    start: (env: Record<string, string> = {}): Program => {
      const program = startProgram({ DATA_DIR: directory.dataDir, ...env })
      running.push(program)
      return program
    },
    endAll,
  }
}
