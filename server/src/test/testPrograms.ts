import { join } from 'node:path'
import { afterEach, beforeEach, inject } from 'vitest'
import { copyDatabase, createDataDirectory, type Program, startProgram } from './program.ts'

interface ProgramsOptions {
  /** DATA_DIR has an empty company's database, so that a test does not wait for its creation and migrations. */
  isMigrated?: boolean
}

/** Provides a folder for each test of a file, and stops programs and removes the folder after it. */
export function programsPerTest({ isMigrated = false }: ProgramsOptions = {}) {
  let directory: Awaited<ReturnType<typeof createDataDirectory>>
  let running: Program[] = []
  const endAll = async () => {
    for (const { child, ended } of running) {
      child.kill('SIGTERM')
      await ended
    }
    running = []
  }
  const migrate = (name = 'data') => copyDatabase(inject('migratedDataDir'), join(directory.path, name))
  beforeEach(async () => {
    directory = await createDataDirectory(isMigrated ? inject('migratedDataDir') : undefined)
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
    /** Puts an empty company's database into a DATA_DIR of the folder. */
    migrate,
    /** Starts a program in the folder, unless `env` sets another DATA_DIR. */
    start: (env: Record<string, string> = {}): Program => {
      const program = startProgram({ DATA_DIR: directory.dataDir, ...env })
      running.push(program)
      return program
    },
    endAll,
  }
}
