import type { ChildProcess } from 'node:child_process'
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, killAndWait, type ProcessGroup } from './processGroup.ts'

export const host = '127.0.0.1'
export const password = 'ensayo'

/** Returns a file of this folder with its `${words}` filled in. */
export const fillTemplate = (name: string, values: Record<string, string | number>): string =>
  readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, word: string) => {
    if (values[word] === undefined) throw new Error(`${name}: no value for ${word}`)
    return String(values[word])
  })

export type Node = ReturnType<typeof addNode>

/** A node of the cluster: PostgreSQL under Patroni. */
export function addNode(group: ProcessGroup, name: string, ports: [number, number], etcd: string) {
  const [port, restPort] = ports
  const folder = group.folder(name)
  const [config, data] = [join(folder, 'patroni.yml'), join(folder, 'data')]
  const values = { name, host, port, restPort, etcd, folder, network: `${host}/32`, password }
  writeFileSync(config, fillTemplate('patroni.yml', values))
  let patroni: ChildProcess | undefined
  return {
    name,
    port,
    restPort,
    /** Starts Patroni, unless it runs. */
    start(): void {
      if (!isRunning(patroni)) patroni = group.launch(name, 'patroni', config)
    },
    /** Sends SIGKILL to PostgreSQL, and to its Patroni first if asked. */
    async kill(alsoPatroni: boolean): Promise<void> {
      const postmaster = postmasterOf(data)
      if (alsoPatroni) await killAndWait(patroni)
      if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
    },
    /** Ends both. PostgreSQL is no child of Patroni's, and frees its shared memory on SIGQUIT. */
    async end(): Promise<void> {
      await killAndWait(patroni)
      const postmaster = postmasterOf(data)
      if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
      while (postmaster !== undefined && postmasterOf(data) === postmaster) await sleep(50)
    },
  }
}

/** Returns the id of the process that serves a data directory. */
function postmasterOf(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    // The file of an earlier process may name a process of another program.
    return readlinkSync(`/proc/${pid}/cwd`) === data ? pid : undefined
  } catch {
    return undefined
  }
}
