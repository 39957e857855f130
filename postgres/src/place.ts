import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, isRoot, NOBODY, nobody, rootAsNobody, run } from './account.ts'
import { copyPackage, copyPath, linkLibraries, removeCopies } from './binaries.ts'
import { giveTop } from './dataDir.ts'
import { StartError } from './startError.ts'

export interface Place {
  account: Account
  packageDir: string
  /** The major version of PostgreSQL, as in PG_VERSION. */
  major: string
}

/** A way to run PostgreSQL; `copied`: with binaries copied into DATA_DIR, for those who can't enter the package. */
interface Way {
  account: Account
  copied: boolean
}

function waysFor(dataDir: string, unshare: string): Way[] {
  if (!isRoot) {
    const self = { uid: process.getuid?.() ?? NOBODY, gid: process.getgid?.() ?? NOBODY, prefix: [] }
    return [
      { account: self, copied: false },
      { account: self, copied: true },
    ]
  }
  const stat = statSync(dataDir)
  const mapped = { account: rootAsNobody(unshare), copied: false }
  if (stat.uid === 0 || stat.uid === NOBODY) {
    return [{ account: nobody, copied: false }, mapped, { account: nobody, copied: true }]
  }
  // Somebody was given DATA_DIR on purpose: it is taken from them only when nothing else works.
  const owner = { uid: stat.uid, gid: stat.gid, prefix: [] }
  return [{ account: owner, copied: false }, { account: owner, copied: true }, mapped]
}

/** Finds the first way that works, by trying; DATA_DIR still has to be given to the account. */
export async function choosePlace(dataDir: string, packageDir: string, unshare: string): Promise<Place> {
  const linked = linkLibraries(packageDir)
  const copy = copyPath(packageDir, dataDir)
  const ways = waysFor(dataDir, unshare)
  let failure: string | undefined
  for (const { account, copied } of ways) {
    if (!(await run(account, ['sh', '-c', 'cd "$1"', 'sh', dirname(dataDir)])).ok) continue
    if (!copied && !linked) continue
    const used = copied ? copy : packageDir
    const version = copied
      ? await versionOfCopy(account, packageDir, copy, dataDir)
      : await versionOf(account, used)
    failure = version.output
    const major = /\(PostgreSQL\) (\d+)/.exec(version.output)?.[1]
    if (!version.ok || major === undefined) continue
    removeCopies(dataDir, used)
    return { account, packageDir: used, major }
  }
  throw new StartError(await refusal(ways, dataDir, failure))
}

/** Why no way worked; `failure` is what PostgreSQL said, where somebody could enter at all. */
async function refusal(ways: Way[], dataDir: string, failure: string | undefined): Promise<string> {
  if (failure !== undefined) {
    const reason = failure.split('\n').at(-1)
    return `El PostgreSQL incluido no funciona en este sistema (${reason}): define DATABASE_URL con la dirección de un PostgreSQL 15 o posterior.`
  }
  for (const { account } of ways) {
    if (!(await run(account, ['true'])).ok) continue
    return `PostgreSQL no puede entrar en DATA_DIR (${dataDir}) porque un directorio de esa ruta está cerrado a otros usuarios: usa, por ejemplo, DATA_DIR=/var/lib/flota.`
  }
  return 'PostgreSQL no funciona como root y aquí no se puede cambiar de usuario: inicia el programa con otro usuario o define DATABASE_URL.'
}

const versionOf = (account: Account, packageDir: string) =>
  run(account, [join(packageDir, 'native/bin/postgres'), '--version'])

async function versionOfCopy(account: Account, packageDir: string, copy: string, dataDir: string) {
  giveTop(dataDir, account)
  const there = await versionOf(account, copy)
  if (there.ok) return there
  copyPackage(packageDir, copy, account)
  return versionOf(account, copy)
}
