import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRoot, rootAsNobody, runToEnd } from './account.ts'
import { findPackage, linkLibraries } from './binaries.ts'
import {
  existingDataDir,
  findPostmaster,
  newPath,
  packageCopy,
  query,
  startDatabaseProgram,
  startTestPostgres,
} from './test/harness.ts'

const NOBODY = 65534
/** A named user of every Debian. */
const DAEMON = 1
const NAMELESS = 54321

/** False in an ordinary container or chroot, where root runs a copy of PostgreSQL as nobody. */
const hasNamespaces = (await runToEnd(rootAsNobody('unshare'), ['true'])).ok

/** False for a clone under /root, whose sources other users can't read. */
const othersCanRead =
  isRoot &&
  spawnSync('cat', [import.meta.filename], { uid: DAEMON, gid: DAEMON, stdio: 'ignore' }).status === 0

describe.runIf(isRoot)('startPostgres as root', () => {
  it('runs as nobody for a new DATA_DIR', async () => {
    const dataDir = newPath()
    await startTestPostgres(dataDir, { packageDir: packageCopy(0o755) })
    expect([statSync(dataDir).uid, statSync(join(dataDir, 'pg')).uid]).toEqual([NOBODY, NOBODY])
    expect(runsAs(dataDir)).toBe(NOBODY)
  })

  it.each([DAEMON, NAMELESS])('runs as the owner of DATA_DIR, uid %i', async (uid) => {
    const dataDir = newPath()
    mkdirSync(dataDir)
    chownSync(dataDir, uid, uid)
    await startTestPostgres(dataDir, { packageDir: packageCopy(0o755) })
    expect([statSync(dataDir).uid, statSync(join(dataDir, 'pg/base')).uid]).toEqual([uid, uid])
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(runsAs(dataDir)).toBe(uid)
  })

  it('adapts to a package that is readable for root alone, and back', async () => {
    const [open755, closed] = [packageCopy(0o755), packageCopy(0o700)]
    const dataDir = await existingDataDir()
    const inside = hasNamespaces ? 0 : NOBODY
    for (const [packageDir, owner] of [
      [closed, inside],
      [open755, NOBODY],
      [closed, inside],
    ] as const) {
      const server = await startTestPostgres(dataDir, { packageDir })
      expect([statSync(dataDir).uid, statSync(join(dataDir, 'pg/base')).uid]).toEqual([owner, owner])
      await query(server.connection, 'create table if not exists kept (n int); insert into kept values (1)')
      await server.stop()
    }
    const server = await startTestPostgres(dataDir, { packageDir: open755 })
    expect(await query(server.connection, 'select count(*)::int as times from kept')).toEqual([{ times: 3 }])
  })

  it('creates a database in a closed directory, or throws without user namespaces', async () => {
    const above = newPath('closed')
    mkdirSync(above, { mode: 0o700 })
    const forbidden = startTestPostgres(join(above, 'data'), { unshare: '/bin/false' })
    await expect(forbidden).rejects.toThrow('PostgreSQL no puede entrar en DATA_DIR')
    if (!hasNamespaces) return
    const server = await startTestPostgres(join(above, 'data'))
    expect(server.firstStart).toBe(true)
    expect(statSync(join(above, 'data/pg')).uid).toBe(0)
  })

  it('copies the binaries without user namespaces, and deletes the copy with them', async () => {
    const closed = packageCopy(0o700)
    const dataDir = await existingDataDir()
    const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('postgresql-'))
    const server = await startTestPostgres(dataDir, { packageDir: closed, unshare: '/bin/false' })
    expect(runsAs(dataDir)).toBe(NOBODY)
    expect(copies()).toHaveLength(1)
    await server.stop()
    const again = await startTestPostgres(dataDir, { packageDir: closed, unshare: '/bin/false' })
    await again.stop()
    await startTestPostgres(dataDir, { packageDir: closed })
    expect(copies()).toHaveLength(hasNamespaces ? 0 : 1)
  })

  it('repairs wrong owners and modes in DATA_DIR', async () => {
    const dataDir = await existingDataDir()
    const packageDir = packageCopy(0o755)
    await (await startTestPostgres(dataDir, { packageDir })).stop()
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'pg/base')])
    chmodSync(join(dataDir, 'pg'), 0o755)
    const server = await startTestPostgres(dataDir, { packageDir })
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('startPostgres as an ordinary user', () => {
  it.runIf(othersCanRead)('runs a copy of the binaries when the package’s links are missing', async () => {
    const packageDir = packageCopy(0o755)
    for (const link of linksOf(packageDir)) rmSync(link)
    const above = newPath()
    mkdirSync(above)
    chownSync(above, DAEMON, DAEMON)
    const dataDir = join(above, 'data')
    const program = await startDatabaseProgram({ dataDir, packageDir }, DAEMON)
    expect(await query(program.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect([runsAs(dataDir), statSync(dataDir).uid]).toEqual([DAEMON, DAEMON])
    expect(linksOf(packageDir)).toEqual([])
  })

  it.runIf(othersCanRead)('throws when the user has no name', async () => {
    const above = newPath()
    mkdirSync(above)
    chownSync(above, NAMELESS, NAMELESS)
    const start = startDatabaseProgram(
      { dataDir: join(above, 'data'), packageDir: packageCopy(0o755) },
      NAMELESS,
    )
    await expect(start).rejects.toThrow(`El usuario con número ${NAMELESS} no tiene nombre`)
  })

  it.runIf(othersCanRead)('throws when DATA_DIR is not writable', async () => {
    const start = startDatabaseProgram({ dataDir: join(newPath(), 'data') }, NAMELESS)
    await expect(start).rejects.toThrow('falta permiso. Indica un directorio donde se pueda escribir.')
  })
})

describe('linkLibraries', () => {
  it('creates missing links and repairs wrong ones', () => {
    const packageDir = packageCopy(0o755)
    expect(linkLibraries(packageDir)).toBe(true)
    const links = linksOf(packageDir)
    expect(links).toHaveLength(14)
    const before = links.map((link) => readlinkSync(link))
    for (const link of links.slice(0, 7)) rmSync(link)
    execFileSync('ln', ['-sfn', 'libicuuc.so.1', join(packageDir, 'native/lib/libicuuc.so.60')])
    expect(linkLibraries(packageDir)).toBe(true)
    expect(links.map((link) => readlinkSync(link))).toEqual(before)
    expect(links.every((link) => existsSync(link))).toBe(true)
  })

  it('writes nothing when the links exist', () => {
    linkLibraries(findPackage())
    const lib = join(findPackage(), 'native/lib')
    const before = statSync(lib).mtimeMs
    expect(linkLibraries(findPackage())).toBe(true)
    expect(statSync(lib).mtimeMs).toBe(before)
  })
})

/** Returns the postmaster's uid outside of any namespace. */
const runsAs = (dataDir: string) => statSync(`/proc/${findPostmaster(dataDir).pid}`).uid

function linksOf(packageDir: string): string[] {
  const lib = join(packageDir, 'native/lib')
  const entries = readdirSync(lib, { withFileTypes: true })
  return entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(lib, entry.name))
}
