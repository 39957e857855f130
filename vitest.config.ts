import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests speak to a real database and start real programs: what is slow is not wrong, so the limits are wide.
const limits = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  teardownTimeout: 30_000,
  expect: { poll: { timeout: 30_000 } },
}

/** They start whole programs, kill them, copy the project or play it for long: last, so as not to weigh on the others. */
const slow = [
  'server/src/test/model/model.test.ts',
  'server/src/test/cobrosModel/cobrosModel.test.ts',
  'server/src/main*.test.ts',
  'postgres/src/**/*.test.ts',
  'server/src/commands/*.test.ts',
  'server/src/platform/db/replica.test.ts',
  'server/src/platform/db/servers.test.ts',
  'bench/src/queryPlans.test.ts',
  'demo/src/prepare.test.ts',
  'scripts/cleanClone.test.ts',
  'scripts/contributing.test.ts',
  'scripts/setup.test.ts',
]

/** They play a crowd, wait for a clock or make large files: half of the server's time, and not for the quick run. */
const long = [
  'server/src/features/bitacora/exportar.test.ts',
  'server/src/features/catalogue/{values,versions}.test.ts',
  'server/src/platform/db/{uniqueKeys,nullables}.test.ts',
  'server/src/platform/http/{revokedRights,idempotency,unresponsiveDatabase}.test.ts',
  'server/src/features/papelera/concurrency.test.ts',
  'server/src/features/reportes/stream.test.ts',
  'server/src/platform/backup/backupRestore.test.ts',
  'server/src/features/rutas/{deepPages,concurrency,totals}.test.ts',
  'server/src/features/session/{lockout,lockoutConcurrency,password}.test.ts',
  'server/src/features/tablero/routes.test.ts',
  'server/src/features/usuarios/{concurrency,rules,concurrentChanges}.test.ts',
  'demo/src/determinism.test.ts',
]

const ofServer = { globalSetup: 'server/src/test/globalSetup.ts', isolate: false }

export default defineConfig({
  test: {
    // A test waits for a process, a clock or the disk a third of its time: cores alone would stand idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...limits,
          name: 'plain',
          include: [
            'contract/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          exclude: slow,
          // A worker reads the code once: a third of the whole time went into reading it for each file.
          isolate: false,
        },
      },
      {
        test: {
          ...limits,
          ...ofServer,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'demo/src/**/*.test.ts'],
          exclude: [...slow, ...long],
        },
      },
      { test: { ...limits, ...ofServer, name: 'long', include: long } },
      {
        test: {
          ...limits,
          testTimeout: 300_000,
          name: 'slow',
          include: slow,
          globalSetup: 'server/src/test/globalSetup.ts',
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
