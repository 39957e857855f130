import { defineConfig } from 'vitest/config'

// Tests speak to a real database and start real programs: what is slow is not wrong, so the limits are wide.
const limits = { testTimeout: 120_000, hookTimeout: 120_000, teardownTimeout: 30_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          name: 'plain',
          include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
        },
      },
      { test: { ...limits, name: 'postgres', include: ['postgres/src/**/*.test.ts'] } },
      {
        test: {
          ...limits,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'demo/src/**/*.test.ts'],
          globalSetup: 'server/src/test/globalSetup.ts',
        },
      },
    ],
  },
})
