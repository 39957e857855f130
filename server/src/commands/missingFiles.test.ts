import { mkdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupReport } from '../platform/backup/automaticBackup.ts'
import { hashPath } from '../platform/store/FolderStore.ts'
import { aFile, filesIn } from '../test/archivos.ts'
import { aPersona } from '../test/factories.ts'
import { startCommand } from '../test/program.ts'
import { ADMIN_PASSWORD, connectOffice } from '../test/programClient.ts'
import { programsPerTest } from '../test/testPrograms.ts'

// Missing and damaged files are reported and block nothing else.

const programs = programsPerTest({ isMigrated: true })
const at = (name: string) => join(programs.directory.path, name)
const DATA_DIR = () => ({ DATA_DIR: at('data') })
const command = (name: string, words: string[] = [], env: Record<string, string> = DATA_DIR()) =>
  startCommand(name, words, env).ended

/** Starts the program with a client and one file per length. */
async function withFiles(...lengths: number[]) {
  const program = programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'silent' })
  const office = await connectOffice(await program.listening)
  const { id } = await office.post('/api/clientes', aPersona())
  const files: { id: number; sha256: string; bytes: Buffer }[] = []
  for (const length of lengths) {
    const bytes = aFile('jpg', length)
    const url = `/api/archivos?entidad=clientes&entidad_id=${id}&nombre=carga${length}.jpg`
    const { id: archivo, sha256 } = await office.post(url, bytes)
    files.push({ id: archivo, sha256, bytes })
  }
  return { office, files, cliente: id }
}

/** Changes a byte of a file. */
async function flip(path: string) {
  const bytes = await readFile(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(path, bytes)
}

const original = (sha256 = '') => join(at('data/archivos'), hashPath(sha256))
const copied = (sha256 = '', folder = 'respaldos') => join(at(folder), 'archivos', hashPath(sha256))

test('restore: restores undamaged files and lists the others', async () => {
  const { office, files } = await withFiles(3000, 4000, 5000)
  const [whole, damaged, missing] = files
  expect(await command('backup', [at('copia')])).toMatchObject({ code: 0 })
  await office.post('/api/clientes', aPersona())
  await programs.endAll()
  await flip(copied(damaged?.sha256, 'copia'))
  await rm(copied(missing?.sha256, 'copia'))

  const restored = await command('restore', [at('copia')], { DATA_DIR: at('nuevo') })
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.stdout).toContain('Faltan 2 de 3 archivos')
  expect(restored.stdout).toContain(`carga4000.jpg, de clientes 1 (archivo ${damaged?.id})`)
  expect(restored.stdout).toContain(`carga5000.jpg, de clientes 1 (archivo ${missing?.id})`)
  expect(restored.stdout).not.toContain('carga3000.jpg')
  expect(filesIn(at('nuevo/archivos'))).toEqual([hashPath(whole?.sha256 ?? '')])

  const second = await connectOffice(
    await programs.start({ DATA_DIR: at('nuevo'), ADMIN_PASSWORD, LOG_LEVEL: 'silent' }).listening,
  )
  expect(await second.contents(whole?.id ?? 0)).toEqual([200, whole?.bytes])
  expect((await second.get('/api/archivos?entidad=clientes&entidad_id=1')).length).toBe(3)
})

test('restore: uses files already in ARCHIVOS_DIR and replaces damaged ones', async () => {
  const { files } = await withFiles(3000, 4000)
  const [first, second] = files
  await command('backup', [at('copia')])
  await programs.endAll()
  const env = { DATA_DIR: at('nuevo'), ARCHIVOS_DIR: at('data/archivos') }
  await rm(copied(first?.sha256, 'copia'))
  await flip(original(second?.sha256))
  const restored = await command('restore', [at('copia')], env)
  expect([restored.code, restored.stdout]).toEqual([0, expect.not.stringContaining('Faltan')])
  expect(await readFile(original(second?.sha256))).toEqual(second?.bytes)
})

/** @returns the report of an automatic backup */
async function automaticBackup(name: string, env = DATA_DIR()) {
  const { code, stdout, stderr } = await command('automaticBackup', [at(`respaldos/${name}`)], env)
  expect([code, stderr]).toEqual([0, ''])
  return backupReport.parse(JSON.parse(stdout))
}

test('automatic backup: replaces damaged shared files and counts those without a good copy', async () => {
  const { files } = await withFiles(3000, 4000, 5000)
  const [cut, gone, rest] = files
  expect(await automaticBackup('respaldo-2026-11-20T08-00-00Z')).toEqual({
    archivos_faltan: 0,
    renewed: 0,
    unreadable: [],
  })
  await truncate(copied(cut?.sha256), 10)
  await rm(original(gone?.sha256))
  await truncate(original(rest?.sha256), 4999)
  const report = await automaticBackup('respaldo-2026-11-20T09-00-00Z')
  expect(report).toEqual({ archivos_faltan: 2, renewed: 1, unreadable: [] })
  expect(await readFile(copied(cut?.sha256))).toEqual(cut?.bytes)

  // The operator can restore both from the backups.
  await mkdir(join(original(gone?.sha256), '..'), { recursive: true })
  for (const { sha256, bytes } of [gone, rest].filter((each) => each !== undefined))
    await writeFile(original(sha256), bytes)
  expect(await automaticBackup('respaldo-2026-11-20T10-00-00Z')).toMatchObject({ archivos_faltan: 0 })

  await rm(original(gone?.sha256))
  await truncate(copied(gone?.sha256), 1)
  for (const name of ['respaldo-2026-11-20T11-00-00Z', 'respaldo-2026-11-20T12-00-00Z'])
    expect(await automaticBackup(name)).toEqual({ archivos_faltan: 1, renewed: 0, unreadable: [] })
})

