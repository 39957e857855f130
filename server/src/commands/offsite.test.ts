import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashPath } from '../platform/store/FolderStore.ts'
import { aFile } from '../test/archivos.ts'
import { aPersona } from '../test/factories.ts'
import { startCommand } from '../test/program.ts'
import { ADMIN_PASSWORD, connectOffice } from '../test/programClient.ts'
import { type S3Server, startS3Server } from '../test/s3Server.ts'
import { programsPerTest } from '../test/testPrograms.ts'

// Offsite backups: push, retention, list and restore.

const programs = programsPerTest({ isMigrated: true })
const at = (name: string) => join(programs.directory.path, name)
let s3: S3Server
beforeEach(async () => {
  s3 = await startS3Server()
})
afterEach(() => s3.close())

const dataDir = () => ({ DATA_DIR: programs.directory.dataDir })
const command = (name: string, words: string[], env: Record<string, string>) =>
  startCommand(name, words, env).ended
const automaticBackup = (name: string, env: Record<string, string>) =>
  command('automaticBackup', [at(`respaldos/${name}`)], env)
const push = (env: Record<string, string>) => command('pushBackups', [at('respaldos')], env)
const stored = (begin: string) => [...s3.objects.keys()].filter((name) => name.startsWith(begin)).toSorted()
const completeBackups = () =>
  stored('copias/respaldo-')
    .filter((name) => name.endsWith('/manifest.json'))
    .map((name) => name.split('/')[1])
const [eight, nine] = ['respaldo-2026-11-20T08-00-00Z', 'respaldo-2026-11-20T09-00-00Z'] as const

async function anOffice(env: Record<string, string>) {
  const office = await connectOffice(
    await programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'silent', ...env }).listening,
  )
  const { id } = await office.post('/api/clientes', aPersona())
  return { office, url: `/api/archivos?entidad=clientes&entidad_id=${id}` }
}

test('offsite backups: are pushed once with files from a folder, listed and restored', async () => {
  const env = { ...dataDir(), ...s3.env('RESPALDO_S3', 'copias') }
  const { office, url } = await anOffice(dataDir())
  const bytes = [aFile('jpg', 300_000), aFile('pdf')]
  const first = await office.post(url, bytes[0] ?? Buffer.alloc(0))
  expect(await automaticBackup(eight, dataDir())).toMatchObject({ code: 0 })
  const second = await office.post(url, bytes[1] ?? Buffer.alloc(0))
  expect(await automaticBackup(nine, dataDir())).toMatchObject({ code: 0 })
  await programs.endAll()

  // A partial backup.
  s3.objects.set('copias/respaldo-2026-11-20T07-00-00Z/rutas.copy.zst', Buffer.from('x'))
  expect(await push(env)).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(completeBackups()).toEqual([eight, nine])
  expect(stored('copias/respaldo-2026-11-20T07')).toEqual([])
  const places = [first, second].map(({ sha256 }) => `copias/archivos/${hashPath(sha256)}`).toSorted()
  expect(stored('copias/archivos')).toEqual(places)
  const before = s3.requests.length
  expect(await push(env)).toMatchObject({ code: 0 })
  expect(s3.requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])

  const list = await command('restore', ['s3'], env)
  expect([list.code, list.stdout.split('\n').map((line) => line.split(' ')[0])]).toEqual([
    0,
    [`s3:${nine}`, `s3:${eight}`, ''],
  ])
  const target = { ...env, DATA_DIR: at('nuevo') }
  expect(await command('restore', [`s3:${nine}`], target)).toMatchObject({ code: 0, stderr: '' })
  const restored = await connectOffice(
    await programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'silent', DATA_DIR: at('nuevo') }).listening,
  )
  for (const [i, { id }] of [first, second].entries())
    expect(await restored.contents(id)).toEqual([200, bytes[i]])
  for (const name of ['respaldo-2026-11-20T10-00-00Z', '../x', ''])
    expect(await command('restore', [`s3:${name}`], { ...env, DATA_DIR: at('nada') })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No hay un respaldo completo s3:[^\n]*\n$/),
    })
  expect(await command('restore', ['s3'], {})).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^RESPALDO_S3_URL falta: [^\n]+\n$/),
  })
})

