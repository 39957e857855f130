import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fill } from './fillTemplate.ts'
import { freePorts, host } from './loopback.ts'
import { aNode, type Node, password } from './patroniNode.ts'
import type { Ground } from './processGroup.ts'
import { until } from './waitUntil.ts'

export interface Cluster {
  /** DATABASE_URL: through HAProxy to the leader. */
  url: string
  leader(): Promise<Node>
  /** Starts the nodes that were killed, and waits until one leads and the others follow, one of them synchronously. */
  restore(): Promise<void>
  /** What the processes of the ground do not end with: Patroni's PostgreSQL runs apart. */
  end(): Promise<void>
}

interface Member {
  name: string
  role: string
  state: string
}

/** etcd, three nodes and HAProxy, with an empty database for the program. */
export async function startCluster(ground: Ground): Promise<Cluster> {
  const [client = 0, peer = 0, front = 0, ...ports] = await freePorts(9)
  startEtcd(ground, client, peer)
  const nodes = [0, 2, 4].map((i) => {
    const pair = { port: ports[i] ?? 0, restPort: ports[i + 1] ?? 0 }
    return aNode(ground, `node${i / 2 + 1}`, pair, `${host}:${client}`)
  })
  const end = async () => {
    for (const node of nodes) await node.end()
  }
  try {
    await restore(ground, nodes)
    startHaproxy(ground, nodes, front)
    await makeDatabase(ground, front)
  } catch (error) {
    await end()
    throw error
  }
  return {
    url: `postgres://flota:${password}@${host}:${front}/flota`,
    leader: () => leaderOf(nodes),
    restore: () => restore(ground, nodes),
    end,
  }
}

function startEtcd(ground: Ground, client: number, peer: number): void {
  const [forClients, forPeers] = [`http://${host}:${client}`, `http://${host}:${peer}`]
  ground.launch('etcd', [
    'etcd',
    `--data-dir=${ground.folder('etcd')}`,
    `--listen-client-urls=${forClients}`,
    `--advertise-client-urls=${forClients}`,
    `--listen-peer-urls=${forPeers}`,
    `--initial-advertise-peer-urls=${forPeers}`,
    `--initial-cluster=default=${forPeers}`,
  ])
}

function startHaproxy(ground: Ground, nodes: readonly Node[], port: number): void {
  const servers = nodes.map(
    (node) => `  server ${node.name} ${host}:${node.port} check port ${node.restPort}`,
  )
  const config = join(ground.folder('haproxy'), 'haproxy.cfg')
  ground.write(config, fill('haproxy.cfg', { host, port, servers: servers.join('\n') }))
  ground.launch('haproxy', ['/usr/sbin/haproxy', '-db', '-f', config])
}

async function makeDatabase({ signal }: Ground, port: number): Promise<void> {
  const url = `postgres://postgres:${password}@${host}:${port}/postgres?target_session_attrs=read-write`
  const psql = (sql: string) => spawnSync('psql', ['-X', '-q', '-c', sql, url]).status === 0
  // HAProxy takes every node for a leader until it has asked it, and goes round.
  const isLed = async () => [1, 2, 3].every(() => psql('select 1'))
  await until('HAProxy leads to the leader', 60, signal, isLed)
  for (const sql of [`create role flota login password '${password}'`, 'create database flota owner flota'])
    if (!psql(sql)) throw new Error(`refused: ${sql}`)
}

async function restore({ signal }: Ground, nodes: readonly Node[]): Promise<void> {
  for (const node of nodes) if (!node.isStarted()) node.start()
  await until('three nodes that run, one of them synchronous', 300, signal, async () =>
    isWhole(await members(nodes)),
  )
}

/** Patroni says 'streaming' of a standby from version 3.1 on. */
const isUp = ({ state }: Member) => state === 'running' || state === 'streaming'

const isWhole = (all: readonly Member[]) =>
  all.length === 3 &&
  all.every(isUp) &&
  ['leader', 'sync_standby', 'replica'].every((role) => all.some((member) => member.role === role))

/** As any of the nodes tells it. */
async function members(nodes: readonly Node[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    try {
      const answer = await fetch(`http://${host}:${restPort}/cluster`, { signal: AbortSignal.timeout(3000) })
      // Patroni's own documented shape.
      return ((await answer.json()) as { members?: Member[] }).members ?? []
    } catch {
      // The next one may know.
    }
  }
  return []
}

async function leaderOf(nodes: readonly Node[]): Promise<Node> {
  const leader = (await members(nodes)).find(({ role }) => role === 'leader')
  const node = nodes.find(({ name }) => name === leader?.name)
  if (!node) throw new Error('nobody leads')
  return node
}
