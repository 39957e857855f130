import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBackupFolder } from '../../test/respaldo.ts'
import { AutomaticBackups, type AutomaticBackupsOptions } from './automaticBackup.ts'
import { backupName, expiredNames } from './retention.ts'

const zone = 'America/Guatemala'
const hour = 3_600_000

let place: Awaited<ReturnType<typeof createBackupFolder>>
let folder: string
let moment: number
let mark: string
let takes: number
let errors: unknown[]
let faltan: number
beforeEach(async () => {
  place = await createBackupFolder()
  folder = join(place.path, 'datos-respaldos')
  moment = Date.parse('2026-11-20T15:00:00Z')
  mark = 'antes'
  takes = 1000
  errors = []
  faltan = 0
})
afterEach(() => place.remove())

const aReport = () => ({ archivos_faltan: faltan, renewed: 0, unreadable: [] })
const start = (changes: Partial<AutomaticBackupsOptions> = {}) =>
  new AutomaticBackups({
    folder,
    zone,
    now: () => new Date(moment),
    readState: async () => ({ mark, bytes: 1000 }),
    make: async (path) => {
      moment += takes
      mkdirSync(path)
      writeFileSync(join(path, 'manifest.json'), '{}')
      return aReport()
    },
    freeBytes: () => 10 * 1024 ** 3,
    onError: (error) => errors.push(error),
    ...changes,
  })
const after = async (backups: AutomaticBackups, milliseconds: number) => {
  moment += milliseconds
  await backups.tick()
}
const backupFolders = () =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('respaldo-')) : []

test('tick: makes the first backup after an hour, then one each hour with writes', async () => {
  const backups = start()
  await after(backups, hour - 60_000)
  expect([backupFolders(), backups.last()]).toEqual([[], null])
  await after(backups, 60_000)
  expect(backupFolders()).toEqual(['respaldo-2026-11-20T16-00-00Z'])
  expect(backups.last()).toMatchObject({ hecho_en: '2026-11-20T16:00:00.000Z', error: null })
  await after(backups, hour)
  expect(backupFolders()).toHaveLength(1)
  mark = 'después'
  await after(backups, hour - 60_000)
  expect(backupFolders()).toHaveLength(1)
  await after(backups, 120_000)
  expect(backupFolders()).toHaveLength(2)

  // The next start reads the state.
  const next = start()
  expect(next.last()).toEqual(backups.last())
  await after(next, hour)
  expect(backupFolders()).toHaveLength(2)
})

test('tick: makes a backup after six days when nothing has changed', async () => {
  const backups = start()
  await after(backups, hour)
  for (let n = 0; n < 6 * 24 - 1; n++) await after(backups, hour)
  expect(backupFolders()).toHaveLength(1)
  await after(backups, hour)
  expect(backupFolders()).toHaveLength(2)
})

test('tick: makes one backup a day after 2:00 local time when the last took over a minute', async () => {
  takes = 61_000
  const backups = start()
  await after(backups, hour)
  for (let n = 0; n < 15; n++) {
    mark = `${n}`
    await after(backups, hour)
  }
  expect(new Date(moment).toISOString()).toBe('2026-11-21T07:01:01.000Z')
  expect(backupFolders()).toHaveLength(1)
  mark = 'a las dos'
  await after(backups, hour)
  expect(backupFolders()).toHaveLength(2)
})

test('tick: reports a failure, keeps older backups and retries', async () => {
  const backups = start()
  await after(backups, hour)
  let fails = true
  const failing = start({
    make: async (path) => {
      if (fails) throw new Error('el disco se fue')
      mkdirSync(path)
      return aReport()
    },
  })
  mark = 'después'
  await after(failing, hour)
  expect(errors).toHaveLength(1)
  expect(backupFolders()).toHaveLength(1)
  expect(failing.last()?.error).toMatch(/\S/)
  fails = false
  await after(failing, hour)
  expect(backupFolders()).toHaveLength(2)
  expect(failing.last()?.error).toBeNull()
})

test('last: counts missing files until a backup finds them', async () => {
  const backups = start()
  faltan = 3
  await after(backups, hour)
  expect(backups.last()).toMatchObject({ error: null, archivos_faltan: 3 })

  // A failure and a restart keep the count.
  mark = 'después'
  const failing = start({ make: () => Promise.reject(new Error('el disco se fue')) })
  await after(failing, hour)
  expect(failing.last()).toMatchObject({ error: expect.stringMatching(/\S/), archivos_faltan: 3 })
  faltan = 0
  const next = start()
  expect(next.last()?.archivos_faltan).toBe(3)
  await after(next, hour)
  expect(next.last()?.archivos_faltan).toBe(0)

  // State of an older program without the count.
  const file = join(folder, 'ultimo.json')
  const { archivos_faltan: _, ...older } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify(older))
  expect(start().last()).toEqual({ ...older, archivos_faltan: 0 })
})

test('backup folder: gets mode 0700 unless it has other entries', async () => {
  mkdirSync(folder, { mode: 0o755 })
  writeFileSync(join(folder, 'cartas.txt'), '')
  const mode = () => statSync(folder).mode & 0o777
  const backups = start()
  await after(backups, hour)
  expect(mode()).toBe(0o755)
  await place.remove()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  mark = 'después'
  await after(backups, hour)
  expect(mode()).toBe(0o700)
})

test('tick: deletes staging folders of killed backups and upgrades', async () => {
  const partial = ['respaldo-2026-11-20T14-00-00Z.parcial-aB3xYz', 'antes-de-0.1.0.parcial-aB3xYz']
  const others = ['antes-de-0.1.0', 'notas.parcial-aB3xYz']
  for (const name of [...partial, ...others]) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, partial[1] ?? '', 'rutas.copy.zst'), 'a la mitad')
  await after(start(), hour)
  expect(readdirSync(folder).toSorted()).toEqual(
    [...others, 'respaldo-2026-11-20T16-00-00Z', 'ultimo.json'].toSorted(),
  )
})

test('tick: makes no backup when less than 1 GB would remain free', async () => {
  const backups = start({ freeBytes: () => 1024 ** 3 + 999 })
  await after(backups, hour)
  expect(backupFolders()).toEqual([])
  expect(backups.last()?.error).toContain('1 GB')
})

test('expiredNames: retains the 24 newest, the last of each of 14 days and other names', () => {
  const hours = Array.from({ length: 24 * 20 }, (_, n) => backupName(new Date(moment - n * hour)))
  const others = [
    'antes-de-0.2.0',
    'ultimo.json',
    'respaldo-de-Julia',
    'respaldo-2026-01-01T00-00-00Z.parcial-x',
  ]
  const gone = expiredNames([...others, ...hours], zone)
  const kept = hours.filter((name) => !gone.includes(name))
  expect(kept.slice(0, 24)).toEqual(hours.slice(0, 24))
  // Guatemala is at UTC-6: the last backup of each day is at 05:00 UTC.
  expect(kept.slice(24)).toEqual(
    Array.from({ length: 12 }, (_, n) =>
      backupName(new Date(Date.parse('2026-11-19T05:00:00Z') - n * 24 * hour)),
    ),
  )
  expect(gone.some((name) => others.includes(name))).toBe(false)
})
