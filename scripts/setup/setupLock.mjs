import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEnd, root, SetupError, say } from './process.mjs'

/** The folder of the set-up that is at work: the lock, and the place for what is half made. */
export const workshop = join(root, '.setup')

/** A set-up at work says so this often; after `stale` without a sign it is taken for dead. */
const beat = 1000
const stale = 10_000

/** @returns {boolean} whether the workshop is ours now */
const take = () => {
  try {
    mkdirSync(workshop)
    return true
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'EEXIST') throw new SetupError(`No se puede escribir en ${root}: ${message}`)
    return false
  }
}

/** @returns {number} milliseconds since the owner's last sign */
const silence = () => {
  try {
    return Date.now() - statSync(workshop).mtimeMs
  } catch {
    // It has just been given back.
    return 0
  }
}

const giveBack = () => rmSync(workshop, { recursive: true, force: true })

const wait = async () => {
  let told = false
  while (!take()) {
    if (silence() > stale) {
      giveBack()
      continue
    }
    if (!told) say('Otra instalación está en curso; esperando a que termine…')
    told = true
    await sleep(200)
  }
}

/** Works while no other set-up of this checkout does. @param {() => Promise<void>} work */
export const alone = async (work) => {
  await wait()
  onEnd(giveBack)
  const pulse = setInterval(() => utimesSync(workshop, new Date(), new Date()), beat)
  try {
    await work()
  } finally {
    clearInterval(pulse)
    giveBack()
  }
}
