import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashPath } from '../platform/store/FolderStore.ts'
import { aFile, filesIn } from '../test/archivos.ts'
import { createEmptyDatabase } from '../test/emptyDatabase.ts'
import { aPersona } from '../test/factories.ts'
import { startCommand } from '../test/program.ts'
import { ADMIN_PASSWORD, connectOffice } from '../test/programClient.ts'
import { findDatabaseUrl } from '../test/respaldo.ts'
import { programsPerTest } from '../test/testPrograms.ts'

// Files in backups, automatic backups and restores.

const programs = programsPerTest({ isMigrated: true })
const at = (name: string) => join(programs.directory.path, name)
const start = (env: Record<string, string>) => programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'silent', ...env })

test('backup and restore: move files from DATA_DIR to a server and back', async () => {
  const first = await connectOffice(await start({ DATA_DIR: at('data') }).listening)
  const { id } = await first.post('/api/clientes', aPersona())
  const url = `/api/archivos?entidad=clientes&entidad_id=${id}`
  const bytes = [aFile('jpg', 300_000), aFile('pdf')] as const
  for (const each of bytes) await first.post(url, each)
  const files = await first.get(url)
  const places = files.map(({ sha256 }: { sha256: string }) => hashPath(sha256)).toSorted()
  expect(filesIn(at('data/archivos'))).toEqual(places)

  const made = await startCommand('backup', [at('copia')], { DATA_DIR: at('data') }).ended
  expect(made).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(' tablas y 2 archivos.'),
  })
  expect(filesIn(at('copia/archivos'))).toEqual(places)
  await programs.endAll()

  const server = await createEmptyDatabase()
  const DATABASE_URL = await findDatabaseUrl(server.pool())
  const env = { DATABASE_URL, ARCHIVOS_DIR: at('archivos') }
  expect(await startCommand('restore', [at('copia')], env).ended).toMatchObject({ code: 0, stderr: '' })
  const moved = start(env)
  const second = await connectOffice(await moved.listening)
  expect(moved.stdout()).toMatch(new RegExp(`^  Archivos +${at('archivos')}$`, 'm'))
  expect(await second.get(url)).toEqual(files)
  expect(await second.contents(files[0].id)).toEqual([200, bytes[1]])
  await programs.endAll()

  expect(await startCommand('backup', [at('otra')], env).ended).toMatchObject({ code: 0 })
  const back = { DATA_DIR: at('nuevo') }
  expect(await startCommand('restore', [at('otra')], back).ended).toMatchObject({ code: 0, stderr: '' })
  expect(filesIn(at('nuevo/archivos'))).toEqual(places)
  const third = await connectOffice(await start(back).listening)
  expect(await third.contents(files[1].id)).toEqual([200, bytes[0]])
  expect(await third.post(url, bytes[0])).toMatchObject({ sha256: files[1].sha256 })
  await programs.endAll()

  await server.drop()
})

test('automatic backups: share files until no backup references them', async () => {
  const office = await connectOffice(await start({ DATA_DIR: at('data') }).listening)
  const { id } = await office.post('/api/clientes', aPersona())
  const url = `/api/archivos?entidad=clientes&entidad_id=${id}`
  const add = async () => hashPath((await office.post(url, aFile())).sha256)
  const automaticBackup = (name: string) =>
    startCommand('automaticBackup', [at(`respaldos/${name}`)], { DATA_DIR: at('data') }).ended
  const shared = () => filesIn(at('respaldos/archivos'))

  const before = await add()
  expect(await automaticBackup('respaldo-2026-11-20T08-00-00Z')).toMatchObject({ code: 0, stderr: '' })
  expect(shared()).toEqual([before])
  const after = await add()
  await automaticBackup('respaldo-2026-11-20T09-00-00Z')
  expect(shared()).toEqual([before, after].toSorted())
  await programs.endAll()

  const restored = { DATA_DIR: at('nuevo') }
  const from = at('respaldos/respaldo-2026-11-20T08-00-00Z')
  expect(await startCommand('restore', [from], restored).ended).toMatchObject({ code: 0, stderr: '' })
  expect(filesIn(at('nuevo/archivos'))).toEqual([before])

  // The next backup deletes the file that only the second one references.
  await rm(at('respaldos/respaldo-2026-11-20T09-00-00Z'), { recursive: true })
  const third = startCommand('automaticBackup', [at('respaldos/respaldo-2026-11-20T10-00-00Z')], restored)
  expect(await third.ended).toMatchObject({ code: 0, stderr: '' })
  expect(shared()).toEqual([before])
})
