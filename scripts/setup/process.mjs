import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Node 18 has no import.meta.dirname.
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Expected failure of the set-up. The user sees only its message. */
export class SetupError extends Error {}

/** @param {string} line goes to standard output: standard error has the program's JSON log */
export const printLine = (line) => console.log(line)

/** @type {{ child: import('node:child_process').ChildProcess, endWith: NodeJS.Signals } | undefined} */
let current

/** Interval of the lines that a slow command prints, so that it does not look stuck. */
const progressMs = 20_000

/**
 * Runs a command and shows its output only if it fails. Prints a line every 20 s meanwhile.
 * @param {{ program: string, args: string[], env?: NodeJS.ProcessEnv, failure: string,
 * endWith?: NodeJS.Signals }} command `endWith` is the signal on shutdown. SIGKILL by default: npm
 * continues after SIGTERM, and we repeat unfinished work anyway.
 * @returns {Promise<void>}
 */
export const runQuietly = ({ program, args, env = process.env, failure, endWith = 'SIGKILL' }) =>
  new Promise((resolve, reject) => {
    let output = ''
    const started = performance.now()
    const progress = setInterval(() => {
      printLine(`  sigue en curso: ${Math.round((performance.now() - started) / 1000)} s`)
    }, progressMs)
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    current = { child, endWith }
    const add = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString()
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', (error) => {
      clearInterval(progress)
      reject(new SetupError(`${failure}\n${error.message}`))
    })
    child.on('close', (status) => {
      clearInterval(progress)
      current = undefined
      if (status === 0) resolve()
      else reject(new SetupError(`${output.trim()}\n${failure}`.trim()))
    })
  })

/** @type {(() => void)[]} */
const cleanups = []

/** @param {() => void} cleanup runs when a signal ends the set-up */
export const onShutdown = (cleanup) => cleanups.push(cleanup)

/** @param {number} status */
const shutDown = (status) => {
  const exit = () => {
    for (const cleanup of cleanups) cleanup()
    process.exit(status)
  }
  if (!current) return exit()
  // Wait for the command to end before releasing the lock.
  current.child.removeAllListeners('close').on('close', exit)
  current.child.kill(current.endWith)
}

process.on('SIGINT', () => shutDown(130))
process.on('SIGTERM', () => shutDown(143))
process.on('SIGHUP', () => shutDown(129))

/** Ends the set-up when npm's shell is gone: a signal to npm alone does not reach us. */
export const endWithParent = () => {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid === parent || shutDown(143), 500).unref()
}
