import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A process. The start time distinguishes it from a later one with the same id. */
export interface Process {
  pid: number
  started: string
  command: string
}

interface Stat extends Process {
  parent: number
  zombie: boolean
}

async function stat(pid: string): Promise<Stat[]> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8')
    const end = line.lastIndexOf(')')
    const fields = line.slice(end + 2).split(' ')
    const command = line.slice(line.indexOf('(') + 1, end)
    const [state = 'X', parent = '0'] = fields
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        zombie: 'ZX'.includes(state),
        started: fields[19] ?? '',
        command,
      },
    ]
  } catch {
    // The process ended in the meantime.
    return []
  }
}

const processes = async () =>
  (await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(stat))).flat()

/** Returns a process and its descendants, without zombies. */
export async function processTree(pid: number): Promise<Process[]> {
  const all = (await processes()).filter(({ zombie }) => !zombie)
  const descendants = (each: Stat): Stat[] => [
    each,
    ...all.filter(({ parent }) => parent === each.pid).flatMap(descendants),
  ]
  return all.filter((each) => each.pid === pid).flatMap(descendants)
}

/** Returns those that still run. */
export async function stillRunning(processList: readonly Process[]): Promise<Process[]> {
  const now = (await processes()).filter(({ zombie }) => !zombie)
  return processList.filter(({ pid, started }) =>
    now.some((each) => each.pid === pid && each.started === started),
  )
}

export interface Program {
  child: ChildProcess
  pid: number
  stdout(): string
  stderr(): string
  /** Resolves to the address once it listens. Rejects if it ends before. */
  listening: Promise<string>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}
const [, envAssignments = '', nodeArgs = ''] =
  /&& ((?:\w+=\S+ )*)exec node_modules\/\.bin\/node (.+)$/.exec(scripts.start) ?? []
/** The command of `npm start`: environment, and arguments of Node. */
export const npmStart = {
  env: Object.fromEntries(envAssignments.split(' ').map((each) => each.split('='))) as Record<string, string>,
  words: nodeArgs.split(' '),
}

/** Starts the program as `npm start` does, with only these variables. */
export function startProgram(env: Record<string, string>): Program {
  const { PATH = '', HOME = '/' } = process.env
  const child = spawn(process.execPath, npmStart.words, {
    cwd: root,
    env: { PATH, HOME, PORT: '0', ...npmStart.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode }))
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text
      // The program writes the whole block at once, with an empty line at the end.
      const address = /(http:\/\/\S+)[^]*\n\n$/.exec(output.stdout)?.[1]
      if (address) resolve(address)
    })
    void ended.then(() =>
      reject(new Error(`Program ended before it listened: ${output.stdout}${output.stderr}`)),
    )
  })
  // Tests may await only the end.
  listening.catch(() => undefined)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    listening,
    ended,
  }
}

/** Starts a command of `npm run` with only these variables. Node's options of `npm start` speed it up. */
export function startCommand(name: string, words: string[], env: Record<string, string>) {
  const { PATH = '', HOME = '/' } = process.env
  const child = spawn(process.execPath, [`server/src/commands/${name}.ts`, ...words], {
    cwd: root,
    env: { PATH, HOME, ...npmStart.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  }
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...output }))
  return { child, ended }
}

/** Copies the database of a stopped program into a new DATA_DIR. */
export async function copyDatabase(from: string, dataDir: string) {
  await mkdir(dataDir, { mode: 0o700, recursive: true })
  execFileSync('cp', ['-a', join(from, 'pg'), dataDir])
}

/**
 * Creates a folder for a DATA_DIR, which the user PostgreSQL runs as can enter.
 * @param database DATA_DIR whose database is copied
 */
export async function createDataDirectory(database?: string) {
  const path = await mkdtemp(join(tmpdir(), 'flota-programa-'))
  await chmod(path, 0o755)
  if (database) await copyDatabase(database, join(path, 'data'))
  return {
    dataDir: join(path, 'data'),
    path,
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}