test('pushBackups: applies retention and deletes unreferenced files', async () => {
  const env = { ...dataDir(), ...s3.env('RESPALDO_S3', 'copias') }
  const { office, url } = await anOffice(dataDir())
  const { sha256 } = await office.post(url, aFile())
  await automaticBackup(nine, dataDir())
  await push(env)
  // Add older backups without a local copy, and an unreferenced file.
  const rows = stored(`copias/${nine}/`)
  const days = Array.from({ length: 40 }, (_, day) =>
    new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10),
  )
  for (const day of days)
    for (const name of rows) {
      const found = s3.objects.get(name) ?? Buffer.alloc(0)
      s3.objects.set(name.replace(nine, `respaldo-${day}T10-00-00Z`), found)
    }
  const unreferenced = `abcd${'0'.repeat(60)}`
  s3.objects.set(`copias/archivos/${hashPath(unreferenced)}`, Buffer.from('x'))
  expect(await push(env)).toMatchObject({ code: 0, stderr: '' })
  // The 24 newest, with the local one.
  expect(completeBackups()).toEqual([...days.slice(-23).map((day) => `respaldo-${day}T10-00-00Z`), nine])
  expect(stored('copias/respaldo-2026-09-01')).toEqual([])
  expect(stored('copias/archivos')).toEqual([`copias/archivos/${hashPath(sha256)}`])

  // An unreadable backup may reference any file, so none is deleted.
  s3.objects.set(`copias/archivos/${hashPath(unreferenced)}`, Buffer.from('x'))
  s3.objects.set(`copias/respaldo-${days.at(-1)}T10-00-00Z/manifest.json`, Buffer.from('{}'))
  expect(await push(env)).toMatchObject({ code: 0, stderr: '' })
  expect(stored('copias/archivos')).toHaveLength(2)
})

test('offsite backups: copy files from ARCHIVOS_S3; an unavailable store does not affect local backups', async () => {
  const env = { ...dataDir(), ...s3.env('ARCHIVOS_S3', 'fotos'), ...s3.env('RESPALDO_S3', 'copias') }
  const { office, url } = await anOffice(env)
  const bytes = aFile('jpg', 300_000)
  const { id, sha256 } = await office.post(url, bytes)
  s3.setFault(({ name }) => (name.startsWith('copias') || name === '' ? 403 : undefined))
  expect(await automaticBackup(eight, env)).toMatchObject({ code: 0 })
  expect(await push(env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^El almacén de RESPALDO_S3_URL no responde como debe: 403 InternalError [^\n]+\n$/,
    ),
  })
  s3.setFault(() => undefined)
  expect(await push(env)).toMatchObject({ code: 0, stderr: '' })
  expect(completeBackups()).toEqual([eight])
  expect(stored('copias/archivos')).toEqual([`copias/archivos/${hashPath(sha256)}`])
  await programs.endAll()

  // Lose the local backups and the file store.
  await rm(at('respaldos'), { recursive: true })
  for (const name of stored('fotos/')) s3.objects.delete(name)
  const target = { ...env, DATA_DIR: at('nuevo') }
  const restored = await command('restore', [`s3:${eight}`], target)
  expect([restored.code, restored.stderr, restored.stdout]).toEqual([
    0,
    '',
    expect.not.stringContaining('Faltan'),
  ])
  const again = await connectOffice(
    await programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'silent', ...target }).listening,
  )
  expect(await again.contents(id)).toEqual([200, bytes])
  expect(stored('fotos/')).toEqual([`fotos/${hashPath(sha256)}`])
})
