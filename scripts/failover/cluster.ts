import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../freePorts.ts'
import { addNode, fillTemplate, host, type Node, password } from './node.ts'
import type { ProcessGroup } from './processGroup.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** A cluster of etcd, three nodes and HAProxy, with an empty database. */
export async function openCluster(group: ProcessGroup, signal: AbortSignal) {
  const [client = 0, peer = 0, front = 0, ...ports] = await freePorts(9)
  const nodes = [0, 1, 2].map((i) =>
    addNode(group, `node${i + 1}`, [ports[2 * i] ?? 0, ports[2 * i + 1] ?? 0], `${host}:${client}`),
  )
  return {
    /** DATABASE_URL: HAProxy connects it to the leader. */
    url: `postgres://flota:${password}@${host}:${front}/flota`,
    async start(): Promise<void> {
      launchEtcd(group, client, peer)
      await this.restore()
      launchHaproxy(group, nodes, front)
      await createDatabase(front, signal)
    },
    async leader(): Promise<Node> {
      const leader = (await members(nodes)).find(({ role }) => role === 'leader')
      const node = nodes.find(({ name }) => name === leader?.name)
      if (!node) throw new Error('The cluster has no leader')
      return node
    },
    /** Starts the killed nodes and waits for a leader with a synchronous and another standby. */
    async restore(): Promise<void> {
      for (const node of nodes) node.start()
      await until('three running nodes', 300, signal, async () => isWhole(await members(nodes)))
    },
    async end(): Promise<void> {
      for (const node of nodes) await node.end()
    },
  }
}

/** @throws after `seconds`, or when the signal aborts */
async function until(what: string, seconds: number, signal: AbortSignal, isMet: () => Promise<boolean>) {
  const end = performance.now() + seconds * 1000
  while (!(await isMet())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await sleep(200, undefined, { signal })
  }
}

function launchEtcd(group: ProcessGroup, client: number, peer: number): void {
  const [clients, peers] = [`http://${host}:${client}`, `http://${host}:${peer}`]
  const place = [`--data-dir=${group.folder('etcd')}`, `--initial-cluster=default=${peers}`]
  const ofClients = [`--listen-client-urls=${clients}`, `--advertise-client-urls=${clients}`]
  const ofPeers = [`--listen-peer-urls=${peers}`, `--initial-advertise-peer-urls=${peers}`]
  group.launch('etcd', 'etcd', ...place, ...ofClients, ...ofPeers)
}

function launchHaproxy(group: ProcessGroup, nodes: readonly Node[], port: number): void {
  const servers = nodes.map(
    (node) => `  server ${node.name} ${host}:${node.port} check port ${node.restPort}`,
  )
  const config = join(group.folder('haproxy'), 'haproxy.cfg')
  writeFileSync(config, fillTemplate('haproxy.cfg', { host, port, servers: servers.join('\n') }))
  group.launch('haproxy', '/usr/sbin/haproxy', '-db', '-f', config)
}

async function createDatabase(port: number, signal: AbortSignal): Promise<void> {
  const url = `postgres://postgres:${password}@${host}:${port}/postgres?target_session_attrs=read-write`
  const psql = (sql: string) => spawnSync('psql', ['-X', '-q', '-c', sql, url]).status === 0
  // Until its first checks, HAProxy connects to any node in turn.
  await until('HAProxy finds the leader', 60, signal, async () => [1, 2, 3].every(() => psql('select 1')))
  for (const sql of [`create role flota login password '${password}'`, 'create database flota owner flota'])
    if (!psql(sql)) throw new Error(`psql failed: ${sql}`)
}

/** Patroni's documented shape. */
type Member = Record<'name' | 'role' | 'state', string>

/** Returns the members as the first node that answers lists them. */
async function members(nodes: readonly Node[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    try {
      const answer = await fetch(`http://${host}:${restPort}/cluster`, { signal: AbortSignal.timeout(3000) })
      return ((await answer.json()) as { members?: Member[] }).members ?? []
    } catch {
      // The next node may answer.
    }
  }
  return []
}

/** Patroni calls a running standby 'streaming' from version 3.1 on. */
const isWhole = (all: readonly Member[]) =>
  all.length === 3 &&
  all.every(({ state }) => state === 'running' || state === 'streaming') &&
  ['leader', 'sync_standby', 'replica'].every((role) => all.some((member) => member.role === role))
