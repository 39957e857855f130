import type { ChildProcess } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillTemplate } from './fillTemplate.ts'
import { host } from './loopback.ts'
import { isRunning, killAndWait, type ProcessGroup } from './processGroup.ts'

export const password = 'ensayo'

/** PostgreSQL under Patroni. */
export interface PatroniNode {
  name: string
  port: number
  restPort: number
  /** Also again, after it was killed. */
  start(): void
  isStarted(): boolean
  /** kill -9 of PostgreSQL, and where it is said of its Patroni first. */
  kill(alsoPatroni: boolean): Promise<void>
  /** Both, so that nothing of them stays in the machine's memory. */
  end(): Promise<void>
}

export interface PatroniNodePorts {
  port: number
  restPort: number
}

export function createPatroniNode(
  processGroup: ProcessGroup,
  name: string,
  { port, restPort }: PatroniNodePorts,
  etcd: string,
): PatroniNode {
  const folder = processGroup.folder(name)
  const config = join(folder, 'patroni.yml')
  const data = join(folder, 'data')
  const values = { name, host, port, restPort, etcd, folder, network: `${host}/32`, password }
  processGroup.write(config, fillTemplate('patroni.yml', values))
  let patroni: ChildProcess | undefined
  return {
    name,
    port,
    restPort,
    start() {
      patroni = processGroup.start(name, ['patroni', config])
    },
    isStarted: () => isRunning(patroni),
    async kill(alsoPatroni) {
      const postmaster = findPostmasterPid(data)
      if (alsoPatroni && patroni) await killAndWait(patroni)
      if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
    },
    async end() {
      if (patroni) await killAndWait(patroni)
      const postmaster = findPostmasterPid(data)
      if (postmaster === undefined) return
      process.kill(postmaster, 'SIGQUIT')
      while (findPostmasterPid(data) === postmaster) await sleep(50)
    },
  }
}

/** The process that serves this directory; undefined where there is none. */
function findPostmasterPid(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    // The file may be left of an earlier one, whose number somebody else has now.
    return readlinkSync(`/proc/${pid}/cwd`) === data ? pid : undefined
  } catch {
    return undefined
  }
}
