import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmStart } from '@flota/server/test/program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Program {
  address: string
  pid: number
  stop(): Promise<void>
}

async function start(child: ChildProcess): Promise<Program> {
  const ended = once(child, 'exit')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const address = /http:\/\/[\w.:]+\d/.exec(output)?.[0]
    if (address) resolve(address)
  })
  void ended.then(() => reject(new Error(`Program ended before it listened: ${output}`)))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { address: await promise, pid: child.pid ?? 0, stop }
}

/** Starts the product as `npm start` does, on an embedded database or a server's. The log goes to a file. */
export const startProduct = (dataDir: string, server?: string): Promise<Program> => {
  const { PATH = '', HOME = '/' } = process.env
  return start(
    spawn(process.execPath, npmStart.words, {
      cwd: root,
      env: {
        ...npmStart.env,
        PATH,
        HOME,
        PORT: '0',
        DATA_DIR: dataDir,
        BACKUP_DIR: 'off',
        ...(server !== undefined && { DATABASE_URL: server }),
      },
      stdio: ['ignore', 'pipe', openSync(join(dataDir, '..', 'access.log'), 'a')],
    }),
  )
}

/** Starts the baseline on a database `postgres://…`. */
export const startBaseline = (address: string, hash: string): Promise<Program> =>
  start(
    spawn(process.execPath, [join(root, 'bench/src/baseline.ts'), address, hash], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
