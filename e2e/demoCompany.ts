import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface User {
  username: string
  password: string
}

/** A zone where it is between ten and eleven in the morning: whenever it runs, the day is half done. */
function midMorning() {
  const away = 10 - new Date().getUTCHours()
  const east = away < -11 ? away + 24 : away
  // In these names the sign is the other way round.
  return `Etc/GMT${east < 0 ? '+' : '-'}${Math.abs(east)}`
}

/** The program over the demonstration company, on data that go with it. */
export async function startDemo() {
  const data = mkdtempSync(join(tmpdir(), 'flota-demo-'))
  const child = spawn(process.execPath, ['demo/src/main.ts'], {
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      DATA_DIR: join(data, 'data'),
      BACKUP_DIR: join(data, 'respaldos'),
      HOST: '127.0.0.1',
      PORT: '0',
      TZ_EMPRESA: midMorning(),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  let address = ''
  const users: (User & { who: string })[] = []
  for await (const line of createInterface(child.stdout)) {
    address ||= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? ''
    const [, username = '', password = '', who = ''] = /^ {2}(\S+) +(\S+-\S+-\d+) +(\S.*)$/.exec(line) ?? []
    if (username) users.push({ username, password, who })
    // The users come last, and an empty line after them.
    else if (users.length > 0) break
  }
  const find = (isWanted: (user: (typeof users)[number]) => boolean): User => {
    const found = users.find(isWanted)
    if (!found) throw new Error('The demonstration has no such user.')
    return found
  }
  return {
    address,
    stop,
    /** Whoever is described so. */
    whoIs: (description: RegExp) => find(({ who }) => description.test(who)),
    named: (name: string) => find(({ username }) => username === name),
  }
}
