import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const swift = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']
const packages = [
  'postgresql-15',
  'patroni',
  'python3-etcd',
  'etcd-server',
  'etcd-client',
  'haproxy',
  ...swift,
]

/** What forbids the packages' scripts to start services. */
const servicePolicyFile = '/usr/sbin/policy-rc.d'

/** Why the rehearsal can't be held on this machine; undefined where it can. */
export function unsupportedReason(): string | undefined {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  if (!/^ID=debian$/m.test(release) || !/^VERSION_ID="12"$/m.test(release))
    return 'The rehearsal needs Debian 12: it installs PostgreSQL, Patroni, etcd, HAProxy and Swift from there.'
  if (process.getuid?.() !== 0)
    return 'The rehearsal needs root: it installs packages and runs PostgreSQL as its own user.'
  return undefined
}

const isInstalled = (name: string) =>
  spawnSync('dpkg-query', ['-W', '-f', '${Status}', name]).stdout.toString() === 'install ok installed'

/** Installs what is missing; nothing of it starts, now or with the machine. */
export function installPackages(): void {
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(' ')}…`)
  const isOurs = !existsSync(servicePolicyFile)
  if (isOurs) writeFileSync(servicePolicyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    aptGet('update')
    if (missing.includes('postgresql-15')) {
      aptGet('install', 'postgresql-common')
      appendFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
    }
    aptGet('install', ...missing)
    if (existsSync('/run/systemd/system')) {
      const services = ['patroni', 'etcd', 'haproxy', ...swiftServices()].filter((name) =>
        missing.some((installed) => name.startsWith(installed) || installed.startsWith(name)),
      )
      spawnSync('systemctl', ['disable', ...services])
    }
  } finally {
    if (isOurs) rmSync(servicePolicyFile)
  }
}

/** Each of its packages has several, which start with the machine by a link. */
const swiftServices = () =>
  readdirSync('/etc/systemd/system/multi-user.target.wants')
    .filter((name) => /^swift-.*\.service$/.test(name))
    .map((name) => name.replace('.service', ''))

function aptGet(command: string, ...names: string[]): void {
  const { status } = spawnSync('apt-get', ['-qq', '-y', '--no-install-recommends', command, ...names], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`apt-get ${command} ${names.join(' ')} ended with status ${status}`)
}
