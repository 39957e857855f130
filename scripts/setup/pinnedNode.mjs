import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root, SetupError } from './process.mjs'

const bin = join(root, 'node_modules/.bin')
const node = join(bin, 'node')

/** Minimum version: runs TypeScript directly and has import.meta.main. */
const minVersion = { major: 24, minor: 2 }

export const nodeReady = () => existsSync(node)

/** @param {string} target */
const link = (target) => {
  mkdirSync(bin, { recursive: true })
  rmSync(node, { force: true })
  symlinkSync(target, node)
}

/** Links the pinned Node. npm 10 removes that link together with the other processor's package. */
export const linkNode = () => {
  const pinned = `node-${process.platform}-${process.arch}/bin/node`
  if (existsSync(join(root, 'node_modules', pinned))) return link(join('..', pinned))
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < minVersion.major || (major === minVersion.major && minor < minVersion.minor))
    throw new SetupError(
      `Hace falta Node ${minVersion.major}: no hay paquete para ${process.platform}-${process.arch}. Instálalo desde https://nodejs.org`,
    )
  link(process.execPath)
}
