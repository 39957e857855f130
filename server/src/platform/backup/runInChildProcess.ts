import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { StartError } from '@flota/postgres/startError.ts'

/**
 * Runs a command of the program's own in a separate process, on the embedded database, so that no call waits for it.
 * @returns what it says
 * @throws {StartError} with the command's own line when it fails
 */
export async function runInChildProcess(
  name: string,
  folder: string,
  { DATA_DIR }: { DATA_DIR: string },
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  const { DATABASE_URL: _, ...environment } = process.env
  const command = fileURLToPath(new URL(`../../commands/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [command, folder], {
    env: { ...environment, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  const [said, told] = [textOf(child.stdout), textOf(child.stderr)]
  await once(child, 'close').finally(() => signal.removeEventListener('abort', end))
  if (child.exitCode !== 0)
    throw new StartError((await told).trim().split('\n')[0] || 'El respaldo se interrumpió.')
  return said
}
