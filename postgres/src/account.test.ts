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
/** On every Debian; has a name, and is neither root nor nobody. */
const DAEMON = 1
const NAMELESS = 54321

/** Refused in an ordinary container and in a chroot: there root's PostgreSQL is nobody, with a copy of the binaries. */
const hasNamespaces = (await runToEnd(rootAsNobody('unshare'), ['true'])).ok

/** A clone under /root is closed to others, our sources too: then only root can be tested there. */
const othersCanRead =
  isRoot &&
  spawnSync('cat', [import.meta.filename], { uid: DAEMON, gid: DAEMON, stdio: 'ignore' }).status === 0

describe.runIf(isRoot)('as root', () => {
  it('serves a new DATA_DIR as nobody', async () => {
    const dataDir = newPath()
    await startTestPostgres(dataDir, { packageDir: packageCopy(0o755) })
    expect([statSync(dataDir).uid, statSync(join(dataDir, 'pg')).uid]).toEqual([NOBODY, NOBODY])
    expect(runsAs(dataDir)).toBe(NOBODY)
  })

  it.each([DAEMON, NAMELESS])('serves a DATA_DIR of user %i as that user, named or not', async (uid) => {
    const dataDir = newPath()
    mkdirSync(dataDir)
    chownSync(dataDir, uid, uid)
    await startTestPostgres(dataDir, { packageDir: packageCopy(0o755) })
    expect([statSync(dataDir).uid, statSync(join(dataDir, 'pg/base')).uid]).toEqual([uid, uid])
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(runsAs(dataDir)).toBe(uid)
  })

  it('uses binaries in root’s own directories, and others when the clone has moved, there and back', async () => {
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

  it('makes a new database in a closed directory too, or says what to do', async () => {
    const above = newPath('closed')
    mkdirSync(above, { mode: 0o700 })
    const forbidden = startTestPostgres(join(above, 'data'), { unshare: '/bin/false' })
    await expect(forbidden).rejects.toThrow('PostgreSQL no puede entrar en DATA_DIR')
    if (!hasNamespaces) return
    const server = await startTestPostgres(join(above, 'data'))
    expect(server.firstStart).toBe(true)
    expect(statSync(join(above, 'data/pg')).uid).toBe(0)
  })

  it('copies the binaries where namespaces are forbidden, and drops the copy where they are not', async () => {
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

  it('mends what root restored or a hand-over left half done', async () => {
    const dataDir = await existingDataDir()
    const packageDir = packageCopy(0o755)
    await (await startTestPostgres(dataDir, { packageDir })).stop()
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'pg/base')])
    chmodSync(join(dataDir, 'pg'), 0o755)
    const server = await startTestPostgres(dataDir, { packageDir })
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('as an ordinary user', () => {
  it.runIf(othersCanRead)(
    'runs as that user, with a copy of the binaries when their links are missing',
    async () => {
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
    },
  )

  it.runIf(othersCanRead)('says that PostgreSQL wants a name for the user', async () => {
    const above = newPath()
    mkdirSync(above)
    chownSync(above, NAMELESS, NAMELESS)
    const start = startDatabaseProgram(
      { dataDir: join(above, 'data'), packageDir: packageCopy(0o755) },
      NAMELESS,
    )
    await expect(start).rejects.toThrow(`El usuario con número ${NAMELESS} no tiene nombre`)
  })

  it.runIf(othersCanRead)('says that DATA_DIR cannot be written', async () => {
    const start = startDatabaseProgram({ dataDir: join(newPath(), 'data') }, NAMELESS)
    await expect(start).rejects.toThrow('falta permiso. Indica un directorio donde se pueda escribir.')
  })
})

describe('the links between the libraries', () => {
  it('are made by us, also twice at once, and mended', () => {
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

  it('are left alone when they are there: node_modules may be read-only', () => {
    linkLibraries(findPackage())
    const lib = join(findPackage(), 'native/lib')
    const before = statSync(lib).mtimeMs
    expect(linkLibraries(findPackage())).toBe(true)
    expect(statSync(lib).mtimeMs).toBe(before)
  })
})

/** The user, as the machine sees it, whom the postmaster belongs to. */
const runsAs = (dataDir: string) => statSync(`/proc/${findPostmaster(dataDir).pid}`).uid

function linksOf(packageDir: string): string[] {
  const lib = join(packageDir, 'native/lib')
  const entries = readdirSync(lib, { withFileTypes: true })
  return entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(lib, entry.name))
}
