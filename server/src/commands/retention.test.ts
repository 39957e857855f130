import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { many, raw, sql } from '../platform/db/sql.ts'
import { hashPath } from '../platform/store/FolderStore.ts'
import { aFile, filesIn } from '../test/archivos.ts'
import { createEmptyDatabase, createMigratedDatabase } from '../test/emptyDatabase.ts'
import { aPersona } from '../test/factories.ts'
import { startCommand } from '../test/program.ts'
import { ADMIN_PASSWORD, connectOffice } from '../test/programClient.ts'
import { findDatabaseUrl } from '../test/respaldo.ts'
import { programsPerTest } from '../test/testPrograms.ts'

// npm run backup -- --keep N <folder> (docs/contract/configuration.md).

const programs = programsPerTest({ isMigrated: true })
const at = (name: string) => join(programs.directory.path, name)
const backup = (env: Record<string, string>, ...words: string[]) => startCommand('backup', words, env).ended
const backups = async (folder = 'copias') =>
  (await readdir(at(folder))).filter((name) => name.startsWith('respaldo-')).toSorted()

test.each(['the embedded database', 'DATABASE_URL'])(
  'backup --keep of %s: retains the newest backups, which share their files',
  async (kind) => {
    const server = kind === 'DATABASE_URL' ? await createMigratedDatabase() : undefined
    const env: Record<string, string> = server
      ? { DATABASE_URL: await findDatabaseUrl(server.pool()), ARCHIVOS_DIR: at('fotos') }
      : { DATA_DIR: at('data') }
    const office = await connectOffice(
      await programs.start({ ...env, ADMIN_PASSWORD, LOG_LEVEL: 'silent', BACKUP_DIR: 'off' }).listening,
    )
    const { id } = await office.post('/api/clientes', aPersona())
    const add = async () =>
      hashPath((await office.post(`/api/archivos?entidad=clientes&entidad_id=${id}`, aFile())).sha256)

    const first = await add()
    const made = await backup(env, '--keep', '2', at('copias'))
    expect([made.code, made.stderr]).toEqual([0, ''])
    expect(made.stdout).toMatch(
      /^Respaldo completo en \S+\/copias\/respaldo-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ: .+ y 1 archivos\.\n$/,
    )
    expect((await stat(at('copias'))).mode & 0o777).toBe(0o700)
    // Left by a killed backup.
    await mkdir(at('copias/respaldo-2026-11-19T02-00-00Z.parcial-aB3xYz'))
    const second = await add()
    for (const _ of ['the second', 'the third']) {
      expect(await backup(env, at('copias'), '--keep=2')).toMatchObject({ code: 0, stderr: '' })
    }
    const retained = await backups()
    expect(retained).toHaveLength(2)
    expect(made.stdout).not.toContain(retained[0])
    expect(filesIn(at('copias/archivos'))).toEqual([first, second].toSorted())
    await programs.endAll()

    const target = await createEmptyDatabase()
    const restored = { DATABASE_URL: await findDatabaseUrl(target.pool()), ARCHIVOS_DIR: at('otras') }
    const from = join(at('copias'), retained[1] ?? '')
    expect(await startCommand('restore', [from], restored).ended).toMatchObject({ code: 0, stderr: '' })
    expect(filesIn(at('otras'))).toEqual([first, second].toSorted())
    // A file disappears with the last backup that references it.
    await many(target.pool(), raw(`delete from archivos where sha256 = '${second.slice(6)}'`))
    for (const _ of ['one', 'two']) await backup(restored, '--keep', '2', at('copias'))
    expect(filesIn(at('copias/archivos'))).toEqual([first])
    expect(await many(target.pool(), sql`select from archivos`)).toHaveLength(1)
    await target.drop()
    await server?.drop()
  },
)

test('backup --keep: a concurrent backup exits with an error and deletes nothing', async () => {
  const env = { DATA_DIR: at('data') }
  await programs.start({ LOG_LEVEL: 'silent', BACKUP_DIR: 'off' }).listening
  const both = await Promise.all([1, 2].map(() => backup(env, '--keep', '3', at('copias'))))
  const rejected = both.filter(({ code }) => code !== 0)
  for (const { stderr } of rejected)
    expect(stderr).toMatch(/^En \S+ se está haciendo otro respaldo: [^\n]+\n$/)
  expect(await backups()).toHaveLength(2 - rejected.length)
})

test('backup --keep: exits with 1 and one line for a foreign folder or an invalid number', async () => {
  const office = await connectOffice(await programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'silent' }).listening)
  const { id } = await office.post('/api/clientes', aPersona())
  await office.post(`/api/archivos?entidad=clientes&entidad_id=${id}`, aFile())
  const env: Record<string, string> = { DATA_DIR: at('data') }
  const files = filesIn(at('data/archivos'))
  const refused = async (...words: string[]) => {
    const { code, stdout, stderr } = await backup(env, ...words)
    expect([words, code, stdout]).toEqual([words, 1, ''])
    expect(stderr).toMatch(/^[^\n]+\n$/)
    return stderr
  }
  for (const count of ['0', '-1', 'x', '1.5', '']) {
    expect(await refused(`--keep=${count}`, at('copias'))).toContain('Uso: npm run backup')
  }
  expect(await refused('--keep', '3')).toContain('Uso: npm run backup')
  await writeFile(at('archivo'), 'x')
  expect(await refused('--keep', '3', at('archivo'))).toContain('es un archivo')
  // Otherwise the backup would delete the program's own files.
  expect(await refused('--keep', '3', at('data'))).toContain('algo que no es de estos respaldos')
  await mkdir(at('fotos'))
  env.ARCHIVOS_DIR = at('fotos/archivos')
  expect(await refused('--keep', '3', at('fotos'))).toContain('algo que no es de estos respaldos')
  delete env.ARCHIVOS_DIR
  expect(await refused('--keep', '3', at('data-respaldos'))).toContain('es BACKUP_DIR')
  env.BACKUP_DIR = at('otra')
  await mkdir(at('ajena/archivos'), { recursive: true })
  expect(await refused('--keep', '3', at('ajena'))).toContain('algo que no es de estos respaldos')
  await mkdir(at('vieja'))
  await writeFile(at('vieja/ultimo.json'), '{}')
  expect(await refused('--keep', '3', at('vieja'))).toContain('algo que no es de estos respaldos')
  expect(filesIn(at('data/archivos'))).toEqual(files)
  await rm(at('ajena'), { recursive: true })
})
