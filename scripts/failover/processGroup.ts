import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of the user postgres, and the processes that were started in it. */
export interface ProcessGroup {
  signal: AbortSignal
  folder(name: string): string
  write(path: string, text: string): void
  /** As the user postgres, apart from the terminal: Ctrl+C is ours alone. */
  start(name: string, command: string[]): ChildProcess
  /** The last lines of each log. */
  logTails(): string
  end(): Promise<void>
}

const idOf = (which: '-u' | '-g') => Number(spawnSync('id', [which, 'postgres']).stdout)

export function createProcessGroup(signal: AbortSignal): ProcessGroup {
  const owner = { uid: idOf('-u'), gid: idOf('-g') }
  const root = mkdtempSync(join(tmpdir(), 'flota-rehearse-'))
  chmodSync(root, 0o755)
  const children: ChildProcess[] = []
  return {
    signal,
    folder(name) {
      const path = join(root, name)
      mkdirSync(path, { mode: 0o700 })
      chownSync(path, owner.uid, owner.gid)
      return path
    },
    write(path, text) {
      writeFileSync(path, text, { mode: 0o600 })
      chownSync(path, owner.uid, owner.gid)
    },
    start(name, [program = '', ...words]) {
      const log = openSync(join(root, `${name}.log`), 'a')
      const env = { PATH: process.env.PATH, HOME: root, LANG: 'C.UTF-8' }
      const child = spawn(program, words, {
        ...owner,
        env,
        cwd: root,
        detached: true,
        stdio: ['ignore', log, log],
      })
      children.push(child)
      return child
    },
    logTails: () => readLogTails(root),
    async end() {
      await Promise.all(children.map(killAndWait))
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const readLogTails = (root: string) =>
  readdirSync(root)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}\n${readFileSync(join(root, name), 'utf8').split('\n').slice(-15).join('\n')}`)
    .join('\n\n')

export const isRunning = (child: ChildProcess | undefined) =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null

/** kill -9, and until it is gone. */
export async function killAndWait(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
