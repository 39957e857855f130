import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withApt } from './apt.mjs'
import { printLine, root, runQuietly } from './process.mjs'

/** Folder of Debian 12's own `node`, for the test that starts a clean clone with it. */
export const debianNodeDir = join(root, 'node_modules/.cache/debian-node')

const program = join(debianNodeDir, 'node')

/** Packages of Debian 12's Node 18 that other packages of the tests do not bring. */
const packages = [
  'nodejs=18.*',
  'libnode108',
  'libuv1',
  'libc-ares2',
  'libicu72',
  'libnghttp2-14',
  'libbrotli1',
  'node-acorn',
  'node-cjs-module-lexer',
  'node-undici',
]

/** Returns whether this is Debian 12, outside of a container that may not mount. */
const isDebian12 = () =>
  withApt() &&
  /^VERSION_ID="12"$/m.test(readFileSync('/etc/os-release', 'utf8')) &&
  spawnSync('unshare', ['--mount', 'true']).status === 0

/** Returns whether it is unpacked, or not to be had: only Debian 12 has Node 18. */
export const debianNodeReady = () => existsSync(program) || !isDebian12()

// Debian's Node reads /usr/share/nodejs, which only this process and its children see.
const script = (/** @type {string} */ share) => `#!/bin/sh
exec unshare --mount sh -c 'mount --bind ${debianNodeDir}/${share} /${share} &&
  LD_LIBRARY_PATH=$(echo ${debianNodeDir}/usr/lib/*-linux-gnu) exec ${debianNodeDir}/usr/bin/node "$@"' node "$@"
`

/** Unpacks Debian's Node 18 without installing it: the machine may have another Node. */
export const unpackDebianNode = async () => {
  printLine('Descargando el Node 18 de Debian…')
  mkdirSync(debianNodeDir, { recursive: true })
  const failure = 'No se pudo descargar el Node 18 de Debian con apt-get.'
  const unpack =
    'apt-get update && apt-get download "$@" && for each in *.deb; do dpkg-deb -x "$each" .; done'
  const inFolder = `cd ${debianNodeDir} && mkdir -p /usr/share/nodejs && ${unpack}`
  await runQuietly({ program: 'sh', args: ['-c', inFolder, 'sh', ...packages], failure })
  writeFileSync(program, script('usr/share/nodejs'))
  chmodSync(program, 0o755)
}
