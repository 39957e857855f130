import { mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base } from './support.ts'

/** As `test` of support.ts, for tests that import: they run one at a time, because the server allows one import or undo. */
export const test = base.extend<{ importTurn: undefined }>({
  importTurn: [
    async ({ baseURL }, give) => {
      // The workers are processes: a folder is their lock.
      const turn = join(tmpdir(), `flota-import-${new URL(baseURL ?? '').port}`)
      const isTaken = () =>
        mkdir(turn).then(
          () => false,
          () => true,
        )
      while (await isTaken()) await sleep(100)
      await give(undefined)
      await rmdir(turn)
    },
    // The wait has a time limit of its own, apart from the test's.
    { auto: true, timeout: 900_000 },
  ],
})
