import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Returns the path of a package's command, to run it without a shell. */
export const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/** Starts a command. `ended` resolves to the exit status, 1 if it did not start or a signal ended it. */
const spawnCommand = (command: string[], options: SpawnOptions) => {
  const [program = '', ...args] = command
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  const child = spawn(program, args, { cwd: root, ...options })
  child.on('error', () => resolve(1))
  child.on('close', (status) => resolve(status ?? 1))
  return { child, ended }
}

export const run = (command: string[], options: SpawnOptions = {}): Promise<number> =>
  spawnCommand(command, { stdio: 'inherit', ...options }).ended

export const capture = async (command: string[]): Promise<{ status: number; output: string }> => {
  const { child, ended } = spawnCommand(command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  child.on('error', (error) => {
    output += error.message
  })
  return { status: await ended, output }
}
