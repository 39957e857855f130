import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onShutdown, printLine, root, SetupError } from './process.mjs'

/** The folder of the set-up that is at work: the lock, and the place for what is half made. */
export const setupDir = join(root, '.setup')

/** A set-up at work says so this often; after `stale` without a sign it is taken for dead. */
const heartbeatMs = 1000
const staleAfterMs = 10_000

/** @returns {boolean} whether the workshop is ours now */
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

/** @returns {number} milliseconds since the owner's last sign */
const msSinceHeartbeat = () => {
  try {
    return Date.now() - statSync(setupDir).mtimeMs
  } catch {
    // It has just been given back.
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

/** Works while no other set-up of this checkout does. @param {() => Promise<void>} work */
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
