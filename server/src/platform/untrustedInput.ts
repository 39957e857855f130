import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The program reads no other environment variable. Without the cache it starts in 160 ms instead of 60. */
const env = {
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ??
    fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)),
}

/**
 * Starts a program that parses an untrusted file: a full heap, a crash or an endless loop ends or occupies only this
 * process. Threads would share those (docs/decisions/0018-sheets.md).
 */
export const startParser = (program: URL, heapMb: number): ChildProcess =>
  fork(fileURLToPath(program), {
    env,
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    // V8's report of a full heap says nothing about the server.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
