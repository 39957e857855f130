import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fillTemplate } from './fillTemplate.ts'
import { freePorts, host } from './loopback.ts'
import { createPatroniNode, type PatroniNode, password } from './patroniNode.ts'
import type { ProcessGroup } from './processGroup.ts'
import { waitUntil } from './waitUntil.ts'

export interface Cluster {
  /** DATABASE_URL: through HAProxy to the leader. */
  url: string
  leader(): Promise<PatroniNode>
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
export async function startCluster(processGroup: ProcessGroup): Promise<Cluster> {
  const [client = 0, peer = 0, proxyPort = 0, ...ports] = await freePorts(9)
  startEtcd(processGroup, client, peer)
  const nodes = [0, 2, 4].map((i) => {
    const pair = { port: ports[i] ?? 0, restPort: ports[i + 1] ?? 0 }
    return createPatroniNode(processGroup, `node${i / 2 + 1}`, pair, `${host}:${client}`)
  })
  const end = async () => {
    for (const node of nodes) await node.end()
  }
  try {
    await restoreNodes(processGroup, nodes)
    startHaproxy(processGroup, nodes, proxyPort)
    await createDatabase(processGroup, proxyPort)
  } catch (error) {
    await end()
    throw error
  }
  return {
    url: `postgres://flota:${password}@${host}:${proxyPort}/flota`,
    leader: () => findLeader(nodes),
    restore: () => restoreNodes(processGroup, nodes),
    end,
  }
}

function startEtcd(processGroup: ProcessGroup, client: number, peer: number): void {
  const [clientUrl, peerUrl] = [`http://${host}:${client}`, `http://${host}:${peer}`]
  processGroup.start('etcd', [
    'etcd',
    `--data-dir=${processGroup.folder('etcd')}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ])
}

function startHaproxy(processGroup: ProcessGroup, nodes: readonly PatroniNode[], port: number): void {
  const servers = nodes.map(
    (node) => `  server ${node.name} ${host}:${node.port} check port ${node.restPort}`,
  )
  const config = join(processGroup.folder('haproxy'), 'haproxy.cfg')
  processGroup.write(config, fillTemplate('haproxy.cfg', { host, port, servers: servers.join('\n') }))
  processGroup.start('haproxy', ['/usr/sbin/haproxy', '-db', '-f', config])
}

async function createDatabase({ signal }: ProcessGroup, port: number): Promise<void> {
  const url = `postgres://postgres:${password}@${host}:${port}/postgres?target_session_attrs=read-write`
  const psql = (sql: string) => spawnSync('psql', ['-X', '-q', '-c', sql, url]).status === 0
  // HAProxy takes every node for a leader until it has asked it, and goes round.
  const isReady = async () => [1, 2, 3].every(() => psql('select 1'))
  await waitUntil('HAProxy leads to the leader', 60, signal, isReady)
  for (const sql of [`create role flota login password '${password}'`, 'create database flota owner flota'])
    if (!psql(sql)) throw new Error(`refused: ${sql}`)
}

async function restoreNodes({ signal }: ProcessGroup, nodes: readonly PatroniNode[]): Promise<void> {
  for (const node of nodes) if (!node.isStarted()) node.start()
  await waitUntil('three nodes that run, one of them synchronous', 300, signal, async () =>
    isComplete(await findMembers(nodes)),
  )
}

/** Patroni says 'streaming' of a standby from version 3.1 on. */
const isRunningMember = ({ state }: Member) => state === 'running' || state === 'streaming'

const isComplete = (all: readonly Member[]) =>
  all.length === 3 &&
  all.every(isRunningMember) &&
  ['leader', 'sync_standby', 'replica'].every((role) => all.some((member) => member.role === role))

/** As any of the nodes tells it. */
async function findMembers(nodes: readonly PatroniNode[]): Promise<Member[]> {
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

async function findLeader(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  const leader = (await findMembers(nodes)).find(({ role }) => role === 'leader')
  const node = nodes.find(({ name }) => name === leader?.name)
  if (!node) throw new Error('nobody leads')
  return node
}
