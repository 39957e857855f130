import { existsSync } from 'node:fs'
import { runQuietly } from './process.mjs'

/** Returns whether this is a Debian where we may install packages. */
export const withApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** @param {string[]} packages */
export const aptInstall = async (packages) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const failure = `No se pudo instalar ${packages.join(', ')} con apt-get.`
  /** @param {string[]} args SIGINT, because dpkg would need a manual repair after SIGKILL. */
  const apt = (args) => runQuietly({ program: 'apt-get', args, env, failure, endWith: 'SIGINT' })
  await apt(['update'])
  await apt(['install', '-y', '--no-install-recommends', ...packages])
}
