import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts a script of this project, and yields its output line by line. */
export function startScript(script: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, ...env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { lines: createInterface(child.stdout), stop }
}

/** Returns the address in a line, if it contains one. */
export const addressIn = (line: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
