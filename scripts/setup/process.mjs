import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A set-up that cannot go on: its message is all that the user sees. */
export class SetupError extends Error {}

/** @param {string} line one line of progress; standard error is kept for the program's log, one JSON object a line */
export const printLine = (line) => console.log(line)

/** @type {{ child: import('node:child_process').ChildProcess, endWith: NodeJS.Signals } | undefined} */
let current

/**
 * Runs a command without showing what it prints, unless it fails.
 * @param {{ program: string, args: string[], env?: NodeJS.ProcessEnv, failure: string,
 *   endWith?: NodeJS.Signals }} command `endWith`: what ends it early. Half done is as good as nothing
 *   where we do it again, and npm goes on for a while after SIGTERM: so SIGKILL unless told otherwise.
 * @returns {Promise<void>}
 */
export const runQuietly = ({ program, args, env = process.env, failure, endWith = 'SIGKILL' }) =>
  new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    current = { child, endWith }
    const add = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString()
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', (error) => reject(new SetupError(`${failure}\n${error.message}`)))
    child.on('close', (status) => {
      current = undefined
      if (status === 0) resolve()
      else reject(new SetupError(`${output.trim()}\n${failure}`.trim()))
    })
  })

/** @type {(() => void)[]} */
const cleanups = []

/** @param {() => void} cleanup run when a signal ends the set-up */
export const onShutdown = (cleanup) => cleanups.push(cleanup)

/** @param {number} status */
const shutDown = (status) => {
  const exit = () => {
    for (const cleanup of cleanups) cleanup()
    process.exit(status)
  }
  if (!current) return exit()
  // Nobody may work here any more when the lock is given back.
  current.child.removeAllListeners('close').on('close', exit)
  current.child.kill(current.endWith)
}

process.on('SIGINT', () => shutDown(130))
process.on('SIGTERM', () => shutDown(143))
process.on('SIGHUP', () => shutDown(129))

/** A signal to npm alone ends its shell but not us: when npm's shell is gone, so are we. */
export const endWithParent = () => {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid === parent || shutDown(143), 500).unref()
}
