import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** A package's command, found without a shell. */
export const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/** The exit status of a command; 1 when it did not start or was ended by a signal. */
export const run = async (command: string[], options: SpawnOptions = {}): Promise<number> => {
  const [program = '', ...args] = command
  const { promise, resolve } = Promise.withResolvers<number>()
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
  child.on('error', () => resolve(1))
  child.on('close', (status) => resolve(status ?? 1))
  return promise
}

export const capture = async (command: string[]): Promise<{ status: number; output: string }> => {
  const [program = '', ...args] = command
  const { promise, resolve } = Promise.withResolvers<number>()
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const add = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  child.on('error', (error) => {
    output += error.message
    resolve(1)
  })
  child.on('close', (status) => resolve(status ?? 1))
  return { status: await promise, output }
}