test('automatic backup: keeps the files of a backup with an unreadable manifest', async () => {
  const { files, office, cliente } = await withFiles(3000)
  const [first] = files
  await automaticBackup('respaldo-2026-11-20T08-00-00Z')
  const orphan = copied('0'.repeat(64))
  await mkdir(join(orphan, '..'), { recursive: true })
  await writeFile(orphan, 'x')
  await writeFile(at('respaldos/respaldo-2026-11-20T08-00-00Z/manifest.json'), '{"format": 1')
  await office.post('/api/clientes', aPersona())
  await programs.endAll()
  // Only the damaged backup still has the row.
  const other = { DATA_DIR: at('otra') }
  await programs.migrate('otra')
  await programs.start({ ...other, ADMIN_PASSWORD, LOG_LEVEL: 'silent' }).listening
  expect(cliente).toBe(1)
  for (const name of ['respaldo-2026-11-20T09-00-00Z', 'respaldo-2026-11-20T10-00-00Z'])
    expect(await automaticBackup(name, other)).toEqual({
      archivos_faltan: 0,
      renewed: 0,
      unreadable: ['respaldo-2026-11-20T08-00-00Z'],
    })
  expect(filesIn(at('respaldos/archivos'))).toEqual([hashPath(first?.sha256 ?? '')])
})

test('automatic backup: deletes unfinished copies after a day', async () => {
  await withFiles(3000)
  await automaticBackup('respaldo-2026-11-20T08-00-00Z')
  const [old, young] = ['vieja', 'nueva'].map((name) => at(`respaldos/archivos/llegando/${name}`))
  for (const path of [old, young]) await writeFile(path ?? '', 'x')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(old ?? '', yesterday, yesterday)
  await automaticBackup('respaldo-2026-11-20T09-00-00Z')
  expect(filesIn(at('respaldos/archivos/llegando'))).toEqual(['nueva'])
})

test('check-data: lists missing and truncated files, also deleted ones, and exits with 1', async () => {
  const { files, office } = await withFiles(3000, 4000, 5000)
  const [, cut, gone] = files
  const sound = 'Los datos están bien: no había nada que corregir.\n'
  expect(await command('checkData')).toEqual({ code: 0, stdout: sound, stderr: '' })
  await office.delete(`/api/archivos/${gone?.id}`)
  await truncate(original(cut?.sha256), 10)
  await rm(original(gone?.sha256))
  const { code, stdout, stderr } = await command('checkData')
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout.split('\n')).toEqual([
    `Faltan 2 de 3 archivos, que no están enteros en ARCHIVOS_DIR:`,
    `  carga4000.jpg, de clientes 1 (archivo ${cut?.id}): tiene 10 de 4,000 bytes, ${hashPath(cut?.sha256 ?? '')}`,
    `  carga5000.jpg, de clientes 1 (archivo ${gone?.id}): no está, ${hashPath(gone?.sha256 ?? '')}`,
    'Los demás datos están bien: no había nada que corregir.',
    '',
  ])
})

test('check-data: reports a flipped byte and exits with 1 when --completo is set', async () => {
  const { files } = await withFiles(3000, 4000)
  const [, flipped] = files
  await flip(original(flipped?.sha256))
  expect(await command('checkData')).toMatchObject({ code: 0 })
  const { code, stdout } = await command('checkData', ['--completo'])
  expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
    1,
    [
      'Faltan 1 de 2 archivos, que no están enteros en ARCHIVOS_DIR:',
      `  carga4000.jpg, de clientes 1 (archivo ${flipped?.id}): tiene otro contenido, ${hashPath(flipped?.sha256 ?? '')}`,
    ],
  ])
  await flip(original(flipped?.sha256))
  expect(await command('checkData', ['--completo'])).toMatchObject({ code: 0 })
})

test('automatic backup: reports a flipped byte of an original when a week has passed', async () => {
  const { files } = await withFiles(3000)
  expect(await automaticBackup('respaldo-2026-11-20T08-00-00Z')).toMatchObject({ archivos_faltan: 0 })
  await flip(original(files[0]?.sha256))
  // The turns follow the time of the snapshot, which is now.
  await writeFile(at('respaldos/revision.json'), '{"moment":"2026-01-01T00:00:00.000Z","danados":[]}')
  for (const name of ['respaldo-2026-11-27T08-00-00Z', 'respaldo-2026-11-27T09-00-00Z'])
    expect(await automaticBackup(name)).toMatchObject({ archivos_faltan: 1 })
})
