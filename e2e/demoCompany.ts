import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressIn, startScript } from './startScript.ts'

export interface User {
  username: string
  password: string
}

/** Returns a time zone where it is between 10:00 and 11:00, so that the day is half done at any run time. */
function midMorningZone() {
  const away = 10 - new Date().getUTCHours()
  const east = away < -11 ? away + 24 : away
  // The sign of Etc/GMT names is reversed.
  return `Etc/GMT${east < 0 ? '+' : '-'}${Math.abs(east)}`
}

/** Starts the program with the demonstration company on temporary data. */
export async function startDemo() {
  const data = mkdtempSync(join(tmpdir(), 'flota-demo-'))
  const { lines, stop } = startScript('demo/src/main.ts', {
    DATA_DIR: join(data, 'data'),
    BACKUP_DIR: join(data, 'respaldos'),
    HOST: '127.0.0.1',
    PORT: '0',
    TZ_EMPRESA: midMorningZone(),
  })
  let address = ''
  const users: (User & { who: string })[] = []
  for await (const line of lines) {
    address ||= addressIn(line) ?? ''
    const [, username = '', password = '', who = ''] = /^ {2}(\S+) +(\S+-\S+-\d+) +(\S.*)$/.exec(line) ?? []
    if (username) users.push({ username, password, who })
    // The program prints the users last, then an empty line.
    else if (users.length > 0) break
  }
  const find = (isWanted: (user: (typeof users)[number]) => boolean): User => {
    const found = users.find(isWanted)
    if (!found) throw new Error('The demonstration company has no such user')
    return found
  }
  return {
    address,
    stop: async () => {
      await stop()
      rmSync(data, { recursive: true, force: true })
    },
    /** Returns the user whose description matches. */
    whoIs: (description: RegExp) => find(({ who }) => description.test(who)),
    named: (name: string) => find(({ username }) => username === name),
  }
}
