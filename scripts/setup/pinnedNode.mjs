import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root, SetupError } from './process.mjs'

// npm puts the pinned Node here where a package holds it (Linux); elsewhere we link the one that runs.
const bin = join(root, 'node_modules/.bin')
const node = join(bin, 'node')

/** The first version that runs the program: TypeScript as it is, import.meta.main. */
const oldest = { major: 24, minor: 2 }

export const nodeReady = () => existsSync(node)

export const linkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor))
    throw new SetupError(
      `Hace falta Node ${oldest.major}: no hay paquete para ${process.platform}-${process.arch}. Instálalo desde https://nodejs.org`,
    )
  mkdirSync(bin, { recursive: true })
  rmSync(node, { force: true })
  symlinkSync(process.execPath, node)
}
