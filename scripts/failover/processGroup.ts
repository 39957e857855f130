import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ProcessGroup = ReturnType<typeof openProcessGroup>

const idOfPostgres = (which: '-u' | '-g') => Number(spawnSync('id', [which, 'postgres']).stdout)

/** Processes of the user postgres, and a temporary folder of that user. */
export function openProcessGroup() {
  const owner = { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') }
  const root = mkdtempSync(join(tmpdir(), 'flota-failover-'))
  chownSync(root, owner.uid, owner.gid)
  const children: ChildProcess[] = []
  return {
    /** Makes a folder of the user postgres. */
    folder(name: string): string {
      const path = join(root, name)
      mkdirSync(path, { mode: 0o700 })
      chownSync(path, owner.uid, owner.gid)
      return path
    },
    /** Starts a process that Ctrl+C does not reach: end() kills it. */
    launch(name: string, program: string, ...words: string[]): ChildProcess {
      const log = openSync(join(root, `${name}.log`), 'a')
      const env = { PATH: process.env.PATH, HOME: root, LANG: 'C.UTF-8' }
      const options = { ...owner, env, cwd: root, detached: true }
      const child = spawn(program, words, { ...options, stdio: ['ignore', log, log] })
      children.push(child)
      return child
    },
    lastLogLines: () => spawnSync('sh', ['-c', 'tail -n 15 *.log'], { cwd: root }).stdout.toString(),
    async end(): Promise<void> {
      await Promise.all(children.map(killAndWait))
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export const isRunning = (child: ChildProcess | undefined) =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null

/** Sends SIGKILL and waits for the exit. */
export async function killAndWait(child: ChildProcess | undefined): Promise<void> {
  if (!child || !isRunning(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
