import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { aptInstall, withApt } from '../setup/apt.mjs'

const packages = ['postgresql-15', 'patroni', 'python3-etcd', 'etcd-server', 'etcd-client', 'haproxy']
/** With this file, packages do not start services. */
const policy = '/usr/sbin/policy-rc.d'

const isInstalled = (name: string) =>
  spawnSync('dpkg-query', ['-W', '-f', '${Status}', name]).stdout.toString() === 'install ok installed'

/** Installs the missing packages; none of their services starts, now or with the machine. */
export async function installPackages(): Promise<void> {
  if (!withApt() || !/^VERSION_ID="12"$/m.test(readFileSync('/etc/os-release', 'utf8')))
    throw new Error('test:failover needs Debian 12 and root')
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(' ')}…`)
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await aptInstall(['postgresql-common'])
    appendFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
    await aptInstall(missing)
    const services = ['patroni', 'etcd', 'haproxy'].filter((name) =>
      missing.some((each) => each.startsWith(name)),
    )
    if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['disable', ...services])
  } finally {
    if (isOurs) rmSync(policy)
  }
}
