import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { printLine, root, runQuietly } from './process.mjs'
import { setupDir } from './setupLock.mjs'

const dist = join(root, 'web/dist')

const fingerprintFile = '.sources'

/** @param {string} folder @returns {string[]} files below the folder, sorted */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesIn(path) : [path]
    })

const fingerprint = () => {
  const hash = createHash('sha256')
  const texts = ['package-lock.json', 'THIRD-PARTY.txt', 'docs/manual.md']
  for (const path of [...texts, ...filesIn('docs/manual'), ...filesIn('contract/src'), ...filesIn('web')])
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

export const webReady = () => {
  const path = join(dist, fingerprintFile)
  return existsSync(path) && readFileSync(path, 'utf8') === fingerprint()
}

const monthAgo = () => Date.now() - 30 * 24 * 60 * 60 * 1000

/** Keeps assets of the old build for running servers and open pages. @param {string} newBuild */
const copyOldAssets = (newBuild) => {
  const old = join(dist, 'assets')
  if (!existsSync(old)) return
  for (const name of readdirSync(old)) {
    const { mtimeMs, atime, mtime } = statSync(join(old, name))
    const copy = join(newBuild, 'assets', name)
    if (mtimeMs < monthAgo() || existsSync(copy)) continue
    copyFileSync(join(old, name), copy)
    // Keeps the date, so that the asset is dropped after a month.
    utimesSync(copy, atime, mtime)
  }
}

/** Builds in another folder and swaps, so that no server sees an incomplete build. */
export const buildWeb = async () => {
  printLine('Construyendo la web…')
  const newBuild = join(setupDir, 'dist')
  const sources = fingerprint()
  await runQuietly({
    program: join(root, 'node_modules/.bin/node'),
    args: ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', newBuild, '--logLevel', 'warn'],
    // Otherwise a NODE_ENV of the user could build React's development version.
    env: { ...process.env, NODE_ENV: 'production' },
    failure: 'No se pudo construir la web.',
  })
  writeFileSync(join(newBuild, fingerprintFile), sources)
  copyOldAssets(newBuild)
  if (existsSync(dist)) renameSync(dist, join(setupDir, 'old-dist'))
  renameSync(newBuild, dist)
}
