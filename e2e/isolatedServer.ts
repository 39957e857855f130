import { addressIn, startScript } from './startScript.ts'
import { admin, test } from './support.ts'

/** Starts a server with an empty database, for a test that would affect others. */
export async function startServer(env: Record<string, string> = {}) {
  const { lines, stop } = startScript('scripts/e2eServer.ts', {
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    ...env,
  })
  for await (const line of lines) {
    const address = addressIn(line)
    if (address) return { address, stop }
  }
  throw new Error('Server exited before it printed its address')
}

/** Runs the test's page, request and session on a server of its own. */
export const isolatedTest = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, give) => {
    const { address, stop } = await startServer()
    await give(address)
    await stop()
  },
})
