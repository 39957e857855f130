import { defineConfig } from '@playwright/test'
import { chromiumArgs, findHeadless } from './scripts/setup/chromium.mjs'

// Playwright loads this file again in each worker, when the server has told its address.
const baseURL = process.env.E2E_ADDRESS ?? ''

export default defineConfig({
  testDir: 'e2e',
  globalSetup: 'e2e/globalSetup.ts',
  fullyParallel: true,
  workers: 3,
  // As in vitest.config.ts: what is slow is not wrong.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    // Else a button that never comes takes the whole time of its test, and does not say which it was.
    actionTimeout: 60_000,
    locale: 'es-GT',
    // Not the company's zone: the screens must not take the browser's.
    timezoneId: 'Asia/Tokyo',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadless() ?? '', args: chromiumArgs },
  },
  webServer: {
    command: 'exec node_modules/.bin/node scripts/e2eServer.ts',
    env: { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'una clave para probar', LOG_LEVEL: 'warn' },
    wait: { stdout: /(?<e2e_address>http:\/\/127\.0\.0\.1:\d+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    timeout: 120_000,
    stderr: 'pipe',
  },
})
