import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Account,
  type CommandResult,
  isRoot,
  NOBODY,
  nobody,
  rootAsNobody,
  runToEnd,
} from './account.ts'
import { binOf, copyPackage, copyPath, linkLibraries, removeCopies } from './binaries.ts'
import { chownTopDirectory } from './dataDir.ts'
import { StartError } from './startError.ts'

export interface PostgresRuntime {
  account: Account
  binDir: string
  major: string
  /** Whether binDir is POSTGRES_BIN. */
  isCustom?: boolean
}

interface RuntimeOption {
  account: Account
  /** Whether to run binaries copied into DATA_DIR, for an account that can't read the package. */
  copied: boolean
}

function runtimeOptions(dataDir: string, unshare: string): RuntimeOption[] {
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
  // The operator chose the owner of DATA_DIR: prefer it to any other account.
  const owner = { uid: stat.uid, gid: stat.gid, prefix: [] }
  return [{ account: owner, copied: false }, { account: owner, copied: true }, mapped]
}

/** Returns the first option that works. The caller must give DATA_DIR to the account. */
export async function chooseRuntime(
  dataDir: string,
  packageDir: string,
  unshare: string,
): Promise<PostgresRuntime> {
  const linked = linkLibraries(packageDir)
  const copy = copyPath(packageDir, dataDir)
  const options = runtimeOptions(dataDir, unshare)
  let failure: string | undefined
  for (const { account, copied } of options) {
    if (!(await runToEnd(account, ['sh', '-c', 'cd "$1"', 'sh', dirname(dataDir)])).ok) continue
    if (!copied && !linked) continue
    const used = copied ? copy : packageDir
    const version = copied
      ? await versionOfCopy(account, packageDir, copy, dataDir)
      : await versionOf(account, binOf(used))
    failure = version.output
    const major = majorOf(version)
    if (major === undefined) continue
    removeCopies(dataDir, used)
    return { account, binDir: binOf(used), major }
  }
  throw new StartError(await explainFailure(options, dataDir, failure))
}

const minMajor = 15

/** Like chooseRuntime with another PostgreSQL, which is never copied. */
export async function chooseCustomRuntime(
  dataDir: string,
  binDir: string,
  unshare: string,
): Promise<PostgresRuntime> {
  let reason = 'nadie puede entrar'
  for (const { account, copied } of runtimeOptions(dataDir, unshare)) {
    if (copied || !(await runToEnd(account, ['sh', '-c', 'cd "$1"', 'sh', dirname(dataDir)])).ok) continue
    const version = await versionOf(account, binDir)
    reason = version.output.split('\n').at(-1) ?? reason
    const major = majorOf(version)
    if (major === undefined || !(await runToEnd(account, [join(binDir, 'initdb'), '--version'])).ok) continue
    if (Number(major) >= minMajor) return { account, binDir, major, isCustom: true }
    throw new StartError(
      `POSTGRES_BIN (${binDir}) es PostgreSQL ${major}: se necesita el ${minMajor} o uno más nuevo.`,
    )
  }
  throw noPostgresError(binDir, reason)
}

export const noPostgresError = (binDir: string, reason: string): StartError =>
  new StartError(
    `POSTGRES_BIN (${binDir}) no tiene un PostgreSQL que funcione aquí (${reason}): indica la carpeta de postgres e initdb.`,
  )

/** Returns the reason why no option works. `failure` is PostgreSQL's output, if any account could run it. */
async function explainFailure(
  options: RuntimeOption[],
  dataDir: string,
  failure: string | undefined,
): Promise<string> {
  if (failure !== undefined) {
    const reason = failure.split('\n').at(-1)
    return `El PostgreSQL incluido no funciona en este sistema (${reason}): define DATABASE_URL con la dirección de un PostgreSQL 15 o posterior.`
  }
  for (const { account } of options) {
    if (!(await runToEnd(account, ['true'])).ok) continue
    return `PostgreSQL no puede entrar en DATA_DIR (${dataDir}) porque un directorio de esa ruta está cerrado a otros usuarios: usa, por ejemplo, DATA_DIR=/var/lib/flota.`
  }
  return 'PostgreSQL no funciona como root y aquí no se puede cambiar de usuario: inicia el programa con otro usuario o define DATABASE_URL.'
}

const versionOf = (account: Account, binDir: string) =>
  runToEnd(account, [join(binDir, 'postgres'), '--version'])

const majorOf = ({ ok, output }: CommandResult) => (ok ? /\(PostgreSQL\) (\d+)/.exec(output)?.[1] : undefined)

async function versionOfCopy(account: Account, packageDir: string, copy: string, dataDir: string) {
  chownTopDirectory(dataDir, account)
  const existing = await versionOf(account, binOf(copy))
  if (existing.ok) return existing
  copyPackage(packageDir, copy, account)
  return versionOf(account, binOf(copy))
}
