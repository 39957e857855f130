import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { causeOf } from './startError.ts'

/** The user that runs a command. `uid` and `gid` are outside of any user namespace and own the created files. */
export interface Account {
  uid: number
  gid: number
  /** Command that creates the user namespace, or empty. */
  prefix: string[]
}

export const isRoot = process.getuid?.() === 0

/** The overflow uid. Every Linux has it as 'nobody' in /etc/passwd, which initdb requires. */
export const NOBODY = 65534

export const nobody: Account = { uid: NOBODY, gid: NOBODY, prefix: [] }

/** Real root, which can read root's directories, but nobody inside a namespace, because PostgreSQL rejects uid 0. */
export const rootAsNobody = (unshare: string): Account => ({
  uid: 0,
  gid: 0,
  prefix: [unshare, '--user', `--map-user=${NOBODY}`, '--'],
})

/** Starts a command in a new session, so that Ctrl+C in the program's terminal does not reach it. */
export function spawnAs(account: Account, command: string[], stdio: StdioOptions): ChildProcess {
  const [file = 'sh', ...args] = [...account.prefix, ...command]
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }
  return spawn(file, args, { cwd: '/', env, detached: true, stdio, uid: account.uid, gid: account.gid })
}

export interface CommandResult {
  ok: boolean
  /** Standard output and standard error, or the reason why the command did not start. */
  output: string
}

/** Runs a command and kills it after `timeoutMs`; never rejects. */
export async function runToEnd(
  account: Account,
  command: string[],
  timeoutMs = 20_000,
): Promise<CommandResult> {
  try {
    const child = spawnAs(account, command, ['ignore', 'pipe', 'pipe'])
    let output = ''
    const appendOutput = (text: Buffer) => {
      output += text.toString()
    }
    child.stdout?.on('data', appendOutput)
    child.stderr?.on('data', appendOutput)
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const closed: unknown[] = await once(child, 'close').finally(() => clearTimeout(timer))
    return { ok: closed[0] === 0, output: output.trim() }
  } catch (error) {
    return { ok: false, output: causeOf(error) }
  }
}
