import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { causeOf } from './startError.ts'

/** Who a command runs as. `uid` and `gid` are those of the machine: what the command writes belongs to them. */
export interface Account {
  uid: number
  gid: number
  /** Put before the command: empty, or what makes the user namespace. */
  prefix: string[]
}

export const isRoot = process.getuid?.() === 0

/** The overflow uid: 'nobody' on every Linux, and in its passwd file, which initdb insists on. */
export const NOBODY = 65534

export const nobody: Account = { uid: NOBODY, gid: NOBODY, prefix: [] }

/** Real root, which can enter root's directories, but appears as nobody inside its namespace: PostgreSQL refuses uid 0. */
export const rootAsNobody = (unshare: string): Account => ({
  uid: 0,
  gid: 0,
  prefix: [unshare, '--user', `--map-user=${NOBODY}`, '--'],
})

/** Starts a command as the account, in a session of its own: Ctrl+C for the program's group doesn't reach it. */
export function spawnAs(account: Account, command: string[], stdio: StdioOptions): ChildProcess {
  const [file = 'sh', ...args] = [...account.prefix, ...command]
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }
  return spawn(file, args, { cwd: '/', env, detached: true, stdio, uid: account.uid, gid: account.gid })
}

export interface CommandResult {
  ok: boolean
  /** Standard output and error together, or why the command could not be started at all. */
  output: string
}

/** Runs a command to its end; never rejects. After `limit` milliseconds it is killed. */
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
