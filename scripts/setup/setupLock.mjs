import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onShutdown, printLine, root, SetupError } from './process.mjs'

/** Folder of the running set-up: lock, and place for unfinished builds. */
export const setupDir = join(root, '.setup')

/** The running set-up touches the lock this often. Without a touch for `staleAfterMs` the lock is stale. */
const heartbeatMs = 1000
const staleAfterMs = 10_000

/** @returns {boolean} whether this set-up got the lock */
const acquire = () => {
  try {
    mkdirSync(setupDir)
    return true
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'EEXIST') throw new SetupError(`No se puede escribir en ${root}: ${message}`)
    return false
  }
}

/** @returns {number} milliseconds since the owner touched the lock */
const msSinceHeartbeat = () => {
  try {
    return Date.now() - statSync(setupDir).mtimeMs
  } catch {
    // The lock has just been released.
    return 0
  }
}

const release = () => rmSync(setupDir, { recursive: true, force: true })

const waitForLock = async () => {
  let isAnnounced = false
  while (!acquire()) {
    if (msSinceHeartbeat() > staleAfterMs) {
      release()
      continue
    }
    if (!isAnnounced) printLine('Otra instalación está en curso; esperando a que termine…')
    isAnnounced = true
    await sleep(200)
  }
}

/** Runs `work` while no other set-up of this checkout runs. @param {() => Promise<void>} work */
export const withSetupLock = async (work) => {
  await waitForLock()
  onShutdown(release)
  const heartbeat = setInterval(() => utimesSync(setupDir, new Date(), new Date()), heartbeatMs)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    release()
  }
}
